#!/usr/bin/env python3
"""What strangers may try: broken, huge, slow and too many messages, wrong origins, forged tokens, odd paths, headers."""
import json
import pathlib
import random
import socket
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import Checks, Client, Closed, Server, table_of  # noqa: E402


def refused_connection(make):
    try:
        make()
    except Closed as error:
        return str(error)
    return ""


def origins_and_tokens(t, folder):
    server = Server(folder)
    said = refused_connection(lambda: Client(server.port, headers={"Origin": "https://evil.example"}))
    t.check("a WebSocket of a foreign page", "403" in said, said)
    Client(server.port, headers={"Origin": f"http://localhost:{server.port}"}).close()
    t.check("one of our own page", True)
    status, text, _ = server.http("POST", "/api/me", {"name": "Eve"}, {"Origin": "https://evil.example"})
    t.equal("a POST of a foreign page", status, 403)
    status, _, _ = server.http("POST", "/api/me", "name=Eve", {"Content-Type": "application/x-www-form-urlencoded"})
    t.equal("a form", status, 415)
    token = server.token("Anna")
    guest, signature = token.split(".")[0], token.split(".")[-1]
    known = server.get("/api/me", token)[1]["guest"]
    t.equal("a good token", known, guest)
    for forged in (guest, guest + ".", guest + "." + "0" * 64, "0" * 32 + "." + signature, token[:-1], token + "0", "."):
        t.check(f"a forged token {forged[:40]}", server.get("/api/me", forged)[1]["guest"] != guest)
    client = server.client()
    t.refused("hello with a forged token", client.ask("hello", token=guest + "." + "0" * 64), "forbidden")
    t.equal("hello with a good one", client.must("hello", token=token)["player"], "Anna")
    # Seats belong to guests: another guest cannot act for them, whatever they write.
    anna, ben, eve = server.client(token), server.client(), server.client()
    table = table_of([anna, ben], "high_tide_leiman", 2)
    for op in ("play", "undo", "resign", "leave", "retract", "ready"):
        t.refused(f"{op} without a seat", eve.ask(op, table=table, seat=0, by=0, guest=guest, action="a1-a2"), "forbidden")
    for name in ("", "x" * 25, "a\u0000b", " a", "a\nb"):
        t.equal(f"name {name!r}", server.post("/api/token", {"name": name or " "})[0], 400)
    server.stop()


def broken_messages(t, folder):
    """Anything at all as a message: one answer that refuses it, and the table is as it was."""
    server = Server(folder, "--messages-per-second", "100000")
    anna, ben = server.client(), server.client()
    table = table_of([anna, ben], "high_tide_leiman", 2)
    before = anna.must("watch", table=table)
    seq = before["seq"]
    chooser = random.Random(1)
    values = [None, True, -1, 0, 1.5, 10**30, "", "x" * 300, [], [[]], {}, {"a": {}}, table, "play", "\ud7ff", "'; DROP TABLE event;--"]
    ops = ["play", "join", "seat", "ready", "takeback", "end", "chat", "mute", "remove", "rematch", "create", "watch", "hello",
           "undo", "retract", "unwatch"]
    refusals = 0
    for _ in range(1500):
        request = {key: chooser.choice(values) for key in chooser.sample(
            ["id", "op", "table", "action", "seat", "kind", "do", "on", "text", "at", "since", "game", "players", "options",
             "seats", "clock", "token", "key", "contribution"], 6)}
        if chooser.random() < 0.7:
            request["op"] = chooser.choice(ops)
        if chooser.random() < 0.7:
            request["table"] = table
        if request.get("op") in ("chat", "unwatch", "watch", "end", "takeback", "join"):
            request.pop("text", None), request.pop("do", None)
            if request["op"] in ("unwatch", "watch", "join"):
                request["table"] = "nowhere"
        request["id"] = "fuzz"
        ben.send_text(json.dumps(request))
        answer = ben.receive()
        refusals += not answer.get("ok", True)
    for text in ("", "{", "[]", "null", '"x"', "{}", '{"op":1}', "[" * 5000, '{"id":{},"op":"hello"}', "\x00", "{\"op\":\"play\",}"):
        ben.send_text(text)
        t.check(f"not a request: {text[:20]!r}", ben.receive()["ok"] is False)
    t.check("most were refused", refusals > 1000, refusals)
    after = anna.must("watch", table=table, since=seq)
    t.equal("the table is as it was", (after["seq"], after["view"]), (seq, before["view"]))
    server.stop()


