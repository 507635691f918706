"""Being called back to a table, for any store: `serve(folder, *arguments)` gives a server."""
import json
import pathlib
import re
import time

from client import table_of
from push_service import Browser, PushService, claims_of

TURNS = {"options": {"first": "blue"}}


def to_move(clients, table):
    """Who is to move: number and legal actions, once one of them is."""
    for i, client in enumerate(clients):
        legal = client.must("watch", table=table)["legal"]
        if legal:
            return i, legal
    raise AssertionError("nobody is to move")


def loaded(server, library):
    """Whether the process has this shared library in its memory."""
    return library in pathlib.Path(f"/proc/{server.process.pid}/maps").read_text()


def play(client, table):
    """One action; afterwards nobody of this connection looks at the table."""
    legal = client.must("watch", table=table)["legal"]
    seq = client.must("play", table=table, action=legal[0])["seq"]
    client.must("unwatch", table=table)
    return seq


def pushes(t, folder, serve):
    """Whoever is not at the table is called once, until they play; nobody else can read it."""
    service = PushService()
    server = serve(folder, "--push-anywhere", "true")
    tokens = [server.token("Anna"), server.token("Ben")]
    anna, ben = (server.client(token) for token in tokens)
    t.check("who calls nobody does not load what calls", not loaded(server, "libcurl"), "libcurl is in memory")
    settings = server.get("/api/calls", tokens[1])[1]
    t.equal("nothing is set", {name: settings[name] for name in ("on", "devices", "quiet_tables", "mail")},
            {"on": True, "devices": 0, "quiet_tables": [], "mail": {"offered": False, "address": None, "on": False}})
    phone = Browser(service)
    status, answer = server.post("/api/push", phone.subscription(), tokens[1])
    t.equal("Ben's phone may be called", (status, answer), (200, {}))
    t.check("now it is loaded", loaded(server, "libcurl"), "libcurl is not in memory")
    t.equal("twice is once", server.post("/api/push", phone.subscription(), tokens[1])[0], 200)
    t.equal("one device", server.get("/api/calls", tokens[1])[1]["devices"], 1)
    table = table_of([anna, ben], "high_tide_leiman", 2, **TURNS)
    other = table_of([anna, ben], "high_tide_leiman", 2, **TURNS)
    for each in (table, other):
        ben.must("unwatch", table=each)
    play(anna, table)
    path, headers, message = service.wait(1)[0]
    t.equal("the call", message, {"kind": "turn", "table": table, "game": "high_tide_leiman", "with": ["Anna"]})
    claims, key = claims_of(headers["Authorization"], service)
    t.equal("by the key that browsers were told", key, settings["push_key"])
    t.check("signed for less than a day", claims["sub"] == f"http://localhost:{server.port}" and claims["exp"] > 0, claims)
    t.check("a newer call replaces it", headers["Topic"] == table and int(headers["TTL"]) > 0 and headers["Content-Encoding"] == "aes128gcm", headers)
    # While they do not play there they are not called there again; but from another table they are.
    legal = anna.must("watch", table=table)["legal"]
    t.equal("Anna waits", legal, [])
    play(anna, other)
    t.equal("the other table calls", service.wait(2)[1][2]["table"], other)
    play(ben, table)
    play(anna, table)
    t.equal("they played: the next turn calls again", service.wait(3)[2][2]["table"], table)
    # Whoever looks at the table is not called; a table may be quiet, and everything may.
    ben.must("watch", table=table)
    ben.must("play", table=table, action=ben.must("watch", table=table)["legal"][0])
    play(anna, table)
    ben.wait_for(lambda push: push.get("legal"))
    play(ben, other)
    t.equal("quiet here", server.post("/api/calls", {"table": other, "on": False}, tokens[1])[1]["quiet_tables"], [other])
    play(anna, other)
    play(ben, other)
    t.equal("heard again", server.post("/api/calls", {"table": other, "on": True}, tokens[1])[1]["quiet_tables"], [])
    play(anna, other)
    t.equal("only the last of these turns called", [each[2]["table"] for each in service.wait(4)[3:]], [other])
    play(ben, other)
    t.equal("everything is quiet", server.post("/api/calls", {"on": False}, tokens[1])[1]["on"], False)
    play(anna, other)
    play(ben, other)
    server.post("/api/calls", {"on": True}, tokens[1])
    play(anna, other)
    t.equal("and heard again", [each[2]["table"] for each in service.wait(5)[4:]], [other])
    # A subscription ends with its session. Calls are made in order: when Cleo's is there, Ben's would be.
    play(ben, other)
    t.equal("logged out", server.post("/api/logout", {}, tokens[1])[0], 200)
    cleo = server.client(server.token("Cleo"))
    server.post("/api/push", Browser(service).subscription(), cleo.token)
    third = table_of([anna, cleo], "high_tide_leiman", 2, **TURNS)
    cleo.must("unwatch", table=third)
    play(anna, other)
    play(anna, third)
    t.equal("nobody is called in a session that is over", [each[2]["table"] for each in service.wait(6)[5:]], [third])
    t.check("the metrics count none that failed", "\nspringtide_calls_failed_total 0\n" in server.http("GET", "/metrics")[1])
    server.stop()
    service.close()


