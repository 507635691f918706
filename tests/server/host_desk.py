"""What the host of a server may do, for a server on any store: `serve(folder, *arguments)` starts one."""
import pathlib

from client import Closed, table_of

KEY = "a key of twenty-four letters"


def opened(folder, name, serve, *arguments):
    folder = pathlib.Path(folder) / name
    folder.mkdir()
    (folder / "host.key").write_text(KEY + "\n")
    return serve(folder, "--host-key-file", str(folder / "host.key"), *arguments)


def host(server, what="look", key=KEY, **more):
    return server.post("/api/host", {"key": key, "do": what, **more})


def is_closed(client):
    try:
        while True:
            client.receive()
    except Closed as closed:
        return str(closed)


def key(t, folder, serve):
    """Only whoever holds the key, and guesses are few."""
    server = opened(folder, "key", serve)
    status, desk = host(server)
    t.equal("the desk of a new server", (status, desk["reports"], desk["deeds"], desk["bans"], desk["mutes"]), (200, [], [], [], []))
    t.check("counters", {"connected", "tables", "events", "requests", "refusals"} <= set(desk["counters"]), desk)
    for wrong in ("", KEY[:-1], KEY + "x", "x" * len(KEY)):
        t.equal("a wrong key", host(server, key=wrong)[1]["error"]["reason"], "wrong_host_key")
    answers = [host(server, key="guess")[0] for _ in range(12)]
    t.check("guesses are few", answers[-1] == 429, answers)
    t.check("the key is in no answer and no log", KEY not in open(server.log.name).read())
    server.stop()
    bare = serve(pathlib.Path(folder) / "key")
    t.equal("without a key there is no such page", host(bare)[1]["error"]["reason"], "no_host_key")
    bare.stop()


def bans(t, folder, serve):
    """A report leads to a ban; whoever evades it as a new guest from the same address is told so, too."""
    server = opened(folder, "bans", serve, "--behind-proxy", "true")
    at = lambda address, token="": server.client(token, headers={"X-Forwarded-For": address})
    tokens = {name: server.token(name) for name in ("Anna", "Troll")}
    anna, troll = at("198.51.100.1", tokens["Anna"]), at("203.0.113.9", tokens["Troll"])
    table = table_of([anna, troll], "high_tide_leiman", 2)
    seq = troll.must("chat", table=table, text="something rude")["seq"]
    server.post("/api/people", {"do": "report", "table": table, "said": seq, "reason": "rude"}, tokens["Anna"])
    report = host(server)[1]["reports"][0]
    t.equal("the report", (report["by_name"], report["name"], report["text"], report["reason"], report["table"]), ("Anna", "Troll", "something rude", "rude", table))
    t.check("no address is told", "203.0.113" not in str(host(server)[1]))
    status, desk = host(server, "mute", report=report["report"], why="be nice")
    t.equal("muted", (status, [one["name"] for one in desk["mutes"]]), (200, ["Troll"]))
    t.equal("muted people play and do not talk", troll.ask("chat", table=table, text="more")["error"]["reason"], "muted_here")
    status, desk = host(server, "ban", report=report["report"], there=True, why="rude again and again")
    t.check("banned as guest and from there", status == 200 and any(one["target"].startswith("guest ") for one in desk["bans"])
            and any(one["target"].startswith("address ") for one in desk["bans"]), desk["bans"])
    t.check("whoever is here goes", "closed it to you" in is_closed(troll))

    def refused(address, token=""):
        try:
            at(address, token).close()
            return ""
        except Closed as closed:
            return str(closed)

    t.check("the guest, from anywhere", "403" in refused("192.0.2.77", tokens["Troll"]))
    t.check("a new guest from the same address", "403" in refused("203.0.113.9"))
    t.check("and gets the sentence", "closed it to you" in server.http("POST", "/api/token", {"name": "Angel"}, {"X-Forwarded-For": "203.0.113.9"})[1])
    t.equal("others come in", refused("203.0.113.10"), "")
    t.equal("hello with that token", at("192.0.2.78").ask("hello", token=tokens["Troll"])["error"]["reason"], "banned")
    t.check("banned guests have no lists", server.get("/api/people", tokens["Troll"])[1]["error"]["reason"] == "banned")
    host(server, "ban", range="203.0.113.0/24", hours=1, why="the whole network")
    t.check("a range", "403" in refused("203.0.113.10"))
    t.equal("and no further", refused("203.0.114.10"), "")
    server.kill()
    server.start()
    t.check("also after a restart", "403" in refused("203.0.113.10"))
    for target in [one["target"] for one in host(server)[1]["bans"]]:
        host(server, "unban", target=target, why="enough")
    t.equal("lifted", (refused("203.0.113.9", tokens["Troll"]), host(server)[1]["bans"]), ("", []))
    deeds = host(server)[1]["deeds"]
    t.equal("all of it is written down, the latest first", sorted(one["do"] for one in deeds), ["ban", "ban", "mute", *["unban"] * (len(deeds) - 3)])
    t.check("with whom and why", all(one["whom"] and one["why"] for one in deeds), deeds)
    log = b"".join(path.read_bytes() for path in pathlib.Path(server.data).glob("*.sqlite*"))
    t.check("no address is stored but the range that the host named", b"203.0.113.9" not in log and b"198.51.100.1" not in log)
    server.stop()


def closing(t, folder, serve):
    """A table that the host closes is gone for everybody; bad input gets its sentence and changes nothing."""
    server = opened(folder, "closing", serve)
    anna, ben = server.client(server.token("Anna")), server.client(server.token("Ben"))
    table = table_of([anna, ben], "high_tide_leiman", 2)
    t.equal("closed", host(server, "close", table=table, why="somebody's address stood there")[0], 200)
    told = ben.wait_for(lambda push: "closed" in push)
    t.equal("those who watch are told", told["reason"], "closed_by_host")
    t.refused("nobody plays there", anna.ask("watch", table=table), "unknown_table")
    t.check("nor is it in lists", table not in str(server.get("/api/mine", anna.token)[1]))
    t.equal("not twice", host(server, "close", table=table, why="again")[1]["error"]["reason"], "no_such_table")
    t.equal("it is written down", [(one["do"], one["whom"]) for one in host(server)[1]["deeds"]], [("close", "table " + table)])
    for body, reason in (({"do": "dance"}, "host_what"), ({"do": "ban", "guest": "0" * 32}, "host_why"), ({"do": "ban", "why": "x"}, "host_whom"),
                         ({"do": "ban", "why": "x", "guest": "0" * 32}, "no_such_person"), ({"do": "ban", "why": "x", "guest": "me"}, "no_such_person"),
                         ({"do": "ban", "why": "x", "range": "0.0.0.0/0"}, "host_range"), ({"do": "ban", "why": "x", "range": "here"}, "host_range"),
                         ({"do": "ban", "why": "x", "range": "203.0.113.0/24", "hours": -1}, "host_hours"), ({"do": "mute", "why": "x", "report": "no"}, "no_such_report"),
                         ({"do": "unban", "why": "x", "target": "guest x"}, "host_not_there"), ({"do": "unmute", "why": "x"}, "host_whom"),
                         ({"do": "close", "why": "x", "table": "x"}, "no_such_table")):
        more = {name: value for name, value in body.items() if name != "do"}
        answer = host(server, body["do"], **more)[1]
        t.equal(f"{body} gets its sentence", answer.get("error", {}).get("reason"), reason)
    t.equal("and nothing was done", len(host(server)[1]["deeds"]), 1)
    server.stop()
