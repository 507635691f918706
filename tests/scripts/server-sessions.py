#!/usr/bin/env python3
"""Sessions end on request, tokens outlive a new key, and the server answers only to its own names."""
import hashlib
import hmac
import http.client
import json
import pathlib
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PROGRAM, Checks, Client, Server, closed, table_of  # noqa: E402


def cookie_of(headers):
    for one in headers.get_all("Set-Cookie") or []:
        if one.startswith("springtide="):
            return one.split(";")[0].removeprefix("springtide=")
    return ""


def whoami(server, token):
    return server.get("/api/me", token)[1]["guest"]


def ending(t, folder):
    server = Server(folder)
    _, _, headers = server.http("POST", "/api/claim", {"name": "Anna", "password": "long enough"})
    home = cookie_of(headers)
    guest = whoami(server, home)
    logins = [cookie_of(server.http("POST", "/api/login", {"name": "Anna", "password": "long enough"})[2]) for _ in range(3)]
    t.equal("one guest, several sessions", ({whoami(server, one) for one in logins}, len(set(logins))), ({guest}, 3))
    library, phone, laptop = logins
    open_one = Client(server.port, library)
    server.http("POST", "/api/logout", {}, {"Authorization": "Bearer " + library})
    t.check("the token of a session that was logged out", whoami(server, library) != guest)
    t.check("its connection is closed with a reason", "session was ended" in closed(open_one))
    t.equal("the others go on", (whoami(server, phone), whoami(server, home)), (guest, guest))
    status, _, _ = server.http("POST", "/api/claim", {"name": "Anna", "password": "another one"}, {"Authorization": "Bearer " + phone})
    t.equal("a new password needs the old one", status, 403)
    status, _, _ = server.http("POST", "/api/claim", {"name": "Anna", "password": "another one", "old_password": "a guess"},
                               {"Authorization": "Bearer " + phone})
    t.equal("the right one", status, 403)
    t.equal("nothing changed", whoami(server, laptop), guest)
    open_one = Client(server.port, laptop)
    status, _, headers = server.http("POST", "/api/claim", {"name": "Anna", "password": "another one", "old_password": "long enough"},
                                     {"Authorization": "Bearer " + phone})
    fresh = cookie_of(headers)
    t.equal("with it the password changes", (status, whoami(server, fresh)), (200, guest))
    t.check("and every other session ends", all(whoami(server, one) != guest for one in (home, phone, laptop)))
    t.check("at once", "session was ended" in closed(open_one))
    t.equal("the old password is worth nothing", server.post("/api/login", {"name": "Anna", "password": "long enough"})[0], 403)
    again = cookie_of(server.http("POST", "/api/login", {"name": "Anna", "password": "another one"})[2])
    status, _, headers = server.http("POST", "/api/logout-everywhere", {}, {"Authorization": "Bearer " + again})
    kept = cookie_of(headers)
    t.equal("ending all keeps this one", (status, whoami(server, kept)), (200, guest))
    t.check("and no other", whoami(server, fresh) != guest and whoami(server, again) != guest)
    t.equal("a stranger ends nothing", server.post("/api/logout-everywhere", {})[0], 403)
    server.kill()
    server.start()
    t.check("also after a restart", whoami(server, fresh) != guest and whoami(server, library) != guest)
    t.equal("and the one that goes on does", whoami(server, kept), guest)
    server.stop()


def scripts_see_no_token(t, folder):
    """The page's script talks with the cookie and never learns its value."""
    server = Server(folder)
    _, text, headers = server.http("GET", "/api/me")
    token = cookie_of(headers)
    t.check("not in the body", token not in text)
    t.check("not for scripts", "HttpOnly" in headers["Set-Cookie"] and "SameSite" in headers["Set-Cookie"])
    page = Client(server.port, headers={"Cookie": "springtide=" + token})
    answer = page.must("hello")
    t.check("nor over the WebSocket", "token" not in answer and token not in json.dumps(answer), answer)
    table = page.must("create", game="high_tide_leiman", players=2)["table"]
    page.must("join", table=table), page.must("watch", table=table)
    t.check("nor in anything else", all(token.encode() not in one for one in page.received))
    program = Client(server.port)
    made = program.must("hello")["token"]
    t.equal("a program that comes without gets one", whoami(server, made), program.must("hello")["guest"])
    server.stop()