def unanswered(t, folder, serve):
    """Somebody whose time runs out again and again was called once."""
    service = PushService()
    server = serve(folder, "--push-anywhere", "true")
    anna, ben, cleo = (server.client(server.token(name)) for name in ("Anna", "Ben", "Cleo"))
    for client in (ben, cleo):
        server.post("/api/push", Browser(service).subscription(), client.token)
    table = table_of([anna, ben], "high_tide_leiman", 2, clock={"kind": "live", "move": 1, "bank": 0}, on_timeout="move", **TURNS)
    ben.must("unwatch", table=table)
    late = 0
    while late < 3:  # turns that a bot played for Ben
        state = anna.must("watch", table=table)
        if state["legal"]:
            anna.ask("play", table=table, action=state["legal"][0])
            continue
        anna.wait_for(lambda push: push.get("legal"))
        late += 1
    other = table_of([anna, cleo], "high_tide_leiman", 2, **TURNS)
    cleo.must("unwatch", table=other)
    play(anna, other)
    t.equal("one call, and the one that came later", [each[2]["table"] for each in service.wait(2)], [table, other])
    server.stop()
    service.close()


def gone(t, folder, serve):
    """A browser that is no more is forgotten; a service that cannot take it now is asked again; two people, one browser."""
    service = PushService()
    server = serve(folder, "--push-anywhere", "true")
    tokens = [server.token("Anna"), server.token("Ben")]
    anna, ben = (server.client(token) for token in tokens)
    old, new = Browser(service), Browser(service)
    for browser in (old, new):
        server.post("/api/push", browser.subscription(), tokens[1])
    t.equal("two devices", server.get("/api/calls", tokens[1])[1]["devices"], 2)
    service.answers[old.path] = 410
    table = table_of([anna, ben], "high_tide_leiman", 2, **TURNS)
    ben.must("unwatch", table=table)
    play(anna, table)
    t.equal("the other one is called", service.wait(1)[0][0], new.path)
    service.wait_refused(1)
    while server.get("/api/calls", tokens[1])[1]["devices"] != 1:
        time.sleep(0.05)
    counted = dict(re.findall(r"^springtide_(calls_failed_total|calls_pushed_total) (\d+)", server.http("GET", "/metrics")[1], re.MULTILINE))
    t.equal("the metrics count the one that was taken and the one that was not", counted, {"calls_failed_total": "1", "calls_pushed_total": "1"})
    t.equal("a browser of somebody else now", server.post("/api/push", new.subscription(), tokens[0])[0], 200)
    t.equal("is not called for whoever used it before", server.get("/api/calls", tokens[1])[1]["devices"], 0)
    t.equal("and can be given back", server.post("/api/push/forget", {"endpoint": new.endpoint}, tokens[0])[0], 200)
    t.equal("nothing is left", server.get("/api/calls", tokens[0])[1]["devices"], 0)
    for _ in range(12):
        server.post("/api/push", Browser(service).subscription(), tokens[0])
    t.equal("ten devices at most", server.get("/api/calls", tokens[0])[1]["devices"], 10)
    server.stop()
    service.close()