def too_much(t, folder):
    server = Server(folder, "--connections-per-address", "20", "--requests-per-second", "40",
                    "--messages-per-second", "50")
    client = server.client()
    client.frame(1, b"x" * 70_000)
    t.check("a huge message ends the connection", refused_connection(lambda: [client.receive() for _ in range(3)]))
    client = server.client()
    client.frame(2, b"binary")
    t.check("binary ends the connection", refused_connection(client.receive))
    client = server.client()

    def flood():
        for _ in range(2000):
            client.send_text('{"op":"hello"}')
        while True:
            client.receive()

    t.check("a flood ends the connection", refused_connection(flood))
    status, _, _ = server.http("POST", "/api/token", "x" * 70_000)
    t.equal("a huge body", status, 413)
    status, _, _ = server.http("GET", "/healthz", headers={"X": "y" * 20_000})
    t.equal("a huge header", status, 413)
    open_ones = []
    said = ""
    for _ in range(30):
        said = refused_connection(lambda: open_ones.append(Client(server.port)))
        if said:
            break
    t.check("too many connections of one address", "429" in said, said)
    for one in open_ones:
        one.close()
    # Half a request gets no answer and delays no other.
    slow = socket.create_connection(("127.0.0.1", server.port))
    slow.sendall(b"GET /healthz HT")
    t.equal("others are served meanwhile", server.http("GET", "/healthz")[0], 200)
    many = socket.create_connection(("127.0.0.1", server.port))
    said = b""
    while b" 429 " not in said and said.count(b" 200 OK") < 2000:  # many at once, however slow this machine is
        asked = said.count(b"HTTP/1.1 ") + 10
        many.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 10)
        while said.count(b"HTTP/1.1 ") < asked and (piece := many.recv(65536)):
            said += piece
    t.check("within their limit", b" 200 OK" in said and b" 429 " in said, said[:200])
    slow.close()
    server.stop()


def paths_and_headers(t, folder):
    web = pathlib.Path(folder) / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<title>the page</title>")
    (web / "assets" / "a-1234.js").write_text("1")
    (pathlib.Path(folder) / "secret.txt").write_text("secret")
    server = Server(folder, "--web", str(web))
    for path in ("/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "//etc/passwd",
                 "/etc/passwd", "/assets/..\\..\\secret.txt", "/springtide.sqlite", "/assets", "/assets/", "/.git/config"):
        status, text, _ = server.http("GET", path)
        t.check(f"nothing at {path}", status == 404 and "secret" not in text and "root:" not in text, text)
    status, text, headers = server.http("GET", "/t/" + "0" * 32)
    t.check("a table's address is the page", status == 200 and "the page" in text)
    for name, value in {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
                        "Cross-Origin-Opener-Policy": "same-origin"}.items():
        t.equal(name, headers[name], value)
    policy = headers["Content-Security-Policy"]
    t.check("a strict policy", "default-src 'none'" in policy and "unsafe-inline" not in policy and
            "frame-ancestors 'none'" in policy and "'unsafe-eval'" not in policy, policy)
    status, _, headers = server.http("GET", "/assets/a-1234.js")
    t.check("assets last", "immutable" in headers["Cache-Control"] and headers["Content-Type"].startswith("text/javascript"))
    t.equal("asked again", server.http("GET", "/assets/a-1234.js", headers={"If-None-Match": headers["ETag"]})[0], 304)
    t.equal("DELETE", server.http("DELETE", "/api/me")[0], 405)
    status, text, _ = server.http("GET", "/metrics")
    t.check("metrics", status == 200 and "springtide_store_healthy 1" in text, text)
    server.stop()


def days(t, folder):
    """The deal of a day exists for real days; others get a message."""
    server = Server(folder)
    for path, reason in (("nothing", "unknown_game"), ("turn_the_tide/2020-13-45", "no_such_day"), ("turn_the_tide/1999-01-01", "no_such_day"),
                         ("turn_the_tide/9999-12-31", "no_such_day"), ("turn_the_tide/today", "no_such_day")):
        status, answer = server.get("/api/daily/" + path)
        t.equal(path, (status, answer["error"]["reason"]), (404, reason))
    status, today = server.get("/api/daily/turn_the_tide")
    t.check("nothing of today's secret is told", status == 200 and "secret" not in today and len(today["commitment"]) == 64, today)
    server.stop()


if __name__ == "__main__":
    Checks().run(origins_and_tokens, broken_messages, too_much, paths_and_headers, days)
