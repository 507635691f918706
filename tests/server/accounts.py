"""Accounts, for any store: `serve(folder, *arguments)` gives a server."""
import concurrent.futures
import itertools
import json
import pathlib
import re
import time

from client import closed, table_of
from mail_server import MailServer

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Mobile Safari/537.36"
PASSWORD = "long enough"
ANNAS_ADDRESS = {"address": "anna@example.org", "password": PASSWORD}


addresses = (f"127.1.{i // 200}.{i % 200 + 1}" for i in itertools.count())


def post(server, path, body, token=None):
    """From an address of its own: one address tries few passwords."""
    headers = {"Authorization": "Bearer " + token} if token else None
    status, text, _ = server.http("POST", path, body, headers, source=next(addresses))
    return status, json.loads(text)


def cookie_of(headers):
    return next(part.split(";")[0].removeprefix("springtide=") for part in headers.get_all("Set-Cookie") if part.startswith("springtide="))


def account(server, name, agent=FIREFOX, path="/api/claim"):
    """Claims or logs in; gives the token of the new session."""
    status, text, headers = server.http("POST", path, {"name": name, "password": PASSWORD}, {"User-Agent": agent}, source=next(addresses))
    assert status == 200, text
    return cookie_of(headers)


def refused(t, server, title, path, body, reason, status, token=None):
    got, answer = post(server, path, body, token)
    t.check(title, got == status and answer.get("error", {}).get("reason") == reason and answer["error"]["message"], (got, answer))


def known_sessions(server, token, count):
    """Its sessions, once so many are noted."""
    while True:
        sessions = server.get("/api/sessions", token)[1]["sessions"]
        if len(sessions) == count:
            return sessions
        time.sleep(0.05)


def sessions(t, folder, serve):
    """Where one is logged in is listed, and can be ended there."""
    server = serve(folder)
    home = account(server, "Anna")
    phone = account(server, "Anna", PHONE, "/api/login")
    listed = known_sessions(server, home, 2)
    t.equal("both devices, and which is this", sorted((each["device"], each["here"]) for each in listed),
            [("Chrome, Android", False), ("Firefox, Linux", True)])
    there = server.client(phone)
    session = next(each["session"] for each in listed if not each["here"])
    stranger = server.token("Eve")
    refused(t, server, "nobody else ends it", "/api/sessions/end", {"session": session}, "no_such_session", 404, stranger)
    refused(t, server, "a session that is none", "/api/sessions/end", {"session": "x"}, "no_such_session", 404, home)
    t.equal("a field is missing", post(server, "/api/sessions/end", {}, home)[0], 400)
    t.equal("a guest without a name has none", server.get("/api/sessions", stranger)[1], {"sessions": []})
    t.equal("strangers have none", server.get("/api/sessions")[0], 403)
    guest = server.get("/api/me", home)[1]["guest"]
    t.equal("ended", post(server, "/api/sessions/end", {"session": session}, home), (200, {}))
    t.check("its connection is closed with a reason", "session was ended" in closed(there))
    t.check("its token is worth nothing", server.get("/api/me", phone)[1]["guest"] != guest)
    t.equal("it is listed no more", [each["here"] for each in known_sessions(server, home, 1)], [True])
    server.stop()


def traces_of(server, anna, ben, table):
    """Leaves Anna's name wherever a name can be left; gives what tells what is there later."""
    setup = {"name": "An evening", "game": "high_tide_leiman", "seats": 2, "minutes": 10}
    night = server.post("/api/clubs", {**setup, "rounds": 3}, ben.token)[1]["club"]
    tables = server.post("/api/duplicates", {**setup, "tables": 2}, ben.token)[1]["duplicate"]
    for path in (f"/api/clubs/{night}/enter", f"/api/duplicates/{tables}/sit"):
        assert server.post(path, {}, anna.token)[0] == 200
    watched = ben.must("create", game="high_tide_leiman", players=2, spectators=True, spectators_chat=True)["table"]
    anna.must("chat", table=watched, text="Anna was here")
    for token, seat in ((anna.token, 1), (ben.token, 0)):
        server.post("/api/people", {"do": "befriend", "table": table, "seat": seat}, token)
    invited = ben.must("create", game="high_tide_leiman", players=2)["table"]
    ben.must("join", table=invited)
    ben.must("invite", table=invited, seat=1, person=server.get("/api/people", ben.token)[1]["friends"][0]["person"])
    anna.must("leave", table=invited)
    for seat, token in ((0, ben.token), (1, anna.token)):
        assert server.post("/api/people", {"do": "report", "table": table, "seat": seat, "reason": "to see what stays"}, token)[0] == 200
    host = lambda server, **what: server.post("/api/host", {"key": "a key that nobody guesses", **what})[1]
    host(server, do="mute", guest=server.get("/api/me", anna.token)[1]["guest"], why="to see what stays")

    def traces(server, ben):
        desk = host(server, do="look")
        return {"a club night": json.dumps(server.get(f"/api/clubs/{night}")[1]), "a table she watched": json.dumps(ben.must("watch", table=watched)),
                "the host's desk": json.dumps([desk["reports"], desk["deeds"], desk["mutes"]])}

    return traces


