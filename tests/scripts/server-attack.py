#!/usr/bin/env python3
"""What one stranger can do to others: long tables, unreadable tables, ids of no form, new connections for new budgets, many bots,
and a minute of an adversary who tries everything at once while others play."""
import json
import os
import pathlib
import socket
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import accounts  # noqa: E402
import queue_attacks  # noqa: E402
from adversary import DEFAULTS, Trial  # noqa: E402
from client import Checks, Client, Server, closed  # noqa: E402
from mail_server import MailServer  # noqa: E402
from postgres import Postgres  # noqa: E402


def readable(t, folder):
    """Chat comes in pages, and only to those with permission."""
    server = Server(folder, "--address-chat-per-minute", "1")  # one line, and then one a minute
    host, guest, eve = (server.client() for _ in range(3))
    table = host.must("create", game="high_tide_leiman", players=2)["table"]
    for one in (host, guest):
        one.must("join", table=table)
    t.refused("a spectator talks only where the host lets them", eve.ask("chat", table=table, text="hi"), "forbidden")
    server.stop()
    # As older programs and many guests could fill it.
    database = sqlite3.connect(os.path.join(folder, "springtide.sqlite"))
    last, = database.execute("SELECT max(seq) FROM event WHERE table_id = ?", (table,)).fetchone()
    for seq in range(last + 1, last + 1001):
        body = json.dumps({"kind": "chat", "guest": "x", "name": "Eve", "text": f"{seq} " + "€" * 480})
        database.execute("INSERT INTO event VALUES (?, ?, 1, ?)", (table, seq, body))
    database.commit()
    database.close()
    server.start()
    reader = server.client(host.token)
    page = reader.must("watch", table=table)
    t.check("a page, not all of it", len(reader.received[-1]) < 100_000 and page["earlier"], len(reader.received[-1]))
    said = page["chat"]
    while page.get("earlier"):
        page = reader.must("history", table=table, before=page["since"] + 1)
        said = page["chat"] + said
    t.equal("page by page all of it", [one["seq"] for one in said], list(range(last + 1, last + 1001)))
    eve = server.client()
    t.refused("history is for those who may watch", eve.ask("history", table="0" * 32, before=9), "unknown_table")
    open_table = host_table(server, reader, spectators_chat=True)
    eve = server.client()
    eve.must("chat", table=open_table, text="two\nlines \u202eand\u200b more")
    t.equal("what cannot be seen is left out", eve.must("watch", table=open_table)["chat"][0]["text"], "two lines and more")
    refused = 0
    for _ in range(30):  # every time another guest: the table counts too
        one = server.client()
        refused += not one.ask("chat", table=open_table, text="hello")["ok"]
        one.close()
    t.check("many guests are one crowd", refused >= 25, refused)
    status, answer = server.post("/api/token", {"name": "An\u200bna"})
    t.equal("a name with something hidden in it", status, 400)
    server.stop()


def host_table(server, host, **more):
    return host.must("create", game="high_tide_leiman", players=2, **more)["table"]


def slow_reader(t, folder):
    """A client that never reads gets the reason in the close frame, and costs no memory."""
    server = Server(folder)
    eve = server.client()
    table = host_table(server, eve)
    for i in range(15_000):  # more than fits into the buffers of the machine and the megabyte that is kept for them
        eve.send_text(json.dumps({"id": i, "op": "watch", "table": table}))
    t.check("others are served meanwhile", server.client().must("watch", table=table)["ok"])
    t.check("the reason is the last thing they read", "you read too slowly" in closed(eve))
    server.stop()


