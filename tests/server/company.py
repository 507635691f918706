"""What people may do about each other, for a server on any store: `serve(folder, *arguments)` starts one."""
import pathlib

from client import play_first, table_of


def about(server, token, what, **whom):
    return server.post("/api/people", {"do": what, **whom}, token)


def known(server, token):
    status, answer = server.get("/api/people", token)
    assert status == 200, answer
    return answer


def names(people):
    return [one["name"] for one in people]


def end_by_agreement(clients, table):
    while clients[0].must("watch", table=table)["room"]["phase"] == "running":
        clients[0].ask("end", table=table, do="ask")
        for client in clients[1:]:
            client.ask("end", table=table, do="agree")


def friends(t, folder, serve):
    """By mutual consent; friends can be invited to a seat, and nobody else can."""
    folder = pathlib.Path(folder) / "friends"
    folder.mkdir()
    server = serve(folder)
    tokens = {name: server.token(name) for name in ("Anna", "Ben", "Cleo")}
    anna, ben, cleo = (server.client(tokens[name]) for name in tokens)
    table = table_of([anna, ben], "high_tide_leiman", 2)
    t.equal("nobody is known before", known(server, tokens["Anna"]), {"friends": [], "asked": [], "asking": [], "blocked": [], "recent": []})
    anna.must("resign", table=table)
    met = known(server, tokens["Anna"])["recent"]
    t.equal("who played to the end has met", (names(met), met[0]["table"]), (["Ben"], table))
    t.check("no id of a guest is told", ben.must("hello")["guest"] not in str(met), met)
    t.check("a mark is worth something to one person alone", about(server, tokens["Cleo"], "befriend", person=met[0]["person"])[1]["error"]["reason"] == "no_such_person")
    t.equal("Anna asks", names(about(server, tokens["Anna"], "befriend", person=met[0]["person"])[1]["asking"]), ["Ben"])
    t.equal("Ben is asked", names(known(server, tokens["Ben"])["asked"]), ["Anna"])
    next_table = anna.must("create", game="high_tide_leiman", players=2)["table"]
    anna.must("join", table=next_table)
    invite = lambda person: anna.ask("invite", table=next_table, seat=1, person=person)
    t.refused("not a friend yet", invite(met[0]["person"]), "forbidden")
    t.equal("Ben says yes", names(about(server, tokens["Ben"], "befriend", table=table, seat=0)[1]["friends"]), ["Anna"])
    mark = known(server, tokens["Anna"])["friends"][0]["person"]
    t.refused("only the host invites", cleo.ask("invite", table=next_table, seat=1, person=mark), "forbidden")
    t.check("invited", invite(mark)["ok"])
    t.refused("once", anna.ask("invite", table=next_table, seat=0, person=mark), "bad_request")
    seat = ben.must("watch", table=next_table)["room"]["seats"][1]
    t.equal("the seat waits for an answer", (seat["name"], seat.get("asked")), ("Ben", True))
    mine = [one for one in server.get("/api/mine", tokens["Ben"])[1]["tables"] if one["table"] == next_table]
    t.equal("it is in Ben's list", [one["summary"]["asked"] for one in mine], [[1]])
    t.refused("the seat is nobody else's", cleo.ask("join", table=next_table), "forbidden")
    anna.must("seat", table=next_table, seat=1, kind="open")
    t.check("taken back, it is in no list", next_table not in str(server.get("/api/mine", tokens["Ben"])[1]))
    t.check("and again", invite(mark)["ok"])
    ben.must("join", table=next_table)
    t.check("Ben says yes", "asked" not in anna.must("watch", table=next_table)["room"]["seats"][1])
    server.kill()
    server.start()
    t.equal("kept over a crash", names(known(server, tokens["Ben"])["friends"]), ["Anna"])
    about(server, tokens["Ben"], "part", person=known(server, tokens["Ben"])["friends"][0]["person"])
    t.equal("one is enough to part", (known(server, tokens["Anna"])["friends"], known(server, tokens["Ben"])["friends"]), ([], []))
    server.stop()