def refusals(t, folder, serve):
    """Every wrong request has its sentence; nobody makes the server speak to what only it can see."""
    service = PushService()
    server = serve(folder)
    token = server.token("Anna")
    browser = Browser(service)
    fine = {**browser.subscription(), "endpoint": "https://push.example.net/x"}
    def refused(title, path, body, reason, status=400, as_token=token):
        got, answer = server.post(path, body, as_token)
        t.check(title, got == status and answer["error"]["reason"] == reason and answer["error"]["message"], (got, answer))
    for wrong in ("http://push.example.net/x", "https://push.example.net:8080/x", "https://a:b@push.example.net/", "nonsense",
                  browser.endpoint, "file:///etc/passwd", "https://push.example.net/" + "x" * 1000):
        refused(f"no push service: {wrong[:40]}", "/api/push", {**fine, "endpoint": wrong}, "push_endpoint")
    for field in ("p256dh", "auth"):
        for wrong in ("", "x", "!" * 87, fine["p256dh"][:-4] + "AAAA" if field == "p256dh" else fine["auth"] + "AAAA"):
            refused(f"no {field}: {wrong[:10]}", "/api/push", {**fine, field: wrong}, "push_keys")
    refused("without a token", "/api/push", fine, "not_logged_in", 403, None)
    refused("no setting", "/api/calls", {}, "calls_what")
    refused("no table", "/api/calls", {"table": "x", "on": False}, "no_such_table", 404)
    refused("not at that table", "/api/calls", {"table": "0" * 32, "on": False}, "no_seat_here", 403)
    t.equal("a wrong type", server.post("/api/calls", {"on": "yes"}, token)[0], 400)
    t.equal("a field is missing", server.post("/api/push", {"endpoint": fine["endpoint"]}, token)[0], 400)
    t.equal("strangers have no settings", server.get("/api/calls")[0], 403)
    for inside in ("https://127.0.0.1/x", f"https://localhost/{browser.path}", "https://[::1]/x", "https://169.254.169.254/latest"):
        t.equal(f"{inside} may be named", server.post("/api/push", {**fine, "endpoint": inside}, token)[0], 200)
    # That nothing goes there is shown by tests/server/web_push_test.cpp.
    server.stop()
    service.close()


def leaks(t, folder, serve):
    """What is pushed holds nothing but whose turn it is where; other people's settings, addresses and keys stay theirs."""
    service = PushService()
    server = serve(folder, "--push-anywhere", "true")
    tokens = [server.token(name) for name in ("Anna", "Ben", "Cleo")]
    clients = [server.client(token) for token in tokens]
    browsers = [Browser(service) for _ in tokens]
    for browser, token in zip(browsers, tokens):
        server.post("/api/push", browser.subscription(), token)
    table = table_of(clients, "turn_the_tide", 3)
    hands = [client.must("watch", table=table)["legal"] for client in clients]
    for client in clients[1:]:
        client.must("unwatch", table=table)
    clients[0].must("play", table=table, action=hands[0][0])
    for client, hand in list(zip(clients, hands))[1:]:
        client.must("play", table=table, action=hand[0])
    clients[0].wait_for(lambda push: push.get("legal"))
    arrived = service.wait(1)
    t.check("called", all(set(message) == {"kind", "table", "game", "with"} for _, _, message in arrived), arrived)
    heard = b"".join(message for client in clients for message in client.received).decode()
    secrets_ = [browser.endpoint for browser in browsers] + [browser.subscription()["auth"] for browser in browsers] + tokens
    t.check("no frame tells where somebody is called", not any(secret in heard for secret in secrets_))
    for token in tokens:
        told = json.dumps([server.get(path, token)[1] for path in ("/api/calls", "/api/mine", "/api/lobby", "/api/me")])
        t.check("nor does any list, not even to themselves", not any(secret in told for secret in secrets_), told)
    server.stop()
    service.close()