def floods(t, folder):
    """Everything besides messages counts like one: pings, sessions that begin and end, passwords of one network."""
    server = Server(folder, "--messages-per-second", "50", "--address-guests-per-hour", "60", "--behind-proxy", "true")
    eve = server.client()
    for _ in range(300):
        eve.frame(9, b"")
    t.check("a flood of pings is let go with a reason", "too many messages" in closed(eve))
    quiet = server.client()
    for _ in range(100):
        quiet.frame(9, b"")
    t.check("some pings are nothing", quiet.must("hello")["ok"])
    t.equal("guests so far", server.http("POST", "/api/token", {})[0], 200)
    statuses = []
    for _ in range(40):  # a cookie costs nothing to make; to end its session is remembered
        cookie = server.http("GET", "/api/me")[2]["Set-Cookie"].split(";")[0]
        statuses.append(server.http("POST", "/api/logout", {}, {"Cookie": cookie})[0])
    ended = sqlite3.connect(os.path.join(folder, "springtide.sqlite")).execute("SELECT count(*) FROM ended_session").fetchone()[0]
    t.equal("sessions that end count like guests", (statuses.count(200), ended), (17, 17))
    codes = [server.http("POST", "/api/login", {"name": "Anna", "password": "x" * 8}, {"X-Forwarded-For": f"2001:db8:0:7::{i:x}"})[0]
             for i in range(30)]
    t.check("passwords of one IPv6 network are one address's", codes.count(403) < 25 and 429 in codes, codes)
    server.stop()


def forms(t, folder):
    """An id that has not its form goes nowhere."""
    server = Server(folder)
    eve = server.client()
    table = host_table(server, eve)
    for odd in (table + "\0", "\0", table[:-1], table.upper(), "x" * 32, "../" + table, ""):
        for op in ("watch", "join", "chat", "play", "rematch", "unwatch", "history"):
            answer = eve.ask(op, table=odd, text="x", action="x", before=1)
            t.refused(f"{op} at {odd!r}", answer, "unknown_table")
    for odd in (-1, -2**63, 2**63 - 1):
        t.check(f"since {odd}", eve.must("watch", table=table, since=odd)["ok"])
        t.check(f"before {odd}", eve.must("history", table=table, before=odd)["ok"])
    t.equal("a record of no id", server.http("GET", "/api/tables/abc%00/record")[0], 404)
    server.stop()


def budgets(t, folder):
    """A new connection and a new guest bring no new budget."""
    server = Server(folder, "--address-tables-per-hour", "30", "--address-guests-per-hour", "60", "--address-events-per-second", "5",
                    "--connections-per-address", "20", "--free-megabytes", "1")
    made = 0
    for _ in range(40):
        one = Client(server.port)
        made += one.ask("create", game="high_tide_leiman", players=2)["ok"]
        one.close()
    t.check("tables", made == 10, made)
    statuses = [server.http("POST", "/api/token", {})[0] for _ in range(30)]
    t.equal("guests", statuses.count(200), 20)
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(100)]
    time.sleep(0.2)
    closed = 0
    for one in idle:
        one.setblocking(False)
        try:
            closed += one.recv(1) == b""
        except BlockingIOError:
            pass
        one.close()
    t.check("connections that ask nothing count too", closed >= 60, closed)
    time.sleep(0.2)
    server.stop()
    server = Server(folder, "--free-megabytes", str(10**9))
    eve = server.client()
    time.sleep(1.5)
    t.refused("a disk that is almost full takes no new table", eve.ask("create", game="high_tide_leiman", players=2), "unavailable")
    server.stop()
    server = Server(folder, "--behind-proxy", "true", "--requests-per-second", "5")
    for headers in ("1.2.3.{0}, 9.9.9.9", "9.9.9.{0},9.9.9.9"):
        codes = [server.http("GET", "/healthz", headers={"X-Forwarded-For": headers.format(i)})[0] for i in range(30)]
        t.check("the last hop counts, whatever was sent before it", 429 in codes, codes)
    codes = [server.http("GET", "/healthz", headers={"X-Forwarded-For": f"2001:db8:0:7::{i:x}"})[0] for i in range(30)]
    t.check("an IPv6 network is one address", 429 in codes, codes)
    server.stop()