def here(t, folder, serve):
    """Friends are told who is here, once for each change, and nobody else is."""
    folder = pathlib.Path(folder) / "here"
    folder.mkdir()
    server = serve(folder)
    tokens = {name: server.token(name) for name in ("Anna", "Ben", "Cleo")}
    anna, ben, cleo = (server.client(tokens[name]) for name in tokens)
    table = table_of([anna, ben, cleo], "turn_the_tide", 3)
    t.equal("nobody is a friend yet", anna.must("friends")["friends"], [])
    for seat in (1, 2):
        about(server, tokens["Anna"], "befriend", table=table, seat=seat)
    for name in ("Ben", "Cleo"):
        about(server, tokens[name], "befriend", table=table, seat=0)
    t.equal("in the list, too", sorted((one["name"], one["here"]) for one in known(server, tokens["Anna"])["friends"]), [("Ben", True), ("Cleo", True)])
    t.check("only friends are", "here" not in str(known(server, tokens["Anna"])["recent"]))
    marks = {one["name"]: one["person"] for one in known(server, tokens["Anna"])["friends"]}
    mark = marks["Ben"]
    t.check("Ben is here", {"person": mark, "name": "Ben", "here": True} in anna.must("friends")["friends"])
    t.equal("Cleo knows Anna alone", [one["name"] for one in cleo.must("friends")["friends"]], ["Anna"])
    ben.socket.close()
    t.equal("Ben went", anna.wait_for(lambda push: "friend" in push), {"friend": {"person": mark, "here": False}})
    second = [server.client(tokens["Ben"]) for _ in range(3)]
    t.equal("and is back", anna.wait_for(lambda push: "friend" in push), {"friend": {"person": mark, "here": True}})
    for client in second[1:]:
        client.socket.close()
    about(server, tokens["Ben"], "part", person=known(server, tokens["Ben"])["friends"][0]["person"])
    t.equal("after parting there is one less", [one["name"] for one in anna.must("friends")["friends"]], ["Cleo"])
    second[0].must("hello")
    second[0].socket.close()
    while "springtide_clients 2\n" not in server.http("GET", "/metrics")[1]:
        pass
    cleo.must("hello")
    t.check("Cleo heard nothing of Ben", not any("friend" in push for push in cleo.read))
    cleo.socket.close()
    t.equal("the next that Anna hears is of Cleo", anna.wait_for(lambda push: "friend" in push), {"friend": {"person": marks["Cleo"], "here": False}})
    metrics = server.http("GET", "/metrics")[1]
    t.check("one frame for each change and watcher", "springtide_friend_pushes_total 3\n" in metrics, [line for line in metrics.splitlines() if "friend_pushes" in line])
    server.stop()


def unread(t, folder, serve, elsewhere=None):
    """How much of the talk is new: for each person and table, over devices, nodes and crashes."""
    folder = pathlib.Path(folder) / "unread"
    folder.mkdir()
    server = serve(folder)
    other = elsewhere or server
    tokens = {name: server.token(name) for name in ("Anna", "Ben", "Cleo")}
    anna, ben, cleo = (server.client(tokens[name]) for name in tokens)
    table = table_of([anna, ben], "high_tide_leiman", 2)
    second = table_of([anna, ben], "high_tide_leiman", 2)
    fresh = lambda name: {one["table"]: one["unread"] for one in other.get("/api/mine", tokens[name])[1]["tables"] if "unread" in one}
    since = lambda: [(one["table"], one["to_act"], one["since"]) for one in sorted(other.get("/api/mine", tokens["Anna"])[1]["tables"], key=lambda one: one["table"])]
    turns = since()
    t.equal("nobody said anything", (fresh("Anna"), anna.must("read", table=table)["until"]), ({}, 0))
    lines = [ben.must("chat", table=table, text=text)["seq"] for text in ("one", "two", "three")]
    ben.must("chat", table=second, text="there, too")
    t.equal("new lines of each table", fresh("Anna"), {table: 3, second: 1})
    t.equal("who talks has read", fresh("Ben"), {})
    t.equal("it is whose turn it was, since when it was", since(), turns)
    t.equal("read so far", anna.must("read", table=table, until=lines[0])["until"], lines[0])
    t.equal("the rest is new", fresh("Anna"), {table: 2, second: 1})
    phone = other.client(tokens["Anna"])
    t.equal("another device knows it", phone.must("read", table=table)["until"], lines[0])
    t.equal("nothing becomes unread", (phone.must("read", table=table, until=0)["until"], phone.must("read", table=table, until=-(2**62))["until"], fresh("Anna")[table]), (lines[0], lines[0], 2))
    t.refused("who has no seat has nothing to read", cleo.ask("read", table=table), "forbidden")
    t.refused("a number", anna.ask("read", table=table, until="all"), "bad_request")
    server.kill()
    server.start()
    anna, ben = (server.client(tokens[name]) for name in ("Anna", "Ben"))
    t.equal("kept over a crash", fresh("Anna"), {table: 2, second: 1})
    t.check("and not beyond what happened", anna.must("read", table=table, until=2**62)["until"] < 1000)
    t.equal("all read there", fresh("Anna"), {second: 1})
    anna.must("chat", table=second, text="an answer")
    t.equal("an answer is new to Ben alone", (fresh("Anna"), fresh("Ben")), ({}, {second: 1}))
    about(server, tokens["Anna"], "block", table=table, seat=1)
    ben.must("chat", table=table, text="not to be heard")
    t.equal("what is not heard is not new", fresh("Anna"), {})
    kept = [note for note in server.post("/api/export", {}, tokens["Anna"])[1]["notes"] if note["kind"] == "read"]
    t.equal("it is hers to take away", sorted(note["key"] for note in kept), sorted((table, second)))
    server.stop()


