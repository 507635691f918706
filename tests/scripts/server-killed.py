#!/usr/bin/env python3
"""kill -9 under load, 20 times: what was acknowledged is there, in order, exactly once; and nothing is stuck after it.

The kernel keeps what a killed process wrote: what a power cut leaves is shown by the part power-loss."""
import json
import os
import pathlib
import re
import resource
import secrets
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PROGRAM, ROOT, Checks, Server, table_of  # noqa: E402
from pairs import Nodes, Pair, check_log, finish, moves, wait_for_moves  # noqa: E402

KILLS = 20
PAIRS = 6


def kill_nine(t, folder):
    server = Server(folder)
    port = server.port
    pairs = [Pair(Nodes([server]), (server.token(), server.token()), i) for i in range(PAIRS)]
    for pair in pairs:
        pair.start()
    for _ in range(KILLS):
        wait_for_moves(pairs, 20 + secrets.randbelow(40))  # then the axe, in the middle of the next ones
        server.kill()
        server.start(f"127.0.0.1:{port}")
    finish(pairs)
    t.equal("stops well", server.stop(), 0)
    rows = sqlite3.connect(folder + "/springtide.sqlite").execute("SELECT table_id, seq, body FROM event").fetchall()
    tables = check_log(t, pairs, rows)
    print(f"{KILLS} kills, {moves(pairs)} acknowledged moves at {len(tables)} tables")
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
    named = subprocess.run([PROGRAM, "backup"], capture_output=True, text=True, check=False, cwd=folder, env={**os.environ, "SPRINGTIDE_DATA": str(folder)})
    t.check("backup without a name takes the time", named.returncode == 0 and len(list(pathlib.Path(folder).glob("springtide-2*.backup"))) == 1, named.stdout + named.stderr)
    t.equal("database and backup are for their owner alone",
            [oct(pathlib.Path(path).stat().st_mode & 0o777) for path in (folder + "/springtide.sqlite", copy)], ["0o600"] * 2)
    t.equal("backup never writes over a file", run("backup", "--data", folder, copy).returncode, 3)
    t.equal("restore", run("restore", "--data", folder + "/new", copy).returncode, 0)
    t.equal("restore never writes over a database", run("restore", "--data", folder, copy).returncode, 3)
    t.equal("restore of something else", run("restore", "--data", folder + "/other", PROGRAM).returncode, 3)
    lines = run("export", "--data", folder + "/new").stdout.splitlines()
    t.equal("export", [json.loads(line)["table"] for line in lines], [over])
    nothing_is_lost(t, folder + "/new")
    t.check("export holds the proof", "[Secret" in json.loads(lines[0])["record"])
    server.stop()
    again = Server(folder + "/new")
    t.equal("the running game goes on", again.client(tokens[0]).must("watch", table=running)["view"], view)
    again.stop()