def many_bots(t, folder):
    """One guest leaves tables with four of the best bots each; another person's bot answers all the same."""
    server = Server(folder, "--bot-milliseconds", "200")
    eve, anna = server.client(), server.client()
    for _ in range(40):
        table = eve.must("create", game="turn_the_tide", players=5, seats=["open"] + [{"bot": "best"}] * 4)["table"]
        eve.must("join", table=table)
        eve.must("ready", table=table)
        eve.must("unwatch", table=table)
    waiting = int(server.http("GET", "/metrics")[1].split("\nspringtide_bots_waiting ")[1].split()[0])
    t.check("they wait", waiting > 10, waiting)
    table = anna.must("create", game="high_tide_leiman", players=2, seats=["open", {"bot": "best"}], options={"first": "blue"})["table"]
    anna.must("join", table=table)
    anna.must("ready", table=table)
    state = anna.must("watch", table=table)
    if state["legal"]:
        begun = time.monotonic()
        seq = anna.must("play", table=table, action=state["legal"][0])["seq"]
        anna.wait_for(lambda push: push.get("seq", 0) > seq)
        took = time.monotonic() - begun
        metrics = server.http("GET", "/metrics")[1]
        still = int(metrics.split("\nspringtide_bots_waiting ")[1].split()[0])
        t.check("the others' bots do not come first", still > 0, (took, still))
    server.stop()


def why(answer):
    """Its status and reason."""
    return answer[0], answer[1].get("error", {}).get("reason")


def about_people(t, folder):
    """Requests about people with odd values: each gets a sentence, and few rows are left of it."""
    key = pathlib.Path(folder) / "host.key"
    key.write_text("a key that nobody guesses")
    server = Server(folder, "--host-key-file", str(key))
    eve = server.token("Eve")
    subscription = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
    for endpoint in ("http://push.example.org/x", "https://push.example.org:22/x", "https://me@push.example.org/", "file:///etc/passwd", "gopher://x/", "", "https://"):
        t.equal(f"no push to {endpoint}", why(server.post("/api/push", {"endpoint": endpoint, **subscription}, eve)), (400, "push_endpoint"))
    client = server.client(eve)
    for hours in ({"from": -1, "to": 600, "offset": 0}, {"from": 600, "to": 601, "offset": 0}, {"from": 0, "to": 2**62, "offset": 0},
                  {"from": 0, "to": 600, "offset": 10**9}, {"from": "8", "to": 600, "offset": 0}, {"from": 480}, [], "9-17", -1):
        t.refused(f"playing hours {hours}", client.ask("create", game="high_tide_leiman", players=2, clock={"kind": "days", "days": 1, "hours": hours}), "bad_request")
    for name in ("", " x", "x" * 200, "a\u202eb", "a\u200bb", "\u0000", "Eve (bot)", "Eve (BOT)", "\ufeffEve", "a\nb"):
        t.equal(f"no name: {name[:9]!r}", server.post("/api/me", {"name": name}, eve)[0], 400)
    for path in ("/api/people", "/api/push", "/api/mail", "/api/recover", "/api/host", "/api/bots", "/api/clubs", "/api/duplicates"):
        for body in ("[" * 5000, '{"a":' * 5000, "\xff\xfe", "{" + '"x":1,' * 2000 + '"x":1}'):
            status = server.http("POST", path, body.encode("latin-1"), {"Content-Type": "application/json", "Authorization": "Bearer " + eve})[0]
            t.check(f"{path} with {body[:5]!r}", status in (400, 403, 503), status)
        try:
            status = server.http("POST", path, b"x" * (1 << 20), {"Content-Type": "application/json"})[0]
        except OSError:
            status = 413  # the line was closed before all of it was read
        t.equal(f"{path} with a huge body", status, 413)
    for token in (eve[:-1], eve + "0", "bot" + eve[3:], "a" * 5000):
        t.equal("a token that is none", why(server.post("/api/people", {"do": "block", "person": "x"}, token)), (403, "not_logged_in"))
    exports = [server.post("/api/export", {}, eve)[0] for _ in range(60)]
    t.check("the file of everything is paid for", exports[0] == 200 and exports[-1] == 429, exports)
    rows = sqlite3.connect(os.path.join(folder, "springtide.sqlite")).execute("SELECT (SELECT count(*) FROM note), (SELECT count(*) FROM club_event)").fetchone()
    t.equal("nothing is left of it", rows, (0, 0))
    server.stop()