def again(t, folder, serve):
    """Play again asks everybody: nobody is taken along unasked, and who says no frees the seat."""
    folder = pathlib.Path(folder) / "again"
    folder.mkdir()
    server = serve(folder)
    anna, ben, cleo = (server.client(server.token(name)) for name in ("Anna", "Ben", "Cleo"))
    table = table_of([anna, ben, cleo], "turn_the_tide", 3)
    while anna.must("watch", table=table)["room"]["phase"] == "running":
        anna.ask("end", table=table, do="ask"), ben.ask("end", table=table, do="agree"), cleo.ask("end", table=table, do="agree")
    following = ben.must("rematch", table=table)["table"]
    seats = lambda: {seat["name"]: seat.get("asked", False) for seat in ben.must("watch", table=following)["room"]["seats"]}
    t.equal("the others are asked", seats(), {"Anna": True, "Ben": False, "Cleo": True})
    t.check("who asks is the host there", ben.must("watch", table=following)["room"]["you"]["host"])
    listed = [one["table"] for one in server.get("/api/mine", anna.token)[1]["tables"]]
    t.check("the table is in the list of who was asked", following in listed, listed)
    anna.must("join", table=following)
    t.equal("Anna says yes", seats()["Anna"], False)
    cleo.must("leave", table=following)
    t.equal("Cleo says no, and her seat is free", sorted(seats().items()), [("", False), ("Anna", False), ("Ben", False)])
    listed = [one["table"] for one in server.get("/api/mine", cleo.token)[1]["tables"]]
    t.check("nor is it in her list any more", following not in listed, listed)
    server.kill()
    server.start()
    ben = server.client(ben.token)
    t.equal("also after a restart", sorted(seats().items()), [("", False), ("Anna", False), ("Ben", False)])
    server.stop()