def deleting(t, folder, serve, dump):
    """The name alone, or everything: games stay, without the name; nobody else can do it."""
    key = pathlib.Path(folder) / "deleting.key"
    key.write_text("a key that nobody guesses")
    server = serve(folder, "--host-key-file", str(key))
    token = account(server, "Anna")
    ben = server.client(server.token("Ben"))
    anna = server.client(token)
    guest = server.get("/api/me", token)[1]["guest"]
    table = table_of([anna, ben], "high_tide_leiman", 2, options={"first": "blue"})
    anna.must("chat", table=table, text="I live in the harbour")
    ben.must("chat", table=table, text="and I do not")
    ben.must("watch", table=table)
    anna.must("watch", table=table)
    anna.must("play", table=table, action=anna.must("watch", table=table)["legal"][0])
    for path in ("/api/name/delete", "/api/me/delete"):
        refused(t, server, f"{path} needs the password", path, {"password": "wrong enough"}, "wrong_password", 403, token)
        refused(t, server, f"{path} needs somebody", path, {"password": PASSWORD}, "not_logged_in", 403)
    traces = traces_of(server, anna, ben, table)
    refused(t, server, "not in the middle of a game", "/api/me/delete", {"password": PASSWORD}, "plays_still", 400, token)
    ben.must("resign", table=table)
    before = ben.must("watch", table=table)
    again = ben.must("rematch", table=table)["table"]  # a seat is kept for her there, by name
    t.check("she is asked to play again", '"Anna"' in json.dumps(ben.must("watch", table=again)["room"]), again)
    refused(t, server, "nor while a seat is kept for her", "/api/me/delete", {"password": PASSWORD}, "plays_still", 400, token)
    anna.must("leave", table=again)
    refused(t, server, "not a file for a session alone", "/api/export", {}, "wrong_password", 403, token)
    everything = post(server, "/api/export", {"password": PASSWORD}, token)[1]
    own = next(one["events"] for one in everything["tables"] if one["table"] == table)
    t.equal("all that she did is in her file", [event.get("action") or event.get("text") for event in own if event["kind"] in ("play", "chat")],
            ["I live in the harbour", before["events"] and next(event["action"] for event in own if event["kind"] == "play")])
    t.check("and nothing of Ben's", "and I do not" not in json.dumps(everything) and everything["name"] == "Anna", everything)
    t.check("whom she met and her session are in it", sorted(note["kind"] for note in everything["notes"]) == ["club", "club", "friend", "met", "read", "session"], everything["notes"])
    record = server.http("GET", f"/api/tables/{table}/record", headers={"Authorization": f"Bearer {ben.token}"})[1]
    t.check("her name is in the record", '"Anna"' in record, record)
    t.equal("deleted", post(server, "/api/me/delete", {"password": PASSWORD}, token), (200, {}))
    anew = json.dumps(ben.wait_for(lambda push: push.get("table") == table and push.get("anew")))
    t.check("whoever watches is told anew at once", "Anna" not in anew and "harbour" not in anew and "Guest " + guest[:4] in anew, anew[-600:])
    open_now = json.dumps([ben.must("watch", table=table), ben.must("watch", table=again), server.get("/api/mine", ben.token)[1], list(traces(server, ben).values())])
    t.check("tables that are open tell it no more", "Anna" not in open_now and "harbour" not in open_now, open_now[-600:])
    left = [line for line in dump() if "Anna" in line or "harbour" in line]
    t.check("her name and what she said are nowhere in the store", left == [], left[:5])
    t.check("she is connected no more", "session was ended" in closed(anna))
    t.check("her token is worth nothing", server.get("/api/me", token)[1]["guest"] != guest)
    refused(t, server, "nobody logs in so", "/api/login", {"name": "Anna", "password": PASSWORD}, "wrong_login", 403)
    ben.close()
    server.stop()
    server.start()
    ben = server.client(ben.token)
    seen = ben.must("watch", table=table)
    t.equal("the game stays", (seen["view"], seen["room"]["result"]), (before["view"], before["room"]["result"]))
    record = server.http("GET", f"/api/tables/{table}/record", headers={"Authorization": f"Bearer {ben.token}"})[1]
    mine = json.dumps(server.get("/api/mine", ben.token)[1])
    told = json.dumps(seen)
    for where, text in (("the table", told), ("the record", record), ("the list", mine)):
        t.check(f"without her name in {where}", "Anna" not in text and "Guest " + guest[:4] in text, text[-600:])
    for where, text in traces(server, ben).items():
        t.check(f"without her name in {where}", "Anna" not in text and "Guest " + guest[:4] in text, text[-600:])
    t.check("and without what she said", "harbour" not in told and "and I do not" in told, told[-600:])
    t.check("somebody else may be Anna", account(server, "Anna") != token)
    name_only = account(server, "Nora")
    me = post(server, "/api/name/delete", {"password": PASSWORD}, name_only)
    t.check("a name that was given up", me[0] == 200 and not me[1]["claimed"] and me[1]["name"].startswith("Guest "), me)
    t.check("is free", account(server, "Nora") != name_only)
    server.stop()