def nothing_is_lost(t, data):
    """On a full disk, export and backup report it and fail; their remains do not block the next try."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([PROGRAM, "export", "--data", data], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    t.check("export to a full disk fails in words", done.returncode == 3 and "No space left on device" in done.stderr, done)
    for command, target in ((["backup", "--data", data, data + "/full.backup"], data + "/full.backup"),
                            (["restore", "--data", data + "/restored", data + "/good.backup"], data + "/restored/springtide.sqlite")):
        if command[0] == "restore":
            subprocess.run([PROGRAM, "backup", "--data", data, data + "/good.backup"], check=True, capture_output=True)
        done = subprocess.run(["bash", "-c", 'ulimit -f 40; exec "$0" "$@"', PROGRAM, *command], capture_output=True,
                              text=True, check=False)
        left = [str(path) for path in pathlib.Path(target).parent.glob(pathlib.Path(target).name + "*")] \
            if pathlib.Path(target).parent.exists() else []
        t.check(f"a failed {command[0]} says so and leaves nothing", done.returncode == 3 and "cannot write" in done.stderr and not left,
                (done, left))
        again = subprocess.run([PROGRAM, *command], capture_output=True, text=True, check=False)
        t.check(f"{command[0]} can be tried again", again.returncode == 0 and pathlib.Path(target).exists(), again)


def full_disk(t, folder):
    """No room to write: moves are refused with a message, the server lives and reports it; with room again, all
    continues."""
    server = Server(folder)
    clients = [server.client(), server.client()]
    table = table_of(clients, "high_tide_leiman", 2, options={"first": "blue"})
    before = clients[0].must("watch", table=table)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    answer = clients[0].ask("play", id="move", table=table, action=before["legal"][0])
    t.refused("refused", answer, "unavailable")
    while server.http("GET", "/readyz")[0] != 503:
        pass
    said = [json.loads(line) for line in pathlib.Path(folder, "log").read_text().splitlines()]
    t.check("the log has the reason", any(line["event"] == "the store refuses" and line.get("why") for line in said), said[-3:])
    t.equal("it lives, but is not ready", server.http("GET", "/healthz")[0], 200)
    t.equal("nothing happened", clients[0].must("watch", table=table)["view"], before["view"])
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    answer = clients[0].must("play", id="move", table=table, action=before["legal"][0])
    push = clients[1].wait_for(lambda push: push.get("seq") == answer["seq"])
    t.equal("sent again it is done, and told", push["to_act"], [1])
    while server.http("GET", "/readyz")[0] != 200:
        pass
    t.equal("stops well", server.stop(), 0)


def full_tmpfs(t, folder):
    """A disk without a byte left, four times in the middle of games: moves are refused, tables can be watched, and once
    there is room again the same server continues. No client saw a move that is not in the log. Mounting needs root."""
    if os.geteuid() != 0:
        return
    disk = pathlib.Path(folder) / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk], check=True)
    try:
        server = Server(disk, "--free-megabytes", "0")
        pairs = [Pair(Nodes([server]), (server.token(), server.token()), i) for i in range(3)]
        watcher = server.client()
        for pair in pairs:
            pair.start()
        for _ in range(4):
            wait_for_moves(pairs, 30)
            fill(disk / "filler")
            while server.http("GET", "/readyz")[0] != 503:
                time.sleep(0.05)
            answer = watcher.ask("watch", table=pairs[0].acknowledged[-1][0])
            t.check("a table can be looked at", answer["ok"], answer)
            (disk / "filler").unlink()
            wait_for_moves(pairs, 30)
            while server.http("GET", "/readyz")[0] != 200:
                time.sleep(0.05)
        finish(pairs)
        t.equal("stops well", server.stop(), 0)
        check_log(t, pairs, sqlite3.connect(disk / "springtide.sqlite").execute("SELECT table_id, seq, body FROM event").fetchall())
        server.log.close()
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


def fill(path):
    """Takes every byte of its disk."""
    for size in (65536, 512):
        with open(path, "ab", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(size))
            except OSError:
                pass


def newer_database(t, folder):
    server = Server(folder)
    server.stop()
    with sqlite3.connect(folder + "/springtide.sqlite") as database:
        database.execute("PRAGMA user_version = 999")
    done = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", folder], capture_output=True, text=True)
    t.check("a newer database is refused in words", done.returncode == 3 and "version 999" in done.stderr, done)


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
    lines = [line.removeprefix("# ") for line in example.splitlines() if " = " in line and not re.match("# (listen|store) ", line)]
    key = pathlib.Path(folder) / "host.key"
    key.write_text("a secret of the host, long enough\n")
    file.write_text("\n".join(re.sub("^host-key-file = .*", f'host-key-file = "{key}"', line) for line in lines) + "\n")
    server = Server(folder, "--config", str(file))
    t.equal("every line of the example is a setting", server.stop(), 0)


def port_taken(t, folder):
    server = Server(folder)
    done = subprocess.run([PROGRAM, "serve", "--listen", f"127.0.0.1:{server.port}", "--data", folder + "/b"],
                          capture_output=True, text=True)
    t.check("a port that is taken", done.returncode == 3 and "cannot listen" in done.stderr, done)
    server.stop()


if __name__ == "__main__":
    Checks().run(kill_nine, full_disk, full_tmpfs, backups, newer_database, settings, port_taken)
