#!/usr/bin/env python3
"""Bots are unpredictable: a player with the same program and the same knowledge guesses the plays of a server's bots,
and is right no more often than one who only knows their probabilities."""
import json
import math
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PROGRAM, Checks, Server, play_out, table_of  # noqa: E402

BOT = 2
MILLISECONDS = 20


class Foreteller:
    """Follows a game and asks its own program what the bot will do."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.table = self.ask(op="new", game="turn_the_tide", players=3)["table"]

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if not answer["ok"]:
            raise ValueError(answer["error"]["message"])
        return answer

    def play(self, who, action):
        return self.ask(op="play", table=self.table, by=who if who == "chance" else int(who), action=action)

    def bot(self, level, **more):
        return self.ask(op="best", table=self.table, by=BOT, level=level, ms=MILLISECONDS, **more)["action"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def decisions(server, level, rounds):
    """Plays one game against a bot and yields, for each of its choices in these rounds, the foreteller and the card."""
    clients = [server.client() for _ in range(2)]
    table = table_of(clients, "turn_the_tide", 3, seats=["open", "open", {"bot": level}])
    play_out(clients, table, pick=random.Random(7).choice)
    record = server.http("GET", f"/api/tables/{table}/record")[1]
    for client in clients:
        client.close()
    foreteller = Foreteller()
    for who, action in re.findall(r"^(chance|\d) (.+)$", record, re.MULTILINE):
        if who == str(BOT):
            view = foreteller.ask(op="view", table=foreteller.table, **{"for": BOT})["view"]
            if view["round"] in rounds and len(view["hands"][BOT]) > 1:
                yield foreteller, len(view["hands"][BOT]), action
        foreteller.play(who, action)
    foreteller.close()


def lots(t, folder):
    """A bot that plays any card: it is guessed as often as chance has it."""
    server = Server(folder, "--bot-milliseconds", str(MILLISECONDS))
    hits = expected = variance = asked = 0
    for _ in range(4):
        for foreteller, cards, card in decisions(server, "random", (1, 2, 3)):
            hits += foreteller.bot("random") == card
            asked += 1
            expected += 1 / cards
            variance += (1 - 1 / cards) / cards
    t.check("there was something to guess", asked > 60, asked)
    t.check("a card of `random` is guessed as by chance", abs(hits - expected) < 5 * math.sqrt(variance),
            f"{hits} of {asked}, expected {expected:.1f}")
    server.stop()


def mix(t, folder):
    """`best` in the last round, when every hand is known to a good memory."""
    server = Server(folder, "--bot-milliseconds", str(MILLISECONDS))
    hits = expected = variance = asked = 0
    for _ in range(4):
        for foreteller, _, card in decisions(server, "best", (3,)):
            guess = foreteller.bot("best")
            known = [foreteller.bot("best", seed=str(i)) for i in range(12)]
            chance = (known.count(guess) + 0.5) / (len(known) + 1)
            hits += guess == card
            asked += 1
            expected += chance
            variance += chance * (1 - chance)
    t.check("there was something to guess", asked > 20, asked)
    t.check("a guess is worth what knowing the mix is worth", hits - expected < 3.5 * math.sqrt(variance),
            f"{hits} of {asked}, expected {expected:.1f} ± {math.sqrt(variance):.1f}")
    t.check("and the mix is one", expected < 0.97 * asked, f"{expected:.1f} of {asked}")
    print(f"best in the last round: {hits} of {asked} cards guessed, {expected:.1f} by the mix")
    server.stop()


if __name__ == "__main__":
    Checks().run(lots, mix)