def many_guests_of_one_address(t, folder):
    """Independent of the number of guests: nights, duplicate tables and daily attempts are tables of their address."""
    server = Server(folder, "--address-tables-per-hour", "30")
    tokens = [server.token() for _ in range(12)]
    setup = {"name": "Night", "game": "high_tide_leiman", "seats": 2, "minutes": 10}
    for path, body in (("/api/daily/high_tide_leiman", {}), ("/api/clubs", {**setup, "rounds": 3}), ("/api/duplicates", {**setup, "tables": 2})):
        answers = [why(server.post(path, body, token)) for token in tokens]
        t.equal(f"{path} has an end", answers[-1], (429, "address_makes_many_tables"))
    server.stop()


def letters_of_strangers(t, folder):
    """No mailbox is filled, however many accounts and addresses request email, and no owner is locked out."""
    mail = MailServer()
    server = Server(folder, "--smtp", mail.address, "--mail-from", "tide@example.org")
    box = lambda i: ("victim@example.org", f"victim+{i}@example.org", "VICTIM@Example.org")[i % 3]
    asked = [accounts.post(server, "/api/mail", {"address": box(i), "password": accounts.PASSWORD}, accounts.account(server, f"Eve {i}")) for i in range(9)]
    t.equal("four letters to confirm an address, and then none for a while", ([one[0] for one in asked], why(asked[-1])), ([200] * 4 + [429] * 5, (429, "many_letters")))
    anna = accounts.account(server, "Anna")
    t.equal("others are written to", accounts.post(server, "/api/mail", {"address": "anna@example.org", "password": accounts.PASSWORD}, anna)[0], 200)
    link = accounts.link_in(mail.wait(5)[-1]).group(2)
    accounts.post(server, "/api/mail/confirm", {"link": link})
    database = sqlite3.connect(os.path.join(folder, "springtide.sqlite"), isolation_level=None)
    database.execute("PRAGMA busy_timeout = 10000")
    for turn in range(7):  # every three minutes
        t.equal("the same answer always", accounts.post(server, "/api/recover", {"name": "Anna"}), (200, {}))
        mail.wait(min(6 + turn, 9))  # a letter is sent when its link is stored
        database.execute("UPDATE note SET at = at - 180000 WHERE kind = 'recovery'")
    database.close()
    written = [letter for letter in mail.wait(9) if letter[1] == ["anna@example.org"]]
    t.equal("of letters for a lost password, too", len(written), 5)
    guesses = [why(accounts.post(server, "/api/recover/finish", {"link": f"{i:032x}", "password": "long enough"}))[1] for i in range(3)]
    t.equal("a guessed link is void", guesses, ["link_is_void"] * 3)
    t.equal("the last one works all the same", accounts.post(server, "/api/recover/finish", {"link": accounts.link_in(written[-1]).group(2), "password": "long enough"})[0], 200)
    server.stop()
    mail.close()


def coming_and_going(t, folder):
    """The logs of nights and of duplicate tables do not grow by entering and leaving again and again."""
    server = Server(folder)
    host, eve = server.token("Host"), server.token("Eve")
    setup = {"name": "Night", "game": "high_tide_leiman", "seats": 2, "minutes": 10}
    places = (("clubs", "club", {"rounds": 3}, "enter", "club_worn"), ("duplicates", "duplicate", {"tables": 2}, "sit", "duplicate_worn"))
    for kind, name, more, come, worn in places:
        where = f"/api/{kind}/" + server.post(f"/api/{kind}", {**setup, **more}, host)[1][name]
        for turns in range(200):
            answer = why(server.post(f"{where}/{come}", {}, eve))
            if answer[1]:
                break
            server.post(f"{where}/leave", {}, eve)
        t.check(f"coming and going at {kind} has an end", answer == (429, worn) and turns < 60, (answer, turns))
        t.equal("for one person alone", server.post(f"{where}/{come}", {}, host)[0], 200)
    rows = sqlite3.connect(os.path.join(folder, "springtide.sqlite")).execute("SELECT count(*) FROM club_event").fetchone()[0]
    t.check("few rows are left of it", rows < 250, rows)
    server.stop()


DEFAULT_LIMITS = [text for limit, value in DEFAULTS.items() for text in (limit, value)]