def keys(t, folder):
    """A new signing key: tokens of the old one count until it is forgotten; those of older programs too."""
    server = Server(folder)
    token = server.token("Anna")
    guest = whoami(server, token)
    # As a program before sessions wrote it: the guest and its signature.
    database = sqlite3.connect(pathlib.Path(folder, "springtide.sqlite"))
    stored = database.execute("SELECT value FROM fact WHERE name = 'signing_key'").fetchone()[0]
    key = bytes.fromhex(stored.split(":")[-1])
    old = guest + "." + hmac.new(key, f"guest {guest}".encode(), hashlib.sha256).hexdigest()
    t.equal("a cookie of an older program", whoami(server, old), guest)
    _, _, headers = server.http("GET", "/api/me", headers={"Cookie": "springtide=" + old})
    renewed = cookie_of(headers)
    t.check("is replaced by one with a session", len(renewed.split(".")) == 5 and whoami(server, renewed) == guest, renewed)

    def rotate(*more):
        return subprocess.run([PROGRAM, "rotate-key", "--data", folder, *more], capture_output=True, text=True, check=True).stdout

    t.check("rotating says what it did", "new key" in rotate())
    server.stop()
    server.start()
    t.equal("after a rotation", (whoami(server, token), whoami(server, old)), (guest, guest))
    renewed = cookie_of(server.http("GET", "/api/me", headers={"Cookie": "springtide=" + token})[2])
    t.check("a cookie of the old key is signed anew", renewed.split(".")[2] == "2" and renewed.split(".")[1] == token.split(".")[1], renewed)
    rotate("--forget")
    for _ in range(50):  # a running server reads the keys every second
        if whoami(server, token) != guest:
            break
        time.sleep(0.1)
    t.check("forgotten keys count no more", whoami(server, token) != guest and whoami(server, old) != guest)
    forged = guest + "." + "0" * 16 + ".3." + token.split(".")[3] + "." + token.split(".")[4]
    t.check("a signature fits one token only", whoami(server, forged) != guest)
    server.stop()


def names(t, folder):
    """DNS rebinding: a foreign name that leads here learns whether the server lives, like a balancer, and nothing else."""
    server = Server(folder)
    port = server.port
    server.stop()
    server.arguments += ["--public-url", "https://tide.example.org", "--hosts", "tide.lan, Other.Example"]
    server.start(listen=f"127.0.0.1:{port}")
    server.port = port

    def asked(host, path="/metrics"):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.putrequest("GET", path, skip_host=True)
        if host is not None:
            connection.putheader("Host", host)
        connection.endheaders()
        return connection.getresponse().status

    for host in ("tide.example.org", "TIDE.example.org:443", f"localhost:{server.port}", "127.0.0.1", "[::1]:80", "192.168.1.7:8470",
                 "tide.lan", "other.example"):
        t.equal(f"its own name {host}", asked(host), 200)
    for host in ("evil.example", f"evil.example:{server.port}", "tide.example.org.evil.example", "127.0.0.1.evil.example", "1.2.3", "x"):
        for path, status in (("/metrics", 403), ("/api/me", 421), ("/", 421), ("/healthz", 200), ("/readyz", 200), ("/metrics/", 421)):
            t.equal(f"{path} for {host}", asked(host, path), status)
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.putrequest("GET", "/ws", skip_host=True)
    for name, value in {"Host": "evil.example", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}.items():
        connection.putheader(name, value)
    connection.endheaders()
    t.equal("a WebSocket of a foreign name", connection.getresponse().status, 421)
    server.stop()


if __name__ == "__main__":
    Checks().run(ending, scripts_see_no_token, keys, names)
