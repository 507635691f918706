"""Somebody who knows the protocol and means no good, beside people who only want to play."""
import collections
import json
import os
import pathlib
import random
import secrets
import socket
import sqlite3
import subprocess
import sys
import threading
import time

from client import Client, Closed, Server
from pairs import Nodes, Pair, finish, moves

GAMES = (("turn_the_tide", 3), ("high_tide_leiman", 2), ("high_tide_henn", 3))
OPS = ("play", "join", "seat", "ready", "takeback", "end", "chat", "mute", "remove", "rematch", "watch", "unwatch", "history", "undo",
       "retract", "resign", "leave", "device", "hello", "read", "away", "presence", "invite", "friends", "follow", "play_now")
PLACES = ("/api/people", "/api/push", "/api/push/forget", "/api/calls", "/api/mail", "/api/mail/confirm", "/api/recover", "/api/recover/finish", "/api/host",
          "/api/bots", "/api/clubs", "/api/duplicates", "/api/sessions/end", "/api/name/delete", "/api/me/delete", "/api/daily/high_tide_leiman")


class Bystander:
    """Somebody else at another table, in a process of their own (bystander.py)."""

    def __init__(self, server):
        self.process = subprocess.Popen([sys.executable, str(pathlib.Path(__file__).with_name("bystander.py")), str(server.port),
                                         server.token(), server.data], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def end(self):
        return json.loads(self.process.communicate()[0])


class Adversary(threading.Thread):
    """Many guests, several addresses, every op, odd values, at tables of others and of its own. Keeps every byte it is sent."""

    def __init__(self, server, seed, victims, sources):
        super().__init__(daemon=True)
        self.server, self.random, self.victims, self.sources = server, random.Random(seed), victims, sources
        self.on, self.requests, self.error = True, 0, None
        self.done = collections.Counter()
        self.tokens, self.own, self.heard = [], [], set()

    def run(self):
        deeds = (self.ask_at_random, self.ask_at_random, self.fill_a_table, self.change_their_mind, self.leave_bots, self.come_and_go,
                 self.say_half, self.ask_over_http, self.forge, self.open_and_leave, self.flood_with_pings, self.read_nothing,
                 self.begin_and_end_sessions, self.try_passwords, self.ask_people)
        while self.on:
            deed = self.random.choice(deeds)
            self.done[deed.__name__] += 1
            try:
                deed()
            except (Closed, OSError, ValueError, KeyError, IndexError, AssertionError):
                time.sleep(0.01)  # refused, let go, or the server is away

    def client(self):
        """One of its guests, or a new one."""
        if self.tokens and self.random.random() < 0.7:
            return Client(self.server.port, self.random.choice(self.tokens), source=self.source())
        one = Client(self.server.port, source=self.source())
        self.tokens = (self.tokens + [one.ask("hello").get("token", "")])[-50:]
        return one

    def source(self):
        return self.random.choice(self.sources)

    def keep(self, client):
        self.requests += len(client.received)
        for message in client.received:
            # Texts of 16 characters and more: keys, tokens and secrets are among them, if they are anywhere.
            self.heard.update(part for part in message.split(b'"') if len(part) >= 16 and b" " not in part)
        client.close()

    def table(self):
        tables = [pair.table for pair in self.victims if pair.table]
        choice = self.random.random()
        if choice < 0.6 and tables:
            return self.random.choice(tables)
        if choice < 0.9 and self.own:
            return self.random.choice(self.own)
        return self.random.choice((secrets.token_hex(16), "\0" * 32, "", "x" * 5000, secrets.token_hex(16) + "\0"))

    def value(self):
        return self.random.choice((None, True, -1, 0, 1, 5, 2**62, 1e300, "", "\0", "x" * 5000, [], {}, secrets.token_hex(16), "ask", "agree",
                                   "a\u202e\u200bb", ["open"] * 5))

    def ask_at_random(self):
        one = self.client()
        for _ in range(self.random.randrange(1, 60)):
            fields = {name: self.value() for name in ("action", "text", "seat", "key", "on", "do", "at", "kind", "since", "before", "said",
                                                      "contribution", "token", "accept", "until", "person", "bot", "game", "speed") if self.random.random() < 0.3}
            one.ask(self.random.choice(OPS), table=self.table(), **fields)
        self.keep(one)

    def begin(self, one, bots=False):
        game, players = self.random.choice(GAMES)
        seats = ["open"] + [{"bot": "best"} if bots else "open"] * (players - 1)
        table = one.must("create", game=game, players=players, seats=seats)["table"]
        self.own = (self.own + [table])[-200:]
        one.must("join", table=table)
        one.must("ready", table=table)
        return table

    def fill_a_table(self):
        one = self.client()
        table = self.begin(one)
        for _ in range(100):
            one.ask("chat", table=table, text="€" * 500)
            one.ask("join", table=table)
            one.ask("watch", table=table)
        self.keep(one)

    def change_their_mind(self):
        people = [self.client() for _ in range(3)]
        table = people[0].must("create", game="turn_the_tide", players=3)["table"]
        for op in ("join", "ready"):
            for one in people:
                one.ask(op, table=table)
        legal = people[0].must("watch", table=table)["legal"]
        for i in range(300):
            people[0].ask("play", table=table, action=legal[i % 2])
            people[0].ask("retract", table=table)
        people[0].ask("takeback", table=table, do="ask")
        for one in people:
            one.ask("takeback", table=table, do="agree")
            self.keep(one)

    def leave_bots(self):
        one = self.client()
        for _ in range(5):
            self.begin(one, bots=True)
        self.keep(one)

    def come_and_go(self):
        for _ in range(20):
            self.keep(self.client())

    def say_half(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=5, source_address=(self.source(), 0)) as line:
            line.sendall(self.random.choice((b"GET /ws HT", b"\x16\x03\x01", b"POST /api/token HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n{",
                                             b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 3000)))

    def ask_over_http(self):
        for _ in range(10):
            path = self.random.choice((f"/api/tables/{self.table()}/record", "/api/mine", "/api/lobby", "/api/me", "/api/games",
                                       "/api/leaderboard/turn_the_tide", f"/replay/{self.table()}.txt"))
            if "\0" not in path and len(path) < 1000:
                text = self.server.http("GET", path, source=self.source())[1]
                self.heard.update(part.encode() for part in text.split('"') if len(part) >= 16 and " " not in part)
            self.server.http("POST", self.random.choice(("/api/login", "/api/claim", "/api/token")),
                             {"name": "An\u200bna", "password": "x" * 8}, source=self.source())
            self.requests += 2

    def ask_people(self):
        """Everything about people, with odd values; each costs little to ask."""
        for _ in range(10):
            body = {name: self.value() for name in ("do", "person", "table", "seat", "said", "reason", "endpoint", "p256dh", "auth", "address", "link", "password",
                                                    "name", "key", "why", "game", "seats", "rounds", "minutes", "tables", "session", "on") if self.random.random() < 0.4}
            body.update(self.random.choice(({}, {"name": "Night", "game": "high_tide_leiman", "seats": 2, "rounds": 3, "minutes": 10, "tables": 2})))
            headers = {"Authorization": "Bearer " + self.random.choice(self.tokens)} if self.tokens else None
            status, text, _ = self.server.http("POST", self.random.choice(PLACES), body, headers, source=self.source())
            self.heard.update(part.encode() for part in text.split('"') if len(part) >= 16 and " " not in part)
            if status == 200 and self.tokens and '"may_begin"' in text:
                club = json.loads(text)["club"]
                for what in ("enter", "leave", "enter", "round", "end"):
                    self.server.http("POST", f"/api/clubs/{club}/{what}", {}, headers, source=self.source())
            self.requests += 1

    def forge(self):
        guest = secrets.token_hex(16)
        one = Client(self.server.port, f"{guest}.{secrets.token_hex(32)}", source=self.source())
        for pair in self.victims:
            if pair.table:
                one.ask("join", table=pair.table, key=secrets.token_hex(16))
                one.ask("play", table=pair.table, action=self.value())
        self.keep(one)

    def open_and_leave(self):
        """A table that nobody has open is folded for whoever asks, again and again."""
        one = self.client()
        for table in self.random.sample(self.own, min(len(self.own), 10)):
            for _ in range(10):
                one.ask("watch", table=table)
                one.ask("unwatch", table=table)
        self.keep(one)

    def flood_with_pings(self):
        one = self.client()
        for _ in range(2000):
            one.frame(9, b"x")
        self.keep(one)

    def read_nothing(self):
        one = self.client()
        one.socket.settimeout(2)
        table = self.table()
        for _ in range(500):
            one.send_text(json.dumps({"op": "watch", "table": table}))
        self.keep(one)

    def begin_and_end_sessions(self):
        source = self.source()
        for _ in range(20):
            cookie = self.server.http("GET", "/api/me", source=source)[2].get("Set-Cookie", "").split(";")[0]
            self.server.http("POST", "/api/logout", {}, {"Cookie": cookie}, source=source)
            self.requests += 2

    def try_passwords(self):
        source = self.source()
        for _ in range(15):
            self.server.http("POST", "/api/login", {"name": "Anna", "password": secrets.token_hex(8)}, source=source)
            self.requests += 1


# What a host has who changes nothing.
DEFAULTS = {"--messages-per-second": "50", "--requests-per-second": "100", "--address-guests-per-hour": "300",
            "--address-tables-per-hour": "300", "--address-events-per-second": "100", "--address-chat-per-minute": "60",
            "--address-kilobytes-per-second": "256"}


class Trial:
    """Pairs who play, somebody who waits for answers, adversaries, and restarts; with the limits as they are."""

    # Of the server itself; what it waits for a busy disk or for PostgreSQL is in it, so of a thousand answers one may take longer.
    WORST_MS = {"sqlite": 250, "postgres": 500}
    LONGEST_MS = 5000
    MOST_MEMORY = 400_000_000
    ADVERSARIES = 3
    SOURCES = 4  # addresses of each of them

    def __init__(self, folder, postgres=None, seed=1):
        self.folder, self.postgres, self.seed = str(folder), postgres, seed
        self.store = "postgres" if postgres else "sqlite"
        more = ("--store", postgres.url) if postgres else ()
        self.server = Server(self.folder, "--bot-milliseconds", "50", "--tables-per-hour", "5000",
                             *[text for limit, value in DEFAULTS.items() for text in (limit, value)], *more)
        self.told = {}

    def run(self, seconds):
        nodes = Nodes([self.server], [f"127.0.2.{i}" for i in range(1, 21)])
        self.pairs = [Pair(nodes, (self.server.token(), self.server.token()), i) for i in range(3)]
        other = Bystander(self.server)
        self.evil = [Adversary(self.server, self.seed + i, self.pairs, [f"127.0.1.{self.SOURCES * i + j + 1}" for j in range(self.SOURCES)])
                     for i in range(self.ADVERSARIES)]
        for one in (*self.pairs, *self.evil):
            one.start()
        end = time.monotonic() + seconds
        memory = restarts = 0
        while time.monotonic() < end:
            time.sleep(max(min(10, seconds / 4), seconds / 60))
            memory = max(memory, self.memory())
            restarts += 1
            if restarts % 2:
                self.server.kill()
            else:
                self.server.stop()
            self.server.start(f"127.0.0.1:{self.server.port}")
        for one in self.evil:
            one.on = False
        finish(self.pairs)
        for one in self.evil:
            one.join(60)
        noticed = other.end()
        self.server.stop()
        self.told = {"seconds": round(seconds), "store": self.store, "restarts": restarts,
                     "requests": sum(one.requests for one in self.evil), "moves": moves(self.pairs), "elsewhere": noticed,
                     "memory": memory, "disk": self.disk(), "deeds": dict(sum((one.done for one in self.evil), collections.Counter()))}

    def most_disk(self):
        """A server that is empty, and for each address what its budgets let it write."""
        return 50_000_000 + self.ADVERSARIES * self.SOURCES * (2_000_000 * self.told["restarts"] + 40_000 * self.told["seconds"])

    def disk(self):
        if self.postgres:
            return int(self.postgres.ask("SELECT pg_database_size('postgres')")[0][0])
        return sum(file.stat().st_size for file in pathlib.Path(self.folder).glob("springtide.sqlite*"))

    def memory(self):
        lines = pathlib.Path(f"/proc/{self.server.process.pid}/status").read_text().splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

    def rows(self):
        """(table, seq, body) of the whole log."""
        if self.postgres:
            return self.postgres.ask("SELECT table_id, seq, body FROM event")
        with sqlite3.connect(os.path.join(self.folder, "springtide.sqlite")) as database:
            return database.execute("SELECT table_id, seq, body FROM event").fetchall()

    def verdicts(self):
        rows = self.rows()
        log = {(table, int(seq)): json.loads(body) for table, seq, body in rows}
        acknowledged = [entry for pair in self.pairs for entry in pair.acknowledged]
        lost = [entry for entry in acknowledged if log.get(entry[:2], {}).get("message") != entry[2]]
        yield "people played on", len(acknowledged) > 10, len(acknowledged)
        yield "nobody was refused", not any(pair.error for pair in self.pairs), [pair.error for pair in self.pairs]
        yield "nothing acknowledged is lost", not lost, lost[:3]
        noticed = self.told["elsewhere"]
        yield "others are answered", noticed["answers"] > 10, noticed
        yield "answers of others stay below the bound", noticed["own_of_1000_ms"] < self.WORST_MS[self.store], noticed
        yield "and nobody waits for seconds", noticed["own_worst_ms"] < self.LONGEST_MS, noticed
        yield "memory stays below the bound", self.told["memory"] < self.MOST_MEMORY, self.told["memory"]
        yield "the disk stays below the bound", self.told["disk"] < self.most_disk(), self.told["disk"]
        kept = {token for pair in self.pairs for token in pair.tokens}
        running = {entry[0] for entry in acknowledged} & self.running()  # a finished game tells its secret
        for (table, _), body in log.items():
            if table in running:
                kept |= {body.get("key"), body.get("setup", {}).get("secret")}
        heard = set().union(*(one.heard for one in self.evil))
        leaked = [secret for secret in kept if secret and secret.encode() in heard]
        yield "no secret leaves", not leaked, leaked[:3]

    def running(self):
        sql = "SELECT table_id FROM room WHERE phase = 'running'"
        if self.postgres:
            return {row[0] for row in self.postgres.ask(sql)}
        with sqlite3.connect(os.path.join(self.folder, "springtide.sqlite")) as database:
            return {row[0] for row in database.execute(sql)}
