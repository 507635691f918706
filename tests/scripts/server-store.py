#!/usr/bin/env python3
"""The database of a server: two servers on one folder, and a damaged table."""
import pathlib
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PROGRAM, Checks, Server, check_damaged, play_first, table_of  # noqa: E402


def program(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60)


def two_servers(t, folder):
    server = Server(folder)
    t.check("a server with a file loads nothing of PostgreSQL", "libpq" not in pathlib.Path(f"/proc/{server.process.pid}/maps").read_text())
    second = program("serve", "--listen", "127.0.0.1:0", "--data", folder)
    t.check("the second refuses", second.returncode == 3 and second.stdout == "", second)
    t.check("and names the first", f"http://localhost:{server.port}" in second.stderr and str(server.process.pid) in second.stderr,
            second.stderr)
    t.equal("the first goes on", server.http("GET", "/readyz")[0], 200)
    server.kill()
    server.start()
    t.equal("a process that was killed holds nothing", server.http("GET", "/readyz")[0], 200)
    t.check("nor is repaired under a running server", program("check", "--repair", "--data", folder).returncode == 3)
    server.stop()


def damage(t, folder):
    server = Server(folder)
    clients = [server.client() for _ in range(2)]
    tables = [table_of(clients, "high_tide_leiman", 2, clock={"kind": "live", "move": 60, "bank": 60}) for _ in range(3)]
    play_first(clients, tables[1])
    whole = program("check", "--data", folder)
    t.check("nothing is wrong, beside a running server", whole.returncode == 0 and "0 problems" in whole.stdout, whole)
    server.stop()
    database = sqlite3.connect(pathlib.Path(folder, "springtide.sqlite"))
    with database:
        database.execute("UPDATE event SET body = '{\"kind\":\"dance\",\"seat\":77,\"text\":\"otter42\"}' WHERE table_id = ? AND seq = 6",
                         (tables[1],))
    server.start()
    clients = [server.client(client.token) for client in clients]
    check_damaged(t, clients, tables[1], 6)
    for table in (tables[0], tables[2]):
        play_first(clients, table)
    t.check("the others are played on", True)
    told = open(server.log.name).read()
    t.check("who runs the server is told why", tables[1] in told and "kind dance" in told, told)
    server.stop()
    found = program("check", "--data", folder)
    t.check("the check finds it", found.returncode == 1 and tables[1] in found.stdout and "1 problem" in found.stdout, found)
    repaired = program("check", "--repair", "--data", folder)
    t.check("the repair sets it aside", repaired.returncode == 0 and "set aside" in repaired.stdout, repaired)
    t.equal("where it is kept", database.execute("SELECT count(*) > 3 FROM set_aside WHERE table_id = ?", (tables[1],)).fetchone()[0], 1)
    t.check("all is well again", program("check", "--data", folder).returncode == 0)
    server.start()
    t.refused("it is gone", server.client(clients[0].token).ask("watch", table=tables[1]), "unknown_table")
    t.check("the others are there", server.client(clients[0].token).must("watch", table=tables[0])["view"])
    server.stop()


if __name__ == "__main__":
    Checks().run(two_servers, damage)
