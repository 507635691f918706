"""Attacks on what people wait for: logins, reads of the store, mail, downloads. Each gives figures; the test part server-attack
checks them, tools/try_attacks prints them."""
import collections
import json
import os
import pathlib
import socket
import sqlite3
import subprocess
import sys
import threading
import time

from bystander import Waits
from client import Server

READERS = pathlib.Path(__file__).with_name("readers.py")
PASSWORD = "long enough"


def told(times):
    times = sorted(times)
    at = lambda part: round(times[min(len(times) - 1, int(part * len(times)))], 3)
    return {"tried": len(times), "median_s": at(0.5), "worst_s": at(1)} if times else {"tried": 0}


def log_in(server, name, password, source, headers=None):
    begun = time.monotonic()
    status, text, got = server.http("POST", "/api/login", {"name": name, "password": password}, headers, source=source)
    return time.monotonic() - begun, status, json.loads(text), got


def logins(folder, limits, addresses=20, seconds=20):
    """From many addresses, six guesses at a time: guesses at Anna's password, and at names of nobody. Meanwhile Ben logs in elsewhere, Anna logs in on
    a device that knows her, and the host looks at their page."""
    key = pathlib.Path(folder) / "host.key"
    key.write_text("a key that nobody guesses")
    server = Server(folder, *limits, "--host-key-file", str(key))
    cookies = {}
    for i, name in enumerate(("Anna", "Ben")):
        status, text, got = server.http("POST", "/api/claim", {"name": name, "password": PASSWORD}, source=f"127.0.76.{i + 1}")
        assert status == 200, text
        cookies[name] = "; ".join(one.split(";")[0] for one in got.get_all("Set-Cookie") if not one.startswith("springtide="))
    quiet = [log_in(server, "Ben", PASSWORD, f"127.0.75.{i + 1}")[0] for i in range(3)]  # on a busy machine longer than on another
    guesses, silent, lock, on = collections.Counter(), 0, threading.Lock(), True

    def attack(number):
        nonlocal silent
        turn = 0
        while on:
            turn += 1
            name = "Anna" if turn % 2 else f"Nobody {number} {turn}"
            try:
                _, status, answer, got = log_in(server, name, "a wrong password", f"127.0.30.{number + 1}")
            except OSError:
                continue
            with lock:
                guesses[(name == "Anna", status)] += 1
                silent += status == 429 and "Retry-After" not in got
            time.sleep(0.5)

    attackers = [threading.Thread(target=attack, args=(i,), daemon=True) for i in range(addresses) for _ in range(6)]
    for one in attackers:
        one.start()
    times = collections.defaultdict(list)
    statuses = collections.defaultdict(collections.Counter)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for who, ask in (("elsewhere", lambda: log_in(server, "Ben", PASSWORD, "127.0.77.1")),
                         ("known_device", lambda: log_in(server, "Anna", PASSWORD, "127.0.77.2", {"Cookie": cookies["Anna"]}))):
            took, status, _, _ = ask()
            times[who].append(took)
            statuses[who][status] += 1
        begun = time.monotonic()
        status = server.http("POST", "/api/host", {"key": "a key that nobody guesses", "do": "look"}, source="127.0.78.1")[0]
        times["host"].append(time.monotonic() - begun)
        statuses["host"][status] += 1
        time.sleep(2)
    on = False
    for one in attackers:
        one.join()
    server.stop()
    return {"addresses": addresses, "seconds": seconds, "quiet_s": round(sorted(quiet)[1], 3), "guesses_checked": guesses[(True, 403)],
            "guesses_refused": guesses[(True, 429)], "refused_without_retry_after": silent} | {
                who: told(times[who]) | {"statuses": dict(statuses[who])} for who in times}


