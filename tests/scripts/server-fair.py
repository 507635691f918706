#!/usr/bin/env python3
"""Honest chance: games over the server, checked by a verifier of a stranger and by `springtide verify`; forgeries found."""
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PROGRAM, Checks, Server, play_out, table_of  # noqa: E402
from verifier import verify  # noqa: E402


class Rules:
    """The rules, through the engine: only to know what lies on the table before a chance event."""

    def __init__(self, game, players):
        self.process = subprocess.Popen([PROGRAM, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.table = self.ask(op="new", game=game, players=players)["table"]

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def play(self, who, action):
        answer = self.ask(op="play", table=self.table, by=who if who == "chance" else int(who), action=action)
        if not answer["ok"]:
            raise ValueError(answer["error"]["message"])

    def view(self):
        return self.ask(op="view", table=self.table, **{"for": "all"})["view"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def own_verify(folder, record):
    file = pathlib.Path(folder) / "record.txt"
    file.write_text(record)
    return subprocess.run([PROGRAM, "verify", str(file)], capture_output=True, text=True)


def stranger(record, game, players):
    rules = Rules(game, players)
    try:
        return verify(record, rules.play, rules.view)
    finally:
        rules.close()


def honest_games(t, folder):
    server = Server(folder)
    for game, players in (("turn_the_tide", 4), ("high_tide_henn", 3), ("high_tide_leiman", 2)):
        clients = [server.client() for _ in range(players)]
        table = clients[0].must("create", game=game, players=players)["table"]
        for client in clients:
            client.must("join", table=table)
        promised = clients[0].must("watch", table=table)["room"]["commitment"]
        for i, client in enumerate(clients):
            client.must("ready", table=table, contribution=f"the words of player {i}")
        shown = clients[0].must("watch", table=table)["room"]
        t.equal(f"{game}: the commitment stays", shown["commitment"], promised)
        t.equal(f"{game}: contributions are shown", shown["contributions"][1], "the words of player 1")
        play_out(clients, table)
        record = server.http("GET", f"/api/tables/{table}/record")[1]
        t.check(f"{game}: the commitment is the one that was promised", f'[Commitment "{promised}"]' in record)
        t.check(f"{game}: a stranger's verifier agrees", stranger(record, game, players) > 0)
        done = own_verify(folder, record)
        t.check(f"{game}: springtide verify agrees", done.returncode == 0 and "honest" in done.stdout, done)
        # Forgeries: another contribution, another secret, one chance event exchanged for a possible other one.
        swapped = record.replace("the words of player 0", "the words of player 9")
        secret = re.search(r'\[Secret "(\w+)"\]', record).group(1)
        other = record.replace(secret, secret[::-1])
        lines = [line for line in record.splitlines() if line.startswith("chance")]
        changed = {"turn_the_tide": r"chance tides \d+ \d+", "high_tide_henn": r"chance towels \S+",
                   "high_tide_leiman": r"chance setup \S+"}[game]
        new = {"turn_the_tide": "chance tides 1 2", "high_tide_henn": "chance towels 0,1,2",
               "high_tide_leiman": "chance setup b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b"}[game]
        if new in lines:
            new = {"turn_the_tide": "chance tides 3 4", "high_tide_henn": "chance towels 2,1,0"}.get(game, new)
        for title, forged in (("contribution", swapped), ("secret", other), ("event", re.sub(changed, new, record, count=1))):
            t.check(f"{game}: forged {title}: verify fails loudly", own_verify(folder, forged).returncode == 1)
            try:
                stranger(forged, game, players)
                t.check(f"{game}: forged {title}: the stranger finds it", False)
            except ValueError:
                t.check(f"{game}: forged {title}: the stranger finds it", True)
    server.stop()


if __name__ == "__main__":
    Checks().run(honest_games)
