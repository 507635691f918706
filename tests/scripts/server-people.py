#!/usr/bin/env python3
"""People at the server: guests, claimed names, ratings, and who may stay at a table."""
import http.client
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PATIENCE, Checks, Server, table_of  # noqa: E402


def guests(t, folder):
    """A cookie makes you the same guest tomorrow, also after a restart; a seat is found again by it."""
    server = Server(folder)
    _, text, headers = server.http("GET", "/api/me")
    cookie = headers["Set-Cookie"].split(";")[0]
    both = "; ".join(one.split(";")[0] for one in headers.get_all("Set-Cookie"))
    again = server.http("GET", "/api/me", headers={"Cookie": both})
    t.equal("the same guest", again[1], text)
    t.check("who is known gets no new cookie", "Set-Cookie" not in again[2])
    token = cookie.removeprefix("springtide=")
    server.post("/api/me", {"name": "Guest of tomorrow"}, token)
    anna, ben = server.client(token), server.client()
    table = table_of([anna, ben], "high_tide_leiman", 2)
    view = anna.must("watch", table=table)
    server.stop()
    server.start()
    t.equal("tomorrow too", server.get("/api/me", token)[1]["name"], "Guest of tomorrow")
    anna = server.client(token)
    t.equal("with the same seat", anna.must("join", table=table)["seat"], 0)
    t.equal("and the same game", anna.must("watch", table=table)["view"], view["view"])
    t.check("logging out forgets the cookie", "Max-Age=0" in server.http("POST", "/api/logout", {})[2]["Set-Cookie"])
    server.stop()


def names(t, folder):
    """Claimed names, ratings, the leaderboard, own games."""
    server = Server(folder, "--rating-opponents", "1")
    tokens = [server.token(), server.token()]
    for i, name in enumerate(("Anna", "Ben")):
        tokens[i] = server.claimed(name, tokens[i])
        t.check(f"{name} claims the name", server.get("/api/me", tokens[i])[1]["claimed"])
    other = server.token()
    status, answer = server.post("/api/me", {"name": "ANNA"}, other)
    t.equal("a claimed name is taken", status, 400)
    t.equal("a short password", server.post("/api/claim", {"name": "Eve", "password": "short"}, other)[0], 400)
    t.equal("a wrong password", server.post("/api/login", {"name": "Anna", "password": "wrong enough"})[0], 403)
    t.equal("an unknown name", server.post("/api/login", {"name": "Nobody", "password": "long enough"})[0], 403)
    # In processor time, which does not depend on what else the machine does: nobody learns from it which names there are.
    worked = lambda: sum(map(int, pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))
    took = []
    for name in ("Anna", "Nobody"):
        before = worked()
        for _ in range(2):
            server.post("/api/login", {"name": name, "password": "wrong enough"})
        took.append(worked() - before)
    t.check("an unknown name costs as much as a wrong password", took[1] > took[0] / 2 > 0 and took[0] > took[1] / 2, took)
    status, text, headers = server.http("POST", "/api/login", {"name": "anna", "password": "long enough"})
    t.check("logged in on another device", status == 200 and '"name":"Anna"' in text)
    cookie = headers["Set-Cookie"]
    t.check("a careful cookie", all(word in cookie for word in ("HttpOnly", "SameSite=Lax")), cookie)
    clients = [server.client(token, source=f"127.0.0.{2 + i}") for i, token in enumerate(tokens)]
    server.post("/api/me", {"name": "anna"}, tokens[0])
    table = table_of(clients, "high_tide_leiman", 2)
    t.equal("the name at the table is the one of now", clients[1].must("watch", table=table)["room"]["seats"][0]["name"], "anna")
    server.post("/api/me", {"name": "Anna"}, tokens[0])
    for moves in range(12):  # a game that is given up at once gives nobody anything
        state = clients[moves % 2].must("watch", table=table)
        who = state["to_act"][0]
        clients[who].must("play", table=table, action=clients[who].must("watch", table=table)["legal"][0])
    clients[1].must("resign", table=table)
    rated = lambda: [[(one["games"], one["rating"] > 1500) for one in server.get("/api/me", token)[1]["ratings"]] for token in tokens]
    t.equal("rated", rated(), [[(1, True)], [(1, False)]])
    t.equal("and not listed after one game", server.get("/api/leaderboard/high_tide_leiman")[1]["players"], [])
    neighbours = [server.client(token) for token in tokens]
    unrated = table_of(neighbours, "high_tide_leiman", 2)
    t.check("at one address the game is not rated", neighbours[0].must("watch", table=unrated)["room"]["rated"] is False)
    neighbours[1].must("resign", table=unrated)
    t.equal("and changes no rating", rated(), [[(1, True)], [(1, False)]])
    mine = server.get("/api/mine", tokens[0])[1]["tables"]
    t.equal("own games", [(row["table"], row["phase"], row["seat"]) for row in mine if row["table"] == table], [(table, "over", 0)])
    t.equal("no such game", server.get("/api/leaderboard/chess")[0], 404)
    # The same person on another device has the same seats.
    phone = server.client(cookie.split(";")[0].removeprefix("springtide="))
    t.equal("the seat is found from any device", phone.must("join", table=table)["seat"], 0)
    # All at once: how long a password takes to check makes no difference.
    guesses = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE) for _ in range(30)]
    for guess in guesses:
        guess.request("POST", "/api/login", '{"name": "Anna", "password": "guessed wrong"}', {"Content-Type": "application/json"})
    statuses = [guess.getresponse().status for guess in guesses]
    t.check("guessing is limited", set(statuses) <= {403, 429} and 429 in statuses, statuses)
    for guess in guesses:
        guess.close()
    server.stop()