def blocked(t, folder, serve):
    """Somebody who is blocked is not heard, not met by Play now, and asks in vain; they are not told."""
    folder = pathlib.Path(folder) / "blocked"
    folder.mkdir()
    server = serve(folder)
    tokens = {name: server.token(name) for name in ("Anna", "Ben", "Cleo")}
    anna, ben, cleo = (server.client(tokens[name]) for name in tokens)
    table = table_of([anna, ben, cleo], "turn_the_tide", 3)
    ben.must("chat", table=table, text="before")
    status, answer = about(server, tokens["Anna"], "block", table=table, seat=1)
    t.equal("Anna blocks Ben", (status, names(answer["blocked"])), (200, ["Ben"]))
    ben.must("chat", table=table, text="after")
    cleo.must("chat", table=table, text="hello Anna")
    lines = lambda client: [line["text"] for line in client.must("watch", table=table)["chat"]]
    t.equal("she hears nothing of him", lines(anna), ["hello Anna"])
    t.equal("nor in pages of history", [line["text"] for line in anna.must("history", table=table, before=1000)["chat"]], ["hello Anna"])
    t.equal("others do", lines(cleo), ["before", "after", "hello Anna"])
    cleo.must("chat", table=table, text="the last")
    anna.wait_for(lambda push: any(line["text"] == "the last" for line in push.get("chat", [])))
    t.check("nor in pushes", not any(line["text"] == "after" for push in anna.read for line in push.get("chat", [])))
    t.equal("a new connection is no way around", lines(server.client(tokens["Anna"])), ["hello Anna", "the last"])
    t.equal("Ben asks, and is told nothing", names(about(server, tokens["Ben"], "befriend", table=table, seat=0)[1]["asking"]), ["Anna"])
    t.equal("Anna does not hear it", known(server, tokens["Anna"])["asked"], [])
    waiting = anna.must("play_now", game="high_tide_leiman")
    t.check("Play now keeps them apart", ben.must("play_now", game="high_tide_leiman")["table"] != waiting["table"])
    t.equal("nor does he sit down there by its link", ben.ask("join", table=waiting["table"])["error"]["reason"], "no_seat_for_you")
    own = anna.must("create", game="high_tide_leiman", players=2)["table"]
    t.equal("nor where she is the host", ben.ask("join", table=own)["error"]["reason"], "no_seat_for_you")
    t.check("both ways", anna.must("play_now", game="high_tide_leiman")["table"] == waiting["table"])
    t.equal("and nobody else", cleo.must("play_now", game="high_tide_leiman")["opened"], False)
    end_by_agreement([anna, ben, cleo], table)
    following = ben.must("rematch", table=table)["table"]
    t.equal("nor does Play again ask her", sorted(seat["name"] for seat in ben.must("watch", table=following)["room"]["seats"]), ["", "Ben", "Cleo"])
    mark = known(server, tokens["Anna"])["blocked"][0]["person"]
    t.equal("unblock first", about(server, tokens["Anna"], "befriend", person=mark)[1]["error"]["reason"], "unblock_first")
    about(server, tokens["Anna"], "unblock", person=mark)
    t.check("unblocked, he may sit there", ben.ask("join", table=own)["ok"])
    t.equal("all of it is there", lines(anna), ["before", "after", "hello Anna", "the last"])
    for body, reason in (({"do": "dance"}, "people_what"), ({"do": "block", "table": table, "seat": 0}, "that_is_you"), ({"do": "block", "table": table, "seat": 7}, "no_such_seat"),
                         ({"do": "block", "table": table, "said": 1}, "no_such_line"), ({"do": "block", "person": "0" * 16}, "no_such_person"),
                         ({"do": "block", "table": "x", "seat": 1}, "no_such_table"), ({"do": "block"}, None), ({}, None)):
        status, answer = server.post("/api/people", body, tokens["Anna"])
        t.check(f"{body} gets its sentence", status in (400, 404) and answer["error"].get("reason") == reason if reason else status == 400, answer)
    t.equal("a stranger has no lists", server.get("/api/people")[0], 403)
    server.stop()


def reports(t, folder, serve):
    """A line for the host, with a reason; a few from one address and then fewer."""
    folder = pathlib.Path(folder) / "reports"
    folder.mkdir()
    server = serve(folder)
    tokens = {name: server.token(name) for name in ("Anna", "Ben")}
    anna, ben = (server.client(tokens[name]) for name in tokens)
    table = table_of([anna, ben], "high_tide_leiman", 2)
    seq = ben.must("chat", table=table, text="something rude")["seq"]
    for reason in ("", " ", "x" * 501):
        t.equal("a report says why", about(server, tokens["Anna"], "report", table=table, said=seq, reason=reason)[1]["error"]["reason"], "report_why")
    t.equal("reported", about(server, tokens["Anna"], "report", table=table, said=seq, reason="rude")[0], 200)
    answers = [about(server, tokens["Anna"], "report", table=table, seat=1, reason="again")[0] for _ in range(5)]
    t.equal("five, and then fewer", answers, [200] * 4 + [429])
    t.check("who is reported is not told", not any("rude" in str(push) and "reason" in str(push) for push in ben.read))
    server.stop()
