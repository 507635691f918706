#!/usr/bin/env python3
"""A bot that plays on a server, with the typed client beside it and nothing else.

    SPRINGTIDE_TOKEN=… python3 examples/bot.py --server https://tide.example.org     a bot account: accepts challenges until it is stopped
    python3 examples/bot.py --table ID                                               a guest: sits down at a table (ID: the end of its link)
    python3 examples/bot.py --game high_tide_leiman --against greedy                 a guest: makes a table and plays against the server's bots

To make a bot account, protect your name with a password; then make the account and its tokens on the page, under
your name, or with POST /api/bots. The bot chooses at random: put your own idea into `choose`, which gets the view
and the legal actions of its seat. It uses TLS for addresses that begin with https://. When the connection breaks or
the server restarts, it connects again and plays on.
"""
import argparse
import os
import pathlib
import random
import secrets
import sys
import time
from typing import Callable, Optional, TypeVar, cast

from server_client import Closed, Game, Http, OwnTable, Push, Refused, Socket

Result = TypeVar("Result")


def choose(push: Push) -> str:
    """One of the legal actions."""
    return random.choice(push["legal"])


def patiently(patience: float, work: Callable[[], Result]) -> Result:
    """Does it again after a pause, and a longer one, while the server cannot be reached."""
    pause, given_up = 0.25, time.monotonic() + patience
    while True:
        began = time.monotonic()
        try:
            return work()
        except (Closed, OSError) as lost:
            if time.monotonic() - began > 10:  # that was a while: the server was there again
                pause, given_up = 0.25, time.monotonic() + patience
            if time.monotonic() > given_up:
                raise SystemExit(f"the server cannot be reached: {lost}") from lost
            print(f"lost the server ({str(lost).splitlines()[0] if str(lost) else type(lost).__name__}); trying again", file=sys.stderr, flush=True)
            time.sleep(pause)
            pause = min(2 * pause, 8)


def slowly(work: Callable[[], Result]) -> Result:
    """Does it again a little later where the server says that this was too fast."""
    for _ in range(20):
        try:
            return work()
        except Refused as refused:
            if refused.reason not in ("bot_acts_fast", "address_acts_fast"):
                raise
            time.sleep(0.5)
    return work()


class Player:
    """Sits at tables and plays at each when it is to choose. All its knowledge comes from the server, so a new instance
    over a new connection continues the games."""

    def __init__(self, server: Socket):
        self.server = server
        self.seen: dict[str, int] = {}

    def sit_down(self, table: str, key: Optional[str] = None) -> int:
        """Joins and is ready; both may have happened before the line broke."""
        seat = slowly(lambda: self.server.join(table=table, key=key))["seat"]
        try:
            slowly(lambda: self.server.ready(table=table, contribution=secrets.token_hex(16)))
        except Refused as refused:
            if refused.reason not in ("begun_already", "committed_already"):
                raise
        return seat

    def act(self, table: str, state: Push) -> None:
        """Chooses, if there is something to choose. Messages from before the last action are old."""
        tries = 10
        while state.get("legal") and not state.get("over") and state["seq"] >= self.seen.get(table, 0):
            try:
                action, seq = choose(state), state["seq"]
                self.seen[table] = slowly(lambda: self.server.play(table=table, action=action, at=seq))["seq"]
                return
            except Refused:
                tries -= 1
                if tries == 0:
                    raise
                state = self.look(table)  # something happened meanwhile

    def look(self, table: str) -> Push:
        return cast("Push", slowly(lambda: self.server.watch(table=table)))

    def take_up(self, table: str) -> Push:
        state = self.look(table)
        self.act(table, state)
        return state


