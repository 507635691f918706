#!/usr/bin/env python3
"""Tables spread over three threads: nothing that other scripts show is different, whichever thread a table and a socket
live in."""
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PROGRAM, Checks, Server, closed, play_out, table_of  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
THREADS = "3"
# Those that show most of what people share: games, seats, secrets, sessions, company, kills. A sanitizer's program is many
# times slower: it plays whole games, and what threads say to each other.
SCRIPTS = ("server-play", "server-company") if "SPRINGTIDE_PROGRAM" in os.environ else \
    ("server-play", "server-seats", "server-sessions", "server-leak", "server-company", "server-people", "server-killed")


def other_scripts(t, _):
    for name in SCRIPTS:
        done = subprocess.run([HERE / f"{name}.py"], capture_output=True, text=True,
                              env={**os.environ, "SPRINGTIDE_THREADS": THREADS})
        counts = re.findall(r"^(\d+) passed, (\d+) failed$", done.stdout, re.MULTILINE)
        passed, failed = (int(number) for number in counts[-1]) if counts else (0, 1)
        t.passed += passed
        t.failed += failed
        if failed or done.returncode:
            print(f"{name} with {THREADS} threads:\n{done.stdout[-4000:]}{done.stderr[-4000:]}", flush=True)
        t.equal(f"{name} ends well", done.returncode, 0)


def strays(t, folder):
    """Two people at twelve tables, with one socket each that names none of them: every push says of which table it tells, and
    none is left out."""
    server = Server(folder, "--threads", THREADS)
    players = [server.client(events=True), server.client(events=True)]
    tables = [table_of(players, "high_tide_leiman", 2, options={"first": "blue"}) for _ in range(12)]
    for table in tables:
        for player in players:
            player.must("watch", table=table)
    for turn in range(6):
        for table in tables:
            one, other = players[turn % 2], players[1 - turn % 2]
            seq = one.must("play", table=table, action=one.must("watch", table=table)["legal"][0])["seq"]
            other.wait_for(lambda push: push.get("table") == table and push.get("seq") == seq)
    t.check("every table is known to both by its name",
            all(set(player.known) == set(tables) for player in players), [player.known.keys() for player in players])
    measures = dict(re.findall(r"^(springtide_\w+) (\S+)$", server.http("GET", "/metrics")[1], re.MULTILINE))
    t.equal("clients of all threads are counted", int(measures["springtide_clients"]), 2)
    t.equal("and their tables", int(measures["springtide_tables_known"]), len(tables))
    views = [players[0].must("watch", table=table)["seq"] for table in tables]
    t.equal("stops well", server.stop(), 0)
    for count in ("1", "2"):  # a table belongs to another thread then
        server.arguments[1] = count
        server.start()
        again = server.client(players[0].token)
        t.equal(f"all of it is there with {count}", [again.must("watch", table=table)["seq"] for table in tables], views)
        t.equal("stops well", server.stop(), 0)


def sockets_by_table(t, folder):
    """As the page does it: a socket for each table, which its address names."""
    server = Server(folder, "--threads", THREADS)
    tokens = [server.token("Anna"), server.token("Ben")]
    lobby = [server.client(token) for token in tokens]
    for _ in range(4):
        table = table_of(lobby, "high_tide_leiman", 2)
        own = [server.client(token, address=f"/ws?lines&events&table={table}") for token in tokens]
        for client in own:
            client.must("watch", table=table)
        play_out(own, table)
        t.check("played to its end", own[0].must("watch", table=table)["over"])
        frames = [frame for client in own for frame in client.received if b'"events"' in frame and b'"view"' not in frame]
        t.check("a socket of one table need not be told its name", not any(b'"table"' in frame for frame in frames), frames)
        for client in own:
            client.close()
    quick = [client.must("play_now", game="high_tide_leiman", speed="days") for client in lobby]
    t.equal("play now brings them together", len({answer["table"] for answer in quick}), 1)
    t.equal("stops well", server.stop(), 0)
    for client in lobby:
        t.check("everybody is told why", "the server stops" in closed(client))


def settings(t, folder):
    def told(*words):
        done = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", folder, *words], capture_output=True, text=True)
        return done.returncode != 0 and done.stderr + done.stdout

    for wrong in ("0", "65", "many"):
        t.check(f"--threads {wrong} is refused in words", "threads" in (told("--threads", wrong) or ""))
    t.check("with PostgreSQL one starts several servers", "start several servers" in
            (told("--threads", "2", "--store", "postgres://nobody@127.0.0.1:1/none") or ""))


if __name__ == "__main__":
    Checks().run(settings, strays, sockets_by_table, other_scripts)