def link_in(letter):
    return re.search(r"/#/(mail|recover|cancel)/([0-9a-f]{32})", letter[2])


def letters(t, folder, serve):
    """An address is confirmed by a link; a lost password is replaced by another, once; calls come by letter, too."""
    mail = MailServer()
    server = serve(folder, "--smtp", mail.address, "--mail-from", "tide@example.org")
    token = account(server, "Anna")
    for wrong in ("anna", "a@b@c.org", "a@example.org\r\nBcc: eve@example.org", "<a@example.org>"):
        refused(t, server, f"no address: {wrong[:10]}", "/api/mail", {"address": wrong, "password": PASSWORD}, "mail_address", 400, token)
    refused(t, server, "a guest without a name", "/api/mail", {"address": "eve@example.org"}, "no_name_kept", 400, server.token("Eve"))
    post(server, "/api/recover", {"name": "Anna"})
    refused(t, server, "a session alone", "/api/mail", {"address": "eve@example.org"}, "wrong_password", 403, token)
    t.equal("sent", post(server, "/api/mail", ANNAS_ADDRESS, token), (200, {}))
    sender, to, text = mail.wait(1)[0]
    t.equal("the first letter is the one to confirm", (sender, to), ("tide@example.org", ["anna@example.org"]))
    t.check("it says for which name", "Anna" in text and "30 minutes" in text, text)
    refused(t, server, "not again at once", "/api/mail", ANNAS_ADDRESS, "letter_on_its_way", 429, token)
    kind, link = link_in(mail.letters[0]).groups()
    t.equal("it leads to the page", kind, "mail")
    t.equal("not confirmed yet", server.get("/api/calls", token)[1]["mail"], {"offered": True, "address": None, "on": False})
    refused(t, server, "an invented link", "/api/mail/confirm", {"link": "0" * 32}, "link_is_void", 403)
    refused(t, server, "a link of another kind", "/api/recover/finish", {"link": link, "password": PASSWORD}, "link_is_void", 403)
    t.equal("confirmed", post(server, "/api/mail/confirm", {"link": link}), (200, {}))
    refused(t, server, "a link works once", "/api/mail/confirm", {"link": link}, "link_is_void", 403)
    t.equal("her address", server.get("/api/calls", token)[1]["mail"]["address"], "anna@example.org")
    # Nobody learns who has an address; the letter works once.
    t.equal("the same answer", post(server, "/api/recover", {"name": "Anna"}), post(server, "/api/recover", {"name": "Nobody"}))
    way = link_in(mail.wait(2)[1])
    t.equal("the way back", way.group(1), "recover")
    refused(t, server, "a short password", "/api/recover/finish", {"link": way.group(2), "password": "short"}, "password_length", 400)
    status, text, headers = server.http("POST", "/api/recover/finish", {"link": way.group(2), "password": "another one"}, source=next(addresses))
    t.check("a new password", status == 200 and json.loads(text)["name"] == "Anna", text)
    fresh = cookie_of(headers)
    guest = json.loads(text)["guest"]
    t.check("ends every session", server.get("/api/me", token)[1]["guest"] != guest and server.get("/api/me", fresh)[1]["guest"] == guest)
    refused(t, server, "the link is used", "/api/recover/finish", {"link": way.group(2), "password": PASSWORD}, "link_is_void", 403)
    refused(t, server, "the old password is worth nothing", "/api/login", {"name": "Anna", "password": PASSWORD}, "wrong_login", 403)
    # By letter, where she wants that.
    t.equal("calls by letter", post(server, "/api/calls", {"mail": True}, fresh)[1]["mail"]["on"], True)
    ben, anna = server.client(server.token("Ben")), server.client(fresh)
    table = table_of([ben, anna], "high_tide_leiman", 2, options={"first": "blue"})
    anna.must("unwatch", table=table)
    ben.must("play", table=table, action=ben.must("watch", table=table)["legal"][0])
    called = mail.wait(3)[2]
    t.check("the letter leads to the table", called[1] == ["anna@example.org"] and f"/t/{table}" in called[2] and "Ben" in called[2], called)
    heard = b"".join(ben.received).decode()
    t.check("Ben learns nothing of it", "anna@example.org" not in heard)
    refused(t, server, "not removed by a session alone", "/api/mail/forget", {}, "wrong_password", 403, fresh)
    t.equal("forgotten", post(server, "/api/mail/forget", {"password": "another one"}, fresh)[0], 200)
    t.equal("no address, no letters", server.get("/api/calls", fresh)[1]["mail"], {"offered": True, "address": None, "on": False})
    t.check("the address learns of it", "#/cancel/" in mail.wait(4)[3][2] and mail.letters[3][1] == ["anna@example.org"], mail.letters[3])
    t.equal("stops well", server.stop(), 0)
    text = (server.log.name, open(server.log.name).read())
    t.check("no address and no link in the log", "anna@example.org" not in text[1] and way.group(2) not in text[1])
    mail.close()


