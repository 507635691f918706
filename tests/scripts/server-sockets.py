#!/usr/bin/env python3
"""How connections end: a stop sends a close frame, a client that does not read is disconnected. Replays and logs as
they leave the program."""
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PROGRAM, ROOT, Checks, Closed, Server, table_of  # noqa: E402


def last_word(client):
    """Reads until the connection ends; gives the last message and how it ended."""
    last = None
    try:
        while True:
            last = client.receive()
    except Closed as closed:
        return last, str(closed)


def goodbye(t, folder):
    """Everything under way is stored and answered before the close frame."""
    server = Server(folder)
    anna, ben = server.client(), server.client()
    table = table_of([anna, ben], "high_tide_leiman", 2, options={"first": "blue"})
    action = anna.must("watch", table=table)["legal"][0]
    silent = server.client()  # never answers the close frame
    anna.send_text(json.dumps({"id": "last", "op": "play", "table": table, "action": action}))
    while anna.receive().get("id") != "last":
        pass
    server.process.terminate()
    for client in (anna, ben):
        _, ended = last_word(client)
        t.check("closed with a code and a reason", ended == "closed with code 1012: the server stops; connect again in a moment", ended)
    t.equal("and ended well", server.process.wait(60), 0)
    silent.close()
    server.process.stdout.close()
    server.start()
    ben = server.client(ben.token)
    t.equal("the move is there", ben.must("watch", table=table)["to_act"], [1])
    server.stop()


def clients_open(server):
    return int(re.search(r"^springtide_clients (\d+)$", server.http("GET", "/metrics")[1], re.M).group(1))


def memory(server):
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) * 1024


def slow_reader(t, folder):
    """Sends requests and never reads: the queue is bounded, the connection ends, and other clients are not affected."""
    server = Server(folder)
    anna, ben = server.client(), server.client()
    table = table_of([anna, ben], "high_tide_henn", 3, seats=["open", "open", {"bot": "random"}])
    slow = server.client()
    open_before, before = clients_open(server), memory(server)
    slow.socket.settimeout(5)
    request = json.dumps({"id": 1, "op": "watch", "table": table})
    asked = 0
    try:
        while asked < 50_000:  # some thousand answers fill the buffers of both sides and then the queue
            slow.send_text(request)
            asked += 1
            if asked % 500 == 0 and clients_open(server) < open_before:
                break
    except (Closed, OSError):
        pass
    while clients_open(server) == open_before:
        anna.must("watch", table=table)
    t.check("it was let go", clients_open(server) == open_before - 1, asked)
    t.check("its memory was bounded", memory(server) - before < 64 * 1024 * 1024, memory(server) - before)
    t.check("others are served", anna.must("watch", table=table)["seq"] > 0)
    t.equal("and the server is well", server.stop(), 0)


def replays(t, folder):
    """A link for every finished game, with its text to keep; nothing of a running one."""
    web = pathlib.Path(folder) / "web"
    web.mkdir()
    (web / "index.html").write_text("<title>the page</title>")
    server = Server(folder, "--web", str(web))
    clients = [server.client() for _ in range(3)]
    table = table_of(clients, "turn_the_tide", 3)
    hands = [client.must("watch", table=table)["view"]["hands"][seat] for seat, client in enumerate(clients)]
    page = server.http("GET", f"/replay/{table}")
    t.check("the page", page[0] == 200 and "the page" in page[1] and page[2]["Content-Type"].startswith("text/html"), page)
    for path in (f"/replay/{table}.txt", f"/api/tables/{table}/record"):
        status, text, _ = server.http("GET", path)
        t.check(f"{path}: nothing while it runs", status == 403 and "deal" not in text and "Secret" not in text, text)
    t.equal("no such table", server.http("GET", "/replay/" + "0" * 32 + ".txt")[0], 404)
    for client in clients:
        client.must("end", table=table, do="ask" if client is clients[0] else "agree")
    status, text, headers = server.http("GET", f"/replay/{table}.txt")
    t.check("the text is open when it is over", status == 200 and headers["Content-Type"].startswith("text/plain"), text)
    t.equal("a file to keep", headers["Content-Disposition"], f'attachment; filename="{table}.txt"')
    deal = re.search(r"^chance deal (\S+)$", text, re.M).group(1)
    t.equal("all hands are open", [sorted(map(int, hand.split(","))) for hand in deal.split("|")], [sorted(hand) for hand in hands])
    t.equal("both addresses tell the same", server.http("GET", f"/api/tables/{table}/record")[1], text)
    server.stop()


def many_at_once(t, folder):
    """springtide load plays every game against a server, over frames that hold several messages, and reports."""
    server = Server(folder, "--connections-per-address", "1000", "--requests-per-second", "10000", "--tables-per-hour", "10000")
    for game, players, rate in (("turn_the_tide", 3, 0), ("high_tide_henn", 4, 0), ("high_tide_leiman", 2, 100)):
        for seconds in ("0.5", "5", "50"):  # more, should the machine have had no time for a move
            done = subprocess.run([PROGRAM, "load", f"127.0.0.1:{server.port}", "--game", game, "--players", str(players),
                                   "--tables", "4", "--rate", str(rate), "--seconds", seconds, "--warm-up", "0.5",
                                   "--rest", "0.1", "--idle", "10"], capture_output=True, text=True)
            t.equal(f"{game}: ends well", (done.returncode, done.stderr if done.returncode else ""), (0, ""))
            report = json.loads(done.stdout)
            if report["moves"] > 0:
                break
        t.check(f"{game}: moves, and none refused", report["moves"] > 0 and report["refusals"] == 0, (report, done.stderr))
        t.equal(f"{game}: everybody came", report["sockets"], 4 * players + 10)
        t.check(f"{game}: times are in order", 0 < report["p50_ms"] <= report["p99_ms"] <= report["p999_ms"], report)
    done = subprocess.run([PROGRAM, "load", "127.0.0.1:1"], capture_output=True, text=True)
    t.check("nobody there", done.returncode == 3 and "nobody answers" in done.stderr, done)
    t.equal("and the server is well", server.stop(), 0)


def words(t, folder):
    """Logs are JSON, one object a line; --help and the example file name the same settings."""
    server = Server(folder)
    server.stop()
    lines = [json.loads(line) for line in pathlib.Path(folder, "log").read_text().splitlines()]
    t.equal("the log", [line["event"] for line in lines], ["schema changed", "started", "stopping", "stopped"])
    started = lines[1]
    t.check("the start names version, store and schema", started["version"] and started["store"].endswith("/springtide.sqlite")
            and started["schema"] == lines[0]["to"], started)
    t.check("every line says when", all(isinstance(line["at"], int) for line in lines), lines)
    told = subprocess.run([PROGRAM, "serve", "--help"], capture_output=True, text=True, env={**os.environ, "COLUMNS": "120"}).stdout
    helped = set(re.findall(r"--([a-z-]+)", told)) - {"help", "config", "check-config", "listen"}
    written = set(re.findall(r"^# ?([a-z-]+) = ", (ROOT / "springtide.toml").read_text(), re.M)) - {"listen"}
    t.equal("every setting is explained in both", helped, written)
    server = Server(folder)
    t.equal("alive", server.http("GET", "/healthz")[:2], (200, "ok\n"))
    t.equal("ready", server.http("GET", "/readyz")[:2], (200, "ready\n"))
    server.stop()


if __name__ == "__main__":
    Checks().run(goodbye, slow_reader, replays, many_at_once, words)