class BotAccount(Player):
    """Answers challenges, and plays the games in which it sits, all of them over one line."""

    def __init__(self, server: Socket, games: list[str], most: int):
        super().__init__(server)
        self.games, self.most = games, most
        self.playing: set[str] = set()

    def answer(self, challenge: OwnTable) -> None:
        """Yes where it knows the game and has time."""
        table = challenge["table"]
        who = ", ".join(name for name in challenge["summary"]["seats"] if name)
        try:
            if (self.games and challenge["game"] not in self.games) or len(self.playing) >= self.most:
                slowly(lambda: self.server.leave(table=table))
                print(f"declines {challenge['game']} with {who}", flush=True)
                return
            self.sit_down(table)
            print(f"accepts {challenge['game']} with {who}", flush=True)
            self.playing.add(table)
            self.take_up(table)
        except Refused as refused:  # taken back meanwhile
            print(f"no game: {refused}", file=sys.stderr, flush=True)

    def serve(self, rounds: list[int]) -> None:
        """Until so many games were over; 0: for ever. It counts down over all lines."""
        told = slowly(self.server.follow)
        for game in told["games"]:
            self.playing.add(game["table"])
            if game["phase"] == "open":  # it sat down, and may not have been ready when the line broke
                self.sit_down(game["table"])
            self.take_up(game["table"])
        for challenge in told["challenges"]:
            self.answer(challenge)
        for push in self.server.pushes():
            if "challenge" in push:
                self.answer(push["challenge"])
            elif "gone" in push:
                self.playing.discard(push["gone"])
            elif "game" in push:
                table = push["game"]["table"]
                if push["game"]["phase"] != "over":
                    self.playing.add(table)
                    self.take_up(table)
                    continue
                won = push["game"]["seat"] in (push["game"]["summary"]["result"] or [])
                print(f"over: {push['game']['game']}, {'won' if won else 'not won'}", flush=True)
                self.playing.discard(table)
                slowly(lambda: self.server.unwatch(table=table))
                rounds[0] -= 1
                if rounds[0] == 0:
                    return
            elif "seq" in push:
                self.act(push["table"], cast("Push", push))


def play(player: Player, table: str) -> None:
    """One game as a guest, until it is over."""
    state = player.take_up(table)
    for push in player.server.pushes():
        if state.get("over"):
            break
        if "closed" in push:
            raise SystemExit(push["closed"])
        if "seq" not in push:
            continue
        state = cast("Push", push)
        player.act(table, state)
        if state.get("over"):
            break
    result = player.server.watch(table=table)["room"]["result"]
    print(f"over: seats {result['winners']} won, {result['points']} points")


def check_choice(games: list[Game], game: str, level: str) -> int:
    """How few players the game takes; ends with a sentence for a game or a level that the server does not have."""
    known = {each["id"]: each for each in games}
    if game not in known:
        raise SystemExit(f"there is no game '{game}' on this server; it has {', '.join(known)}")
    if level not in known[game]["levels"]:
        raise SystemExit(f"{game} has no level '{level}'; it has {', '.join(known[game]['levels'])}")
    return known[game]["players"][0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://localhost:8470")
    parser.add_argument("--token-file", help="a file with the token of a bot account; by default the environment's SPRINGTIDE_TOKEN")
    parser.add_argument("--games", default="", help="a bot account: the games it plays, separated by commas; by default all")
    parser.add_argument("--most", type=int, default=8, help="a bot account: games at once; more are declined")
    parser.add_argument("--rounds", type=int, default=0, help="a bot account: ends after so many games")
    parser.add_argument("--name", default="Robot", help="of a guest")
    parser.add_argument("--table", help="a guest: the id at the end of a table's link")
    parser.add_argument("--key", help="a guest: of a seat that is kept for it")
    parser.add_argument("--game", default="high_tide_leiman", help="a guest: of a new table")
    parser.add_argument("--against", default="random", help="a guest: level of the bots in the other seats of a new table")
    parser.add_argument("--patience", type=float, default=600, help="seconds for which it waits for a server that cannot be reached")
    given = parser.parse_args()
    try:
        token = pathlib.Path(given.token_file).read_text().strip() if given.token_file else os.environ.get("SPRINGTIDE_TOKEN", "")
    except OSError as error:
        raise SystemExit(f"cannot read the token in {given.token_file}: {error.strerror}") from error

    if token:
        left = [given.rounds]

        def serve() -> None:
            try:
                BotAccount(Socket(given.server, token), [game for game in given.games.split(",") if game], given.most).serve(left)
            except Refused as refused:
                raise SystemExit(f"the server says: {refused}" + (" (is the token right, and not taken back?)" if refused.reason == "only_bot_accounts" else "")) from refused

        return patiently(given.patience, serve)

    if not given.table:
        players = check_choice(patiently(given.patience, lambda: Http(given.server).games()["games"]), given.game, given.against)
    token = patiently(given.patience, lambda: Http(given.server).new_token(name=given.name)["token"])

    def make_table() -> str:
        return Socket(given.server, token).create(game=given.game, players=players, seats=["open", *[{"bot": given.against}] * (players - 1)])["table"]

    table = given.table or patiently(given.patience, make_table)
    said = False

    def visit() -> None:
        nonlocal said
        player = Player(Socket(given.server, token))
        if not said:
            seat = player.sit_down(table, given.key)
            print(f"sits on seat {seat} of {given.server}/t/{table}", flush=True)
            said = True
        play(player, table)

    patiently(given.patience, visit)
    return None


if __name__ == "__main__":
    try:
        main()
    except Refused as refusal:  # an unknown table, a seat that is taken …
        raise SystemExit(f"the server says: {refusal}") from refusal