def more_than_two(t, folder):
    """Three claimed names: places decide, who resigned is last, and the documented update is what comes out."""
    server = Server(folder, "--bot-milliseconds", "20", "--rating-opponents", "1")
    tokens = [server.token() for _ in range(3)]
    tokens = [server.claimed(name, token) for token, name in zip(tokens, ("Anna", "Ben", "Cleo"))]
    clients = [server.client(token, source=f"127.0.0.{2 + i}") for i, token in enumerate(tokens)]
    table = table_of(clients, "turn_the_tide", 3)
    clients[2].must("resign", table=table)
    t.refused("who resigned does not come back", clients[2].ask("play", table=table, action="1"), "forbidden")
    t.refused("a seat that was given up is not taken again", clients[2].ask("join", table=table), "forbidden")
    t.refused("nor played from", clients[2].ask("play", table=table, action="1"), "forbidden")
    room = clients[0].must("watch", table=table)["room"]
    t.check("a bot plays on for whoever resigned", "bot" in room["seats"][2] and room["phase"] == "running", room)
    state = clients[0].must("watch", table=table)
    while not state["over"]:
        for client in clients[:2]:
            legal = client.must("watch", table=table)["legal"]
            if legal:
                client.must("play", table=table, action=legal[0])
        now = clients[0].must("watch", table=table)
        if now["seq"] == state["seq"]:  # the bot's turn
            clients[0].wait_for(lambda push: push.get("seq", 0) > state["seq"])
            now = clients[0].must("watch", table=table)
        state = now
    result = state["room"]["result"]
    players = {name: server.get("/api/me", token)[1]["ratings"][0] for name, token in zip(("Anna", "Ben", "Cleo"), tokens)}
    weight = (110 / 350) ** 2  # of opponents of whom nothing is known
    # docs/how-to/hosting.md by hand, for three who are all new.
    worth = lambda seat: (seat != 2, seat in result["winners"], 0 if seat in result["winners"] else result["points"][seat])
    ratings = []
    for i, name in enumerate(("Anna", "Ben", "Cleo")):
        c = (2 * 350**2 + 2 * 175**2) ** 0.5
        score = sum(1 if worth(i) > worth(q) else 0.5 if worth(i) == worth(q) else 0 for q in range(3) if q != i)
        ratings.append(1500 + weight * 350**2 / c * (score - 1))
        t.check(f"{name}: the written rating", abs(players[name]["rating"] - ratings[-1]) <= 1, (players[name], ratings[-1]))
        shrink = weight * 2 * (350 / c) * (350**2 / c**2) / 4
        t.check(f"{name}: the written deviation", abs(players[name]["deviation"] - 350 * (1 - shrink) ** 0.5) <= 1, players[name])
    t.check("who resigned is last", players["Cleo"]["rating"] == min(p["rating"] for p in players.values()), players)
    server.stop()