def old_links(t, folder, serve, make_old):
    """A link of half an hour ago opens nothing; without a mail server nothing is promised."""
    mail = MailServer()
    server = serve(folder, "--smtp", mail.address, "--mail-from", "tide@example.org")
    token = account(server, "Anna")
    post(server, "/api/mail", ANNAS_ADDRESS, token)
    link = link_in(mail.wait(1)[0]).group(2)
    server.stop()
    make_old(31 * 60_000)
    server.start()
    refused(t, server, "too old", "/api/mail/confirm", {"link": link}, "link_is_void", 403)
    t.equal("another letter may go now", post(server, "/api/mail", ANNAS_ADDRESS, token)[0], 200)
    server.stop()
    mail.close()
    server.arguments = [each for each in server.arguments if each not in ("--smtp", mail.address, "--mail-from", "tide@example.org")]
    server.start()
    refused(t, server, "no letters here", "/api/mail", ANNAS_ADDRESS, "no_mail_here", 503, token)
    refused(t, server, "and no way back by letter", "/api/recover", {"name": "Anna"}, "no_mail_here", 503)
    server.stop()


def confirm(server, mail, token, address, password=PASSWORD):
    """Confirms an address of the account."""
    there = len(mail.letters)
    assert post(server, "/api/mail", {"address": address, "password": password}, token) == (200, {})
    assert post(server, "/api/mail/confirm", {"link": link_in(mail.wait(there + 1)[there]).group(2)}) == (200, {})


def letters_to(mail, address, kind):
    """The links of this kind that were sent to this address, the latest last."""
    found = [link_in(letter) for letter in mail.letters if letter[1] == [address]]
    return [link.group(2) for link in found if link and link.group(1) == kind]