def logins_stay_open(t, folder):
    """Guesses at passwords from twenty addresses delay no other login, and there are few of them."""
    told = queue_attacks.logins(folder, DEFAULT_LIMITS)
    print(json.dumps(told), flush=True)
    for who, most in (("elsewhere", 2), ("known_device", 2), ("host", 1)):
        most = max(most, 5 * told["quiet_s"])  # where a login without an attack takes long already
        t.check(f"{who} gets in, within {most} s", set(told[who]["statuses"]) == {200} and told[who]["worst_s"] < most, told)
    t.check("at most 20 guesses at one name in 20 s", told["guesses_checked"] <= 20, told)
    t.equal("every refusal says when to try again", told["refused_without_retry_after"], 0)


def reads_stay_open(t, folder):
    """Many reads over many connections delay no newcomer."""
    for addresses, connections in ((1, 150), (20, 100)):
        with tempfile.TemporaryDirectory() as data:
            told = queue_attacks.reads(data, DEFAULT_LIMITS, addresses, connections)
        print(json.dumps(told), flush=True)
        t.check("a newcomer waits less than 100 ms", told["newcomer_own"]["median_s"] < 0.1, told)


def downloads_are_cut(t, folder):
    """Unread files hold little memory, and not for long; a slow reader gets all of a file."""
    told = queue_attacks.downloads(folder, DEFAULT_LIMITS)
    print(json.dumps(told), flush=True)
    t.check("the kernel keeps little of them", told["kernel_holds_mb"] < 60, told)
    t.check("the server keeps no copies", told["server_holds_mb"] < 150, told)
    t.check("others are answered", told["healthz"] == 200 and told["healthz_s"] < 1, told)
    t.check("they are cut off", told["still_open"] == 0 and told["cut_after_s"] < 20, told)
    t.check("a slow reader gets all of it", told["slow_reader"] > 1_500_000, told)


