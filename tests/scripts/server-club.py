#!/usr/bin/env python3
"""Club nights over HTTP: by link, with their tables, through kill -9; and what strangers try."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import Checks, Server  # noqa: E402

SETUP = {"name": "Thursday", "game": "high_tide_leiman", "seats": 2, "rounds": 3, "minutes": 10}


def finish_round(server, where, people):
    """One of each table resigns."""
    for table in server.get(where)[1]["played"][-1]["tables"]:
        if not table["over"]:
            client = server.client(people[table["people"][0]])
            client.must("resign", table=table["table"])
            client.close()


def night(t, folder):
    server = Server(folder)
    port = server.port
    host = server.token("Host")
    status, made = server.post("/api/clubs", SETUP, host)
    t.equal("a night is made", (status, made["phase"], made["you"]), (200, "open", {"host": True, "person": None, "table": None}))
    where = f"/api/clubs/{made['club']}"
    t.check("its id cannot be guessed", len(made["club"]) == 32)
    people = [server.token(f"P{i}") for i in range(5)]
    for i, token in enumerate(people):
        t.equal("enters", server.post(f"{where}/enter", {}, token)[1]["you"]["person"], i)
    t.equal("entering twice changes nothing", server.post(f"{where}/enter", {}, people[0])[1]["seq"], server.get(where)[1]["seq"])
    t.equal("a stranger sees it", server.get(where)[1]["you"], {"host": False, "person": None, "table": None})
    for number in range(1, 4):
        begun = server.post(f"{where}/round", {}, host)[1]
        t.equal("the round begins", (len(begun["played"]), begun["round_over"]), (number, False))
        server.kill()
        server.start(f"127.0.0.1:{port}")
        t.equal("the round is there after kill -9", server.get(where, host)[1], begun)
        mine = server.get(where, people[0])[1]["you"]["table"]
        client = server.client(people[0])
        t.equal("the own table plays", client.must("watch", table=mine)["room"]["club"], made["club"])
        client.close()
        finish_round(server, where, people)
        server.kill()
        server.start(f"127.0.0.1:{port}")
        found = server.get(where)[1]
        t.check("every result is there after kill -9", found["round_over"] and all(table["over"] for table in found["played"][-1]["tables"]))
        t.equal("and counts once", sum(one["played"] for one in found["standings"]), 5 * number)
    t.equal("the night is over", (found["phase"], server.post(f"{where}/round", {}, host)[1]["error"]["reason"]), ("over", "club_over"))
    met = [sorted(table["people"]) for round in found["played"] for table in round["tables"] if len(table["people"]) == 2]
    t.equal("nobody met anybody twice", len(met), len(set(map(tuple, met))))
    server.stop()


def strangers(t, folder):
    server = Server(folder)
    host, stranger = server.token("Host"), server.token("Stranger")
    why = lambda answer: (answer[0], answer[1].get("error", {}).get("reason"))
    t.equal("nobody makes one without a session", why(server.post("/api/clubs", SETUP)), (403, "not_logged_in"))
    for field, value in (("rounds", 0), ("rounds", "3"), ("minutes", 0), ("seats", 9), ("game", "chess"), ("format", "cup"), ("odd", "none"),
                         ("name", ""), ("name", "x" * 61), ("name", "a\u202eb"), ("automatic", "yes"), ("bot", "nobody"), ("options", {"x": "y"})):
        answer = server.post("/api/clubs", SETUP | {field: value}, host)
        t.check(f"{field} = {value!r} gets a sentence", answer[0] in (400, 404) and answer[1]["error"]["message"], answer)
    where = f"/api/clubs/{server.post('/api/clubs', SETUP, host)[1]['club']}"
    for what in ("round", "end"):
        t.equal(f"a stranger cannot ask for {what}", why(server.post(f"{where}/{what}", {}, stranger)), (403, "only_club_host"))
    t.equal("a round needs people", why(server.post(f"{where}/round", {}, host)), (400, "club_too_few"))
    people = [server.token(f"P{i}") for i in range(4)]
    for token in people:
        server.post(f"{where}/enter", {}, token)
    t.equal("a name is taken once", why(server.post(f"{where}/enter", {}, server.token("p1"))), (400, "club_name_taken"))
    t.equal("nobody sends others home", why(server.post(f"{where}/leave", {"person": 0}, people[1])), (403, "only_club_host"))
    t.equal("nobody leaves who is not there", why(server.post(f"{where}/leave", {}, stranger)), (400, "club_nobody"))
    t.equal("a number is a number", server.post(f"{where}/leave", {"person": "0"}, people[0])[0], 400)
    for path in ("/api/clubs", "/api/clubs/", "/api/clubs/x", where + "/", where + "/nothing", where + "/enter/x", "/api/clubsx"):
        t.equal(f"nothing is at {path}", server.get(path)[0], 404)
        if path != "/api/clubs":
            t.equal(f"nothing is asked at {path}", server.post(path, {}, host)[0], 404)
    t.equal("an id that is none", why(server.get("/api/clubs/" + "0" * 32)), (404, "no_such_club"))
    begun = server.post(f"{where}/round", {}, host)[1]
    table = begun["played"][0]["tables"][0]
    outside = next(i for i in range(4) if i not in table["people"])
    for token in (people[outside], stranger):
        client = server.client(token)
        t.refused("a foreign table's game is not ended", client.ask("resign", table=table["table"]), "forbidden")
        client.close()
    t.equal("it still plays", server.get(where)[1]["played"][0]["tables"][0]["over"], False)
    # A table made by hand cannot name the night.
    client = server.client(stranger)
    own = client.must("create", game="high_tide_leiman", players=2, club=begun["club"])["table"]
    t.check("a table made by hand is of no night", "club" not in client.must("watch", table=own)["room"])
    # Only names of people appear: no ids of the server, keys or secrets.
    known = [server.get("/api/me", token)[1]["guest"] for token in (host, stranger, *people)]
    for token in (None, stranger, people[0], host):
        text = json.dumps(server.get(where, token)[1])
        t.check("the view tells nobody's id", not any(guest in text for guest in known))
        t.check("nor keys, origins or secrets", not any(word in text for word in ("guest", "key", "secret", "origin", "device", "127.0.0.1")))
    t.equal("the host ends it", server.post(f"{where}/end", {}, host)[1]["phase"], "over")
    t.equal("nobody enters any more", why(server.post(f"{where}/enter", {}, stranger)), (400, "club_over"))
    server.stop()


if __name__ == "__main__":
    Checks().run(night, strangers)
