"""Somebody else at another table, in a process of their own: asks again and again, and notes how long the answer takes.

    bystander.py PORT TOKEN FOLDER

Ends when the standard input does, and prints one JSON object. On a machine that does much at once an answer also waits until a
processor is free, for the server or for whoever asks. Linux says how long a thread waited so (schedstat); `own_ms` is an answer's
time without it: what the server itself took. FOLDER/pid names the server, which may be another one after a restart."""
import json
import os
import pathlib
import select
import sys
import threading
import time

from client import Client, Closed


def waited_ns(thread):
    """How long it was ready to run and did not."""
    try:
        return int(pathlib.Path(f"/proc/{thread}/schedstat").read_text().split()[1])
    except (OSError, IndexError):
        return 0


class Waits:
    def __init__(self, folder):
        self.me = f"self/task/{threading.get_native_id()}"
        self.folder = pathlib.Path(folder)

    def find(self):
        pid = (self.folder / "pid").read_text()
        self.server = f"{pid}/task/{pid}"  # its loop is its first thread

    def now(self):
        return waited_ns(self.me) + waited_ns(self.server)


def main():
    port, token, folder = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    waits, client, table = Waits(folder), None, None
    answers = []
    while not select.select([sys.stdin], [], [], 0.01)[0]:
        try:
            if client is None:
                client = Client(port, token)
                waits.find()
                if table is None:
                    table = client.must("create", game="high_tide_leiman", players=2)["table"]
                client.must("watch", table=table)  # the first time it is opened
                client.received.clear(), client.read.clear()
            before, begun = waits.now(), time.monotonic_ns()
            client.must("watch", table=table, since=10**9)
            took = time.monotonic_ns() - begun
            answers.append((took, max(0, took - (waits.now() - before))))
            client.received.clear(), client.read.clear()
        except (AssertionError, Closed, OSError):  # the server is restarted
            client = None
            time.sleep(0.02)

    def told(times):
        times = sorted(times)
        at = lambda part: round(times[min(len(times) - 1, int(part * len(times)))] / 1e6, 2)
        return {"median_ms": at(0.5), "of_1000_ms": at(0.999), "worst_ms": at(1)} if times else {}
    print(json.dumps({"answers": len(answers)} | told([all_of_it for all_of_it, _ in answers]) |
                     {f"own_{name}": value for name, value in told([own for _, own in answers]).items()}))


if __name__ == "__main__":
    main()