def raw(server, lines):
    """The status of a request that is written by hand."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        return int(line.recv(4096).split()[1])


def odd_requests(t, folder):
    """Requests that say one thing to a proxy and another to the server, frames that say nothing, and names for one address."""
    server = Server(folder, "--messages-per-second", "50")
    host = f"Host: localhost:{server.port}"
    t.equal("one Host", raw(server, ["GET /api/games HTTP/1.1", host]), 200)
    t.equal("two Hosts", raw(server, ["GET /api/games HTTP/1.1", host, "Host: evil.example.org"]), 400)
    t.equal("two equal Hosts", raw(server, ["GET /healthz HTTP/1.1", host, host]), 400)
    t.equal("no Host", raw(server, ["GET /api/games HTTP/1.1"]), 400)
    t.equal("a balancer needs none", raw(server, ["GET /healthz HTTP/1.0"]), 200)
    eve = server.client()
    empty = bytes([0x00, 0x80]) + b"abcd"
    eve.socket.sendall(bytes([0x01, 0x80]) + b"abcd")  # a message begins, with nothing in it
    sent = 0
    try:
        while sent < 40_000_000:
            eve.socket.sendall(empty * 5000)
            sent += 5000 * len(empty)
    except OSError:
        pass
    t.check("empty frames have an end", sent < 20_000_000, sent)
    eve = server.client()
    eve.socket.sendall(bytes([0x01, 0x80]) + b"abcd")
    tiny, sent = bytes([0x00, 0x81]) + bytes(4) + b"x", 0
    try:
        while sent < 10_000_000:  # below the length of a message, and then the next one
            eve.socket.sendall(tiny * 5000)
            sent += 5000
    except OSError:
        pass
    t.check("parts of a byte have an end, too", sent < 5_000_000, sent)
    anna = server.client()
    for part in (b"{", b'"id":1,', b'"op":"hello"', b"}"):  # a message in parts is fine, also with empty ones between
        anna.socket.sendall(bytes([0x01 if part == b"{" else 0x00, 0x80 | len(part)]) + bytes(4) + part + empty)
    anna.socket.sendall(bytes([0x80, 0x80]) + b"abcd")
    t.check("a message in parts is understood", anna.receive()["ok"])
    server.stop()
    server = Server(folder, "--behind-proxy", "true", "--requests-per-second", "2")
    codes = [server.http("GET", "/healthz", headers={"X-Forwarded-For": f"2001:db8:7:{i:x}::1"})[0] for i in range(120)]
    t.check("the networks of one IPv6 /48 have an end, too", 40 < codes.count(200) < 100 and 429 in codes, codes)
    t.equal("another one has its own", server.http("GET", "/healthz", headers={"X-Forwarded-For": "2001:db8:8:1::1"})[0], 200)
    server.stop()


def without_cookies(t, folder):
    """A client without cookies is one device with all others of its address: deals that count once count once."""
    server = Server(folder)
    bare = lambda path, body, token, **more: server.http("POST", path, body, {"Authorization": "Bearer " + token, **more})
    tokens = [server.token() for _ in range(12)]
    statuses = [bare("/api/daily/high_tide_leiman", {}, token)[0] for token in tokens]
    t.equal("one daily attempt", statuses.count(200), 1)
    t.equal("a browser has its own", bare("/api/daily/high_tide_leiman", {}, tokens[5], Cookie="springtide-device=a-browser")[0], 200)
    setup = {"name": "Pairs", "game": "high_tide_leiman", "seats": 2, "minutes": 10, "tables": 2}
    where = "/api/duplicates/" + server.post("/api/duplicates", setup, tokens[0])[1]["duplicate"]
    sat = [json.loads(bare(f"{where}/sit", {"table": table, "seat": 0}, token)[1]) for table, token in enumerate(tokens[:2])]
    t.check("one table of a duplicate set", "error" not in sat[0] and sat[1].get("error", {}).get("reason") == "duplicate_one_table", sat)
    server.stop()


def cookies_of_https(t, folder):
    """Over https only this host itself can set the cookies; a browser with older ones keeps its session."""
    server = Server(folder)
    port = server.port
    server.stop()
    server.arguments += ["--public-url", "https://tide.example.org"]
    server.start(listen=f"127.0.0.1:{port}")
    server.port = port
    ask = lambda cookie: server.http("GET", "/api/me", headers={"Host": "tide.example.org"} | ({"Cookie": cookie} if cookie else {}))
    first = ask("")
    cookies = [one.split(";")[0] for one in first[2].get_all("Set-Cookie")]
    t.check("the prefix", cookies and all(one.startswith("__Host-springtide") for one in cookies), cookies)
    t.check("with what it demands", all("Path=/" in one and "Secure" in one and "Domain" not in one for one in first[2].get_all("Set-Cookie")))
    t.equal("the session is found by it", json.loads(ask("; ".join(cookies))[1])["guest"], json.loads(first[1])["guest"])
    old = ask("; ".join(one.removeprefix("__Host-") for one in cookies))
    t.equal("and by that of an older program", json.loads(old[1])["guest"], json.loads(first[1])["guest"])
    now = old[2].get_all("Set-Cookie")
    t.check("which is replaced", any(one.startswith("__Host-springtide=") for one in now) and any(one.startswith("springtide=;") for one in now), now)
    both = ask(cookies[0] + "; springtide=" + "0" * 32)
    t.equal("an older one beside it counts nothing", json.loads(both[1])["guest"], json.loads(first[1])["guest"])
    server.stop()


def half_a_minute(t, folder, database=None):
    """Everything at once."""
    trial = Trial(folder, database)
    trial.run(float(os.environ.get("SPRINGTIDE_ATTACK_SECONDS", "30")))
    print(json.dumps(trial.told), flush=True)
    for title, holds, detail in trial.verdicts():
        t.check(f"{trial.store}: {title}", holds, detail)


def half_a_minute_on_postgres(t, folder):
    database = Postgres()
    try:
        half_a_minute(t, folder, database)
    finally:
        database.remove()


if __name__ == "__main__":
    Checks().run(readable, slow_reader, floods, forms, budgets, many_bots, about_people, many_guests_of_one_address, letters_of_strangers, coming_and_going, logins_stay_open, reads_stay_open, downloads_are_cut, odd_requests, without_cookies, cookies_of_https, half_a_minute, half_a_minute_on_postgres)
