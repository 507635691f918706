#!/usr/bin/env python3
"""Duplicate tables over HTTP: by link, sealed until all are over, through kill -9; and what strangers try."""
import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import Checks, Server  # noqa: E402
from duplicates import SETUP, play_out, why  # noqa: E402


def evening(t, folder):
    server = Server(folder, "--bot-milliseconds", "20")
    port = server.port
    host, anna, ben = (server.token(name) for name in ("Host", "Anna", "Ben"))
    status, made = server.post("/api/duplicates", SETUP, host)
    t.equal("a set is made", (status, made["phase"], made["you"]), (200, "open", {"host": True, "table": None, "seat": None}))
    where = f"/api/duplicates/{made['duplicate']}"
    t.check("its id cannot be guessed, and the deal is committed", len(made["duplicate"]) == 32 and len(made["commitment"]) == 64 and made["secret"] is None)
    t.equal("Anna sits down", server.post(f"{where}/sit", {"table": 0, "seat": 0}, anna)[1]["you"]["table"], 0)
    t.equal("Ben where most is free", server.post(f"{where}/sit", {}, ben)[1]["you"], {"host": False, "table": 1, "seat": 0})
    begun = server.post(f"{where}/begin", {}, host)[1]
    t.equal("both begin with a bot", [[place["bot"] for place in table["places"]] for table in begun["tables"]], [[False, True]] * 2)
    server.kill()
    server.start(f"127.0.0.1:{port}")
    t.equal("they are there after kill -9", server.get(where, host)[1], begun)
    first = server.get(where, anna)[1]["tables"][0]["table"]
    second = server.get(where, ben)[1]["tables"][1]["table"]
    play_out(server, anna, first, random.Random(1))
    sealed = server.get(where, anna)[1]
    t.check("no points while others play", sealed["tables"][0]["over"] and "points" not in json.dumps(sealed))
    t.equal("the record is sealed", why(server.get(f"/api/tables/{first}/record", anna)), (403, "duplicate_sealed"))
    t.equal("and where ways parted", why(server.get(f"{where}/ways", anna)), (403, "duplicate_sealed"))
    server.kill()
    server.start(f"127.0.0.1:{port}")
    play_out(server, ben, second, random.Random(2))
    found = server.get(where)[1]
    t.equal("all is over", (found["phase"], len(found["secret"]), len(found["teams"])), ("over", 64, 2))
    for seat in (0, 1):
        differences = [table["places"][seat]["difference"] for table in found["tables"]]
        t.check("differences of a seat add up to nothing", abs(sum(differences)) < 0.02, differences)
    for table in (first, second):
        t.equal("every record is open", server.http("GET", f"/api/tables/{table}/record")[0], 200)
    ways = server.get(f"{where}/ways")[1]["partings"]
    t.check("two tables part once at most", len(ways) <= 1 and all(len(one["chosen"]) == 2 for one in ways), ways)
    server.stop()


def strangers(t, folder):
    server = Server(folder)
    host, stranger, anna = (server.token(name) for name in ("Host", "Stranger", "Anna"))
    t.equal("nobody makes some without a session", why(server.post("/api/duplicates", SETUP)), (403, "not_logged_in"))
    for field, value in (("tables", 1), ("tables", 13), ("tables", "2"), ("minutes", 0), ("minutes", 181), ("seats", 9), ("game", "chess"), ("name", ""),
                         ("name", "x" * 61), ("name", "a\u202eb"), ("bot", "nobody"), ("options", {"x": "y"}), ("days", 1)):
        answer = server.post("/api/duplicates", SETUP | {field: value}, host)
        t.check(f"{field} = {value!r} gets a sentence", answer[0] in (400, 404) and answer[1]["error"]["message"], answer)
    where = f"/api/duplicates/{server.post('/api/duplicates', SETUP, host)[1]['duplicate']}"
    for body in ({"table": "0"}, {"table": 2}, {"table": -1}, {"seat": 2}, {"seat": 1.5}):
        answer = server.post(f"{where}/sit", body, anna)
        t.check(f"sitting at {body} gets a sentence", answer[0] == 400 and answer[1]["error"]["message"], answer)
    server.post(f"{where}/sit", {"table": 0, "seat": 0}, anna)
    t.equal("a taken place", why(server.post(f"{where}/sit", {"table": 0, "seat": 0}, stranger)), (400, "duplicate_place_taken"))
    for what, body in (("begin", {}), ("begin", {"table": 0}), ("close", {}), ("leave", {"table": 0, "seat": 0})):
        t.equal(f"a stranger cannot {what}", why(server.post(f"{where}/{what}", body, stranger)), (403, "only_duplicate_host"))
    t.equal("nobody sits there", why(server.post(f"{where}/begin", {"table": 1}, host)), (400, "duplicate_nobody"))
    for path in ("/api/duplicates", "/api/duplicates/", "/api/duplicates/x", where + "/", where + "/nothing", where + "/sit/x", "/api/duplicatesx"):
        t.equal(f"nothing is at {path}", server.get(path)[0], 404)
        if path != "/api/duplicates":
            t.equal(f"nothing is asked at {path}", server.post(path, {}, host)[0], 404)
    t.equal("an id that is none", why(server.get("/api/duplicates/" + "0" * 32)), (404, "no_such_duplicate"))
    t.equal("they are no club night", why(server.get(where.replace("duplicates", "clubs"))), (404, "no_such_club"))
    server.post(f"{where}/begin", {"table": 0}, host)
    table = server.get(where, anna)[1]["tables"][0]["table"]
    for token in (stranger, host):
        client = server.client(token)
        t.refused("only who sits there watches", client.ask("watch", table=table), "forbidden")
        client.close()
    known = [server.get("/api/me", token)[1]["guest"] for token in (host, stranger, anna)]
    for token in (None, stranger, host):
        text = json.dumps(server.get(where, token)[1])
        t.check("the view tells nobody's id, and no table's", not any(one in text for one in (*known, table)))
        t.check("nor keys, origins or devices", not any(word in text for word in ("guest", "key", "origin", "device", "127.0.0.1")))
    client = server.client(stranger)
    own = client.must("create", game="high_tide_leiman", players=2, duplicate=where[-32:])["table"]
    t.check("a table made by hand is of no set", "duplicate" not in client.must("watch", table=own)["room"])
    client.close()
    for i in range(1000):
        answer = server.post(f"{where}/sit", {"table": 1, "seat": i % 2}, stranger)
        if answer[0] != 200:
            break
    t.equal("places change a thousand times at most", why(answer), (429, "duplicate_worn"))
    t.equal("the host closes it all the same", server.post(f"{where}/close", {}, host)[1]["closed"], True)
    server.stop()


if __name__ == "__main__":
    Checks().run(evening, strangers)