def long_night(folder, server, events):
    """A club night at which people came and went so often."""
    host = server.token("Host")
    night = server.post("/api/clubs", {"name": "Long", "game": "high_tide_leiman", "seats": 2, "rounds": 3, "minutes": 10}, host)[1]["club"]
    for _ in range(2):
        assert server.post(f"/api/clubs/{night}/enter", {}, server.token())[0] == 200
    server.stop()
    database = sqlite3.connect(os.path.join(folder, "springtide.sqlite"))
    last, = database.execute("SELECT max(seq) FROM club_event WHERE club_id = ?", (night,)).fetchone()
    entered = json.loads(database.execute("SELECT body FROM club_event WHERE club_id = ? AND seq = ?", (night, last)).fetchone()[0])
    rows = []
    for seq in range(last + 1, last + 1 + events):
        row = entered | {"guest": f"{seq:032x}", "name": f"Guest {seq}"}
        rows.append((night, seq, 1000 + seq, json.dumps(row)))
    database.executemany("INSERT INTO club_event (club_id, seq, at, body) VALUES (?, ?, ?, ?)", rows)
    database.commit()
    database.close()
    server.start()
    return night


def reads(folder, limits, addresses, connections, seconds=6, events=1500):
    """A long club night is asked for over many connections; how long does somebody wait who comes new from elsewhere? `own` is without the
    time in which they or the server waited for a processor (bystander.py)."""
    server = Server(folder, *limits)
    night = long_night(folder, server, events)
    status, text, _ = server.http("GET", f"/api/clubs/{night}")
    assert status == 200 and len(text) > 20_000, (status, text[:300])
    attack = subprocess.Popen([sys.executable, str(READERS), str(server.port), f"/api/clubs/{night}", str(addresses), str(connections), str(seconds)],
                              stdout=subprocess.PIPE, text=True)
    time.sleep(1)
    times, own = [], []
    waits = Waits(folder)
    waits.find()
    while attack.poll() is None:
        before, begun = waits.now(), time.monotonic()
        status = server.http("GET", "/api/mine", source=f"127.0.79.{1 + len(times) % 200}")[0]
        times.append(time.monotonic() - begun)
        own.append(max(0, times[-1] - (waits.now() - before) / 1e9))
        assert status == 200, status
        time.sleep(0.02)
    answers = json.loads(attack.communicate()[0])
    server.stop()
    return {"addresses": addresses, "connections": connections, "bytes": len(text), "answers": answers, "newcomer": told(times), "newcomer_own": told(own)}


def waiting_bytes(port):
    """How many connections of the server at this port are open, and how many bytes the kernel keeps for those that do not read."""
    lines = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
    own = [line for line in lines if int(line[1].split(":")[1], 16) == port and line[3] != "0A"]
    return sum(line[3] == "01" for line in own), sum(int(line[4].split(":")[0], 16) for line in own)


def downloads(folder, limits, addresses=2, connections=200, size=1_500_000, patience=25):
    """Many connections ask for a large file and read nothing. What do they hold, for how long, and does the server answer others?"""
    page = pathlib.Path(folder) / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("the page")
    (page / "assets" / "large.js").write_bytes(os.urandom(size))
    server = Server(folder, *limits, "--web", str(page))
    lines = []
    for address in range(addresses):
        for _ in range(connections):
            line = socket.create_connection(("127.0.0.1", server.port), source_address=(f"127.0.40.{address + 1}", 0))
            line.sendall(f"GET /assets/large.js HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
            lines.append(line)
    time.sleep(1)
    open_at_first, held = waiting_bytes(server.port)
    memory = int(pathlib.Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
    begun = time.monotonic()
    status = server.http("GET", "/healthz", source="127.0.41.1")[0]
    healthy = time.monotonic() - begun
    while (still := waiting_bytes(server.port)[0]) > 0 and time.monotonic() - begun < patience:
        time.sleep(0.5)
    cut_after = time.monotonic() - begun
    for line in lines:
        line.close()
    slow = slow_reader(server)
    server.stop()
    return {"asked": len(lines), "open_after_1_s": open_at_first, "kernel_holds_mb": round(held / 1e6, 1), "server_holds_mb": round(memory / 1e6),
            "healthz": status, "healthz_s": round(healthy, 3), "still_open": still, "cut_after_s": round(cut_after, 1), "slow_reader": slow}


def slow_reader(server, rate=200_000):
    """Somebody with a slow line, who reads on: gets all of the file."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 * 1024)
    line.bind(("127.0.41.3", 0))
    line.connect(("127.0.0.1", server.port))
    line.sendall(f"GET /assets/large.js HTTP/1.1\r\nHost: localhost:{server.port}\r\nConnection: close\r\n\r\n".encode())
    got = 0
    while piece := line.recv(8 * 1024):
        got += len(piece)
        time.sleep(len(piece) / rate)
    line.close()
    return got