def takeover(t, folder, serve, make_old):
    """A borrowed session changes nothing. An attacker who also knows the password is undone by the old address for 72 hours."""
    mail = MailServer()
    server = serve(folder, "--smtp", mail.address, "--mail-from", "tide@example.org")
    borrowed = account(server, "Anna")
    guest = server.get("/api/me", borrowed)[1]["guest"]
    confirm(server, mail, borrowed, "anna@example.org")
    for path, body, reason in (("/api/mail", {"address": "eve@example.org"}, "wrong_password"), ("/api/mail/forget", {}, "wrong_password"),
                               ("/api/claim", {"name": "Anna", "password": "of the thief"}, "wrong_old_password"), ("/api/export", {}, "wrong_password"),
                               ("/api/name/delete", {}, "wrong_password"), ("/api/me/delete", {}, "wrong_password")):
        refused(t, server, f"{path} by a session alone", path, body, reason, 403, borrowed)
    t.equal("and her address stays", server.get("/api/calls", borrowed)[1]["mail"]["address"], "anna@example.org")
    # Eve knows the password, too.
    confirm(server, mail, borrowed, "eve@example.org")
    mail.wait(3)
    t.equal("the old address gets a link", len(letters_to(mail, "anna@example.org", "cancel")), 1)
    status, text, headers = server.http("POST", "/api/claim", {"name": "Anna", "password": "of the thief", "old_password": PASSWORD},
                                        {"Authorization": f"Bearer {borrowed}"}, source=next(addresses))
    t.equal("Eve changes the password", status, 200)
    thief = cookie_of(headers)
    mail.wait(4)
    post(server, "/api/recover", {"name": "Anna"})
    mail.wait(5)
    t.equal("a lost password is a matter of the old address", (len(letters_to(mail, "anna@example.org", "recover")), letters_to(mail, "eve@example.org", "recover")), (1, []))
    link, = letters_to(mail, "anna@example.org", "cancel")
    refused(t, server, "an invented link cancels nothing", "/api/mail/cancel", {"link": "0" * 32}, "link_is_void", 403)
    t.equal("a link is needed", post(server, "/api/mail/cancel", {})[0], 400)
    status, answer = post(server, "/api/mail/cancel", {"link": link})
    t.check("Anna cancels it", status == 200 and len(answer["link"]) == 32, answer)
    refused(t, server, "once", "/api/mail/cancel", {"link": link}, "link_is_void", 403)
    t.check("Eve is out", server.get("/api/me", thief)[1]["guest"] != guest)
    for password in (PASSWORD, "of the thief"):
        refused(t, server, f"and {password} opens nothing", "/api/login", {"name": "Anna", "password": password}, "wrong_login", 403)
    refused(t, server, "Eve's address cancels nothing", "/api/mail/cancel", {"link": letters_to(mail, "eve@example.org", "cancel")[0]}, "link_is_void", 403)
    status, text, headers = server.http("POST", "/api/recover/finish", {"link": answer["link"], "password": PASSWORD}, source=next(addresses))
    t.check("Anna sets a new password", status == 200 and json.loads(text)["guest"] == guest, text)
    home = cookie_of(headers)
    t.equal("and has her address again", server.get("/api/calls", home)[1]["mail"]["address"], "anna@example.org")
    # Anna changes it herself. After three days only the new address counts.
    confirm(server, mail, home, "new@example.org")
    mail.wait(7)
    late = letters_to(mail, "anna@example.org", "cancel")[-1]
    make_old(73 * 3_600_000)
    refused(t, server, "after 72 hours nothing is cancelled", "/api/mail/cancel", {"link": late}, "link_is_void", 403)
    post(server, "/api/recover", {"name": "Anna"})
    mail.wait(8)
    t.equal("and a lost password is a matter of the new address", len(letters_to(mail, "new@example.org", "recover")), 1)
    server.stop()
    mail.close()


def races(t, folder, serve):
    """What is acknowledged stays, whatever comes at the same time: with renames in flight a password is changed, a name kept, an account deleted."""
    server = serve(folder)
    pool = concurrent.futures.ThreadPoolExecutor(5)

    def during_renames(token, names, act):
        """Does it while the account is renamed again and again."""
        going = [True]

        def rename(i):
            while going[0]:
                server.http("POST", "/api/me", {"name": names[i % len(names)]}, {"Authorization": f"Bearer {token}"}, source=next(addresses))

        renames = [pool.submit(rename, i) for i in range(4)]
        time.sleep(0.05)
        answer = act()
        time.sleep(0.05)
        going[0] = False
        for one in renames:
            one.result()
        return answer

    lost = []
    for i in range(6):
        name = f"Race {i}"
        token = server.token(name)
        status, _ = during_renames(token, [name], lambda: post(server, "/api/claim", {"name": name, "password": PASSWORD}, token))
        home = server.http("POST", "/api/login", {"name": name, "password": PASSWORD}, source=next(addresses))
        if status != 200 or home[0] != 200:
            lost.append(("a first claim", status, home[:2]))
            continue
        token = cookie_of(home[2])
        change = {"name": name, "password": "another one", "old_password": PASSWORD}
        status, _ = during_renames(token, [name, name.upper()], lambda: post(server, "/api/claim", change, token))
        logins = [post(server, "/api/login", {"name": name, "password": each})[0] for each in (PASSWORD, "another one")]
        if (status, logins) != (200, [403, 200]):
            lost.append(("a password", status, logins))
            continue
        token = cookie_of(server.http("POST", "/api/login", {"name": name, "password": "another one"}, source=next(addresses))[2])
        status, _ = during_renames(token, [name, name.upper()], lambda: post(server, "/api/me/delete", {"password": "another one"}, token))
        login = post(server, "/api/login", {"name": name, "password": "another one"})[0]
        if (status, login) != (200, 403):
            lost.append(("a deletion", status, login))
    t.equal("no acknowledged change is lost", lost, [])
    pool.shutdown()
    server.stop()