def closed_tables(t, folder):
    """Where there are no spectators, who only looked is told so when the game starts, and hears nothing more."""
    server = Server(folder)
    anna, ben, eve = server.client(), server.client(), server.client()
    table = anna.must("create", game="high_tide_leiman", players=2, spectators=False)["table"]
    eve.must("watch", table=table)
    for client in (anna, ben):
        client.must("join", table=table)
    for client in (anna, ben):
        client.must("ready", table=table)
    push = eve.wait_for(lambda push: "closed" in push)
    t.check("told so", push["table"] == table and set(push) == {"table", "closed", "reason"}, push)
    legal = anna.must("watch", table=table)["legal"] + ben.must("watch", table=table)["legal"]
    for client in (anna, ben):
        if client.must("watch", table=table)["legal"]:
            client.must("play", table=table, action=legal[0])
            break
    eve.must("hello")
    t.equal("nothing more comes", eve.pushes, [])
    t.refused("no chat from outside", eve.ask("chat", table=table, text="let me in"), "forbidden")
    server.stop()


def quiet(t, folder):
    """The host mutes and removes spectators by what they said, and who was removed hears nothing more."""
    server = Server(folder)
    host, ben, eve = (server.client(server.token(name)) for name in ("Hanna", "Ben", "Eve"))
    table = table_of([host, ben], "high_tide_leiman", 2, spectators_chat=True)
    host.must("watch", table=table)
    eve.must("watch", table=table)
    eve.must("chat", table=table, text="buy my towels")
    said = host.wait_for(lambda push: push.get("chat"))["chat"][0]
    t.equal("the host hears it", (said["name"], said["text"]), ("Eve", "buy my towels"))
    t.refused("only the host mutes", ben.ask("mute", table=table, said=said["seq"], on=True), "forbidden")
    t.refused("nothing was said there", host.ask("mute", table=table, said=1, on=True), "bad_request")
    host.must("mute", table=table, said=said["seq"], on=True)
    t.refused("muted", eve.ask("chat", table=table, text="cheap towels"), "forbidden")
    host.must("mute", table=table, said=said["seq"], on=False)
    eve.must("chat", table=table, text="sorry")
    server.kill()
    server.start()
    host, eve = server.client(host.token), server.client(eve.token)
    eve.must("watch", table=table)
    host.must("remove", table=table, said=said["seq"])
    t.check("told so", "closed" in eve.wait_for(lambda push: "closed" in push))
    t.refused("removed", eve.ask("watch", table=table), "forbidden")
    t.refused("no seat either", eve.ask("join", table=table), "forbidden")
    server.stop()


def before_the_start(t, folder):
    """Who leaves before the start opens the seat; a bot of the chosen level stands in later; private tables stay private."""
    server = Server(folder, "--bot-milliseconds", "20")
    host, ben, cleo = server.client(), server.client(), server.client()
    table = host.must("create", game="turn_the_tide", players=3, bot="random")["table"]
    t.equal("a table is private by default", server.get("/api/lobby")[1]["tables"], [])
    for client in (host, ben, cleo):
        client.must("join", table=table)
    ben.must("ready", table=table)
    ben.must("leave", table=table)
    seat = host.must("watch", table=table)["room"]["seats"][1]
    t.equal("the seat is open again", (seat["kind"], seat["name"]), ("open", ""))
    t.equal("and gone from the list", server.get("/api/mine", ben.token)[1]["tables"], [])
    t.equal("joining again takes it", ben.must("join", table=table)["seat"], 1)
    for client in (host, cleo):
        client.must("ready", table=table)
    t.equal("readiness left with the person", host.must("watch", table=table)["room"]["phase"], "open")
    ben.must("ready", table=table)
    ben.must("leave", table=table)
    t.equal("a bot of the chosen level", host.must("watch", table=table)["room"]["seats"][1]["bot"], "random")
    ben.must("join", table=table)
    t.check("back again", "bot" not in host.must("watch", table=table)["room"]["seats"][1])
    server.stop()


if __name__ == "__main__":
    Checks().run(guests, names, more_than_two, closed_tables, quiet, before_the_start)
