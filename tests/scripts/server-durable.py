#!/usr/bin/env python3
"""kill -9 under load, 20 times: what was acknowledged is there, in order, exactly once; and nothing is stuck after it."""
import json
import pathlib
import secrets
import sqlite3
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PROGRAM, ROOT, Checks, Closed, Server, table_of  # noqa: E402

KILLS = 20
PAIRS = 6


class Pair(threading.Thread):
    """Two people at one table after the other; notes what was acknowledged. After a crash they come back and go on,
    repeating the message that got no answer."""

    def __init__(self, server, tokens):
        super().__init__(daemon=True)
        self.server, self.tokens = server, tokens
        self.acknowledged, self.open, self.error = [], None, None
        self.table = None
        self.running = True

    def run(self):
        while self.running:
            up.wait()
            try:
                self.clients = [self.server.client(token) for token in self.tokens]
                self.play()
            except (Closed, OSError, ValueError, KeyError):
                continue  # the server was killed; the next round waits until it is up again
            except AssertionError as error:
                self.error = error
                return

    def play(self):
        if self.open:  # sent, but never answered: repeated with the same id it happens once
            table, player, id, action = self.open
            answer = self.clients[player].ask("play", id=id, table=table, action=action)
            self.note(answer)
        while self.running:
            if self.table is None:
                self.table = table_of(self.clients, "high_tide_leiman", 2)
            states = [client.must("watch", table=self.table) for client in self.clients]
            while not states[0]["over"]:
                if not self.running:
                    return
                player = states[0]["to_act"][0]
                self.open = (self.table, player, secrets.token_hex(8), states[player]["legal"][0])
                self.note(self.clients[player].ask("play", id=self.open[2], table=self.table, action=self.open[3]))
                states = [client.must("watch", table=self.table, since=10**9) for client in self.clients]
            self.table = None

    def note(self, answer):
        if not answer["ok"]:
            raise AssertionError(f"{self.open}: {answer['error']}")
        table, player, id, action = self.open
        self.acknowledged.append((table, answer["seq"], json.dumps(id), action))
        self.open = None


up = threading.Event()


def kill_nine(t, folder):
    server = Server(folder)
    port = server.port
    pairs = [Pair(server, (server.token(), server.token())) for _ in range(PAIRS)]
    up.set()
    for pair in pairs:
        pair.start()
    for _ in range(KILLS):
        # Wait for progress, not for time: some moves after the last crash, then the axe in the middle of the next ones.
        goal = sum(len(pair.acknowledged) for pair in pairs) + 20 + secrets.randbelow(40)
        while sum(len(pair.acknowledged) for pair in pairs) < goal and not any(pair.error for pair in pairs):
            pairs[0].join(0.002)
        up.clear()
        server.kill()
        server.start(f"127.0.0.1:{port}")
        up.set()
    for pair in pairs:
        pair.running = False
    for pair in pairs:
        pair.join(60)
    t.check("nobody was refused", not any(pair.error for pair in pairs), [pair.error for pair in pairs])
    t.equal("stops well", server.stop(), 0)
    log = {}
    for table, seq, body in sqlite3.connect(folder + "/springtide.sqlite").execute("SELECT table_id, seq, body FROM event"):
        log[table, seq] = json.loads(body)
    lost = [entry for pair in pairs for entry in pair.acknowledged
            if (log.get(entry[:2], {}).get("message"), log.get(entry[:2], {}).get("text")) != entry[2:]]
    t.equal("acknowledged and lost", lost, [])
    messages = [(table, body["message"]) for (table, _), body in log.items() if "message" in body]
    t.equal("done twice", len(messages) - len(set(messages)), 0)
    tables = {table for table, _ in log}
    t.check("no gaps", all((table, seq - 1) in log for table, seq in log if seq > 1))
    print(f"{KILLS} kills, {sum(len(pair.acknowledged) for pair in pairs)} acknowledged moves at {len(tables)} tables")
    # Every log folds: each table opens again.
    server.start()
    client = server.client(pairs[0].tokens[0])
    t.check("every table opens", all(client.ask("watch", table=table)["ok"] and client.ask("unwatch", table=table)["ok"]
                                     for table in list(tables)[:100]))
    server.stop()


def backups(t, folder):
    """A backup of a running server, restored elsewhere, holds the same games; export gives every finished one."""
    server = Server(folder)
    tokens = [server.token(), server.token()]
    clients = [server.client(token) for token in tokens]
    over = table_of(clients, "high_tide_leiman", 2)
    clients[0].must("resign", table=over)
    running = table_of(clients, "high_tide_leiman", 2)
    view = clients[0].must("watch", table=running)["view"]
    run = lambda *words: subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    copy = folder + "/copy"
    t.equal("backup", run("backup", "--data", folder, copy).returncode, 0)
    t.equal("backup never writes over a file", run("backup", "--data", folder, copy).returncode, 2)
    t.equal("restore", run("restore", "--data", folder + "/new", copy).returncode, 0)
    t.equal("restore never writes over a database", run("restore", "--data", folder, copy).returncode, 2)
    t.equal("restore of something else", run("restore", "--data", folder + "/other", PROGRAM).returncode, 2)
    lines = run("export", "--data", folder + "/new").stdout.splitlines()
    t.equal("export", [json.loads(line)["table"] for line in lines], [over])
    t.check("export holds the proof", "[Secret" in json.loads(lines[0])["record"])
    server.stop()
    again = Server(folder + "/new")
    t.equal("the running game goes on", again.client(tokens[0]).must("watch", table=running)["view"], view)
    again.stop()


def newer_database(t, folder):
    server = Server(folder)
    server.stop()
    with sqlite3.connect(folder + "/springtide.sqlite") as database:
        database.execute("PRAGMA user_version = 999")
    done = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", folder], capture_output=True, text=True)
    t.check("a newer database is refused in words", done.returncode == 2 and "version 999" in done.stderr, done)


def settings(t, folder):
    """Command line over environment over file."""
    file = pathlib.Path(folder) / "some.toml"
    file.write_text('public-url = "http://file.example:1"\nmessage-bytes = 1000\n')
    server = Server(folder, "--config", str(file), env={"SPRINGTIDE_PUBLIC_URL": "http://variable.example:2"})
    t.equal("the environment wins over the file", server.port, 2)
    server.stop()
    server = Server(folder, "--config", str(file))
    t.equal("the file wins over the default", server.port, 1)
    server.stop()
    file.write_text("nonsense = 1\n")
    done = subprocess.run([PROGRAM, "serve", "--config", str(file)], capture_output=True, text=True)
    t.check("an unknown setting is named", done.returncode == 2 and "nonsense" in done.stderr, done)
    example = (ROOT / "springtide.toml").read_text()
    file.write_text("".join(line.removeprefix("# ") + "\n" for line in example.splitlines() if " = " in line and "listen" not in line))
    server = Server(folder, "--config", str(file))
    t.equal("every line of the example is a setting", server.stop(), 0)


def port_taken(t, folder):
    server = Server(folder)
    done = subprocess.run([PROGRAM, "serve", "--listen", f"127.0.0.1:{server.port}", "--data", folder + "/b"],
                          capture_output=True, text=True)
    t.check("a port that is taken", done.returncode == 2 and "cannot listen" in done.stderr, done)
    server.stop()


if __name__ == "__main__":
    Checks().run(kill_nine, backups, newer_database, settings, port_taken)
