#!/usr/bin/env python3
"""Honest chance: games over the server, checked by a verifier of a stranger and by `springtide verify`; forgeries found."""
import hashlib
import json
import pathlib
import random
import re
import secrets
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PROGRAM, Checks, Server, play_out, table_of  # noqa: E402
from verifier import verify  # noqa: E402


class Rules:
    """The rules, through the engine: only to know what lies on the table before a chance event."""

    def __init__(self, game, players, options):
        self.process = subprocess.Popen([PROGRAM, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.table = self.ask(op="new", game=game, players=players, options=options)["table"]

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


def stranger(record, game, players, options=None):
    rules = Rules(game, players, options or {})
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


VARIATIONS = [
    ("turn_the_tide", 3, {"edition": "gamewright"}),
    ("turn_the_tide", 5, {"leftovers_open": True, "cascade": False}),
    ("high_tide_leiman", 2, {"stones": 1, "first": "pink"}),
    ("high_tide_leiman", 2, {"stones": 5, "first": "blue"}),
    ("high_tide_leiman", 2, {"stones": 2, "first": "random"}),
    ("high_tide_leiman", 2, {"stones": 2, "first": "pie"}),
    ("high_tide_leiman", 2, {"stones": 3, "setup": "balanced"}),
    ("high_tide_leiman", 2, {"stones": 1, "first": "pink", "setup": "balanced"}),
    ("high_tide_henn", 3, {"coins": True, "edition": "en", "ending": "at_once"}),
    ("high_tide_henn", 4, {"sharks": True, "shark_values": [7, 3, 3, 9, 1, 9, 30], "beach_length": 30}),
    ("high_tide_henn", 6, {"surfers": True, "surfers_hidden": True, "rental_start": 7}),
    ("high_tide_henn", 3, {"baywatch": True, "beach_length": 28}),
    ("high_tide_henn", 5, {"coins": True, "sharks": True, "surfers": True, "baywatch": True, "beach_length": 24,
                           "coin_values": [9, 9, 1, 40, 5, 6, 7, 8], "coins_hidden": False}),
]
EVENTS = {"deal", "tides", "first", "setup", "towels", "roll", "reroll", "coins", "surfers", "baywatch", "alert", "shark"}


def every_option(t, folder):
    """Every kind of chance event there is, under expansions and options that differ from their defaults."""
    server = Server(folder)
    chooser = random.Random(3)
    met = set()
    for game, players, options in VARIATIONS:
        title = f"{game} {options}"
        clients = [server.client() for _ in range(players)]
        table = clients[0].must("create", game=game, players=players, options=options)["table"]
        for client in clients:
            client.must("join", table=table)
        for client in clients:
            client.must("ready", table=table, contribution='quotes "and" \\backslashes\\')
        play_out(clients, table, pick=chooser.choice)
        record = server.http("GET", f"/api/tables/{table}/record")[1]
        met |= {line.split()[1] for line in record.splitlines() if line.startswith("chance ")}
        try:
            t.check(f"{title}: a stranger's verifier agrees", stranger(record, game, players, options) > 0)
        except ValueError as error:
            t.check(f"{title}: a stranger's verifier agrees", False, error)
        t.equal(f"{title}: springtide verify agrees", own_verify(folder, record).returncode, 0)
    t.equal("every kind of event was met", met, EVENTS)
    server.stop()


def committed(t, folder):
    """Like the page: all players commit to a contribution, and show it when all have; the verifier checks the result."""
    server = Server(folder)
    for game, players in (("turn_the_tide", 3), ("high_tide_henn", 3), ("high_tide_leiman", 2)):
        clients = [server.client() for _ in range(players)]
        table = clients[0].must("create", game=game, players=players)["table"]
        for client in clients:
            client.must("join", table=table)
        words = [secrets.token_hex(16) for _ in clients]
        promise = lambda seat, text: hashlib.sha256(f"springtide contribution 1\n{table}\n{seat}\n{text}\n".encode()).hexdigest()
        for seat, client in enumerate(clients):
            if seat == players - 1:
                room = client.must("watch", table=table)["room"]
                t.check(f"{game}: nothing is shown before all have committed", not any(room["contributions"]) and not room["showing"], room)
                t.check(f"{game}: nor may anybody show it", not clients[0].ask("show", table=table, contribution=words[0])["ok"])
            client.must("ready", table=table, commitment=promise(seat, words[seat]))
        room = clients[0].must("watch", table=table)["room"]
        t.check(f"{game}: then all show", room["showing"] and room["phase"] == "open", room)
        t.equal(f"{game}: commitments are seen by all", [seat["commitment"] for seat in room["seats"]],
                [promise(seat, text) for seat, text in enumerate(words)])
        kept = room["commitment"]
        t.check(f"{game}: another contribution than the one committed to is refused",
                not clients[0].ask("show", table=table, contribution=secrets.token_hex(16))["ok"])
        t.check(f"{game}: nor somebody else's", not clients[0].ask("show", table=table, contribution=words[1])["ok"])
        for seat, client in enumerate(clients):
            room = client.must("watch", table=table)["room"]
            t.check(f"{game}: seat {seat} learns nothing before it shows", not any(word in json.dumps(room) for word in words), room)
            client.must("show", table=table, contribution=words[seat])
        room = clients[0].must("watch", table=table)["room"]
        t.equal(f"{game}: the game begins with the last one", (room["phase"], room["contributions"]), ("running", words))
        play_out(clients, table)
        record = server.http("GET", f"/api/tables/{table}/record")[1]
        t.check(f"{game}: with the secret committed to before", f'[Commitment "{kept}"]' in record)
        t.check(f"{game}: and everybody's contribution", all(f'[Contribution{seat} "{text}"]' in record for seat, text in enumerate(words)))
        t.check(f"{game}: a stranger's verifier agrees", stranger(record, game, players) > 0)
        t.equal(f"{game}: springtide verify agrees", own_verify(folder, record).returncode, 0)
    server.stop()


def nobody_chooses_again(t, folder):
    """A player who leaves instead of showing discards the start; no player keeps dice that they could have seen."""
    server = Server(folder)
    anna, ben, cleo = (server.client() for _ in range(3))
    table = anna.must("create", game="high_tide_leiman", players=2)["table"]
    promise = lambda seat, text: hashlib.sha256(f"springtide contribution 1\n{table}\n{seat}\n{text}\n".encode()).hexdigest()
    for seat, client in enumerate((anna, ben)):
        client.must("join", table=table)
        client.must("ready", table=table, commitment=promise(seat, "words"))
    before = anna.must("watch", table=table)["room"]["commitment"]
    anna.must("show", table=table, contribution="words")
    ben.must("leave", table=table)  # Ben does not like what would come
    room = anna.must("watch", table=table)["room"]
    t.check("the server commits to another secret", room["commitment"] != before and room["phase"] == "open", room)
    t.check("nobody is ready any more, and nothing is shown", not any(seat.get("ready") or seat.get("shown") for seat in room["seats"]), room)
    cleo.must("join", table=table)
    for seat, client in enumerate((anna, cleo)):
        client.must("ready", table=table, commitment=promise(seat, f"other {seat}"))
    for seat, client in enumerate((anna, cleo)):
        client.must("show", table=table, contribution=f"other {seat}")
    t.equal("then the game begins", anna.must("watch", table=table)["room"]["phase"], "running")
    server.stop()


def taken_back(t, folder):
    """A roll that is taken back by consent and made again meets the same dice, and the record proves them."""
    server = Server(folder)
    clients = [server.client() for _ in range(3)]
    table = table_of(clients, "high_tide_henn", 3)
    first = clients[0].must("watch", table=table)["to_act"][0]
    rolls = []
    for _ in range(2):
        clients[first].must("play", table=table, action="roll")
        rolls.append(clients[first].must("watch", table=table)["view"]["rolled"])
        if len(rolls) == 1:
            clients[first].must("takeback", table=table, do="ask")
            for other in range(3):
                if other != first:
                    clients[other].must("takeback", table=table, do="agree")
    t.equal("the same dice", rolls[0], rolls[1])
    play_out(clients, table)
    record = server.http("GET", f"/api/tables/{table}/record")[1]
    t.check("and a record that proves them", stranger(record, "high_tide_henn", 3) > 0)
    server.stop()


if __name__ == "__main__":
    Checks().run(honest_games, committed, nobody_chooses_again, every_option, taken_back)
