#!/usr/bin/env python3
"""A bot that plays on a server, with the typed client beside it and nothing else.

    python3 examples/server_bot.py --server http://localhost:8470 --table ID      sits down at somebody's table (the end of its link)
    python3 examples/server_bot.py --game high_tide_leiman --against greedy       makes a table and plays against the server's bots

It chooses at random: put your own idea into `choose`, which is given what the seat may see and what it may do. An address that begins
with https:// is spoken to over TLS. When the line breaks or the server starts anew it connects again and plays on.
"""
import argparse
import random
import secrets
import sys
import time
from typing import Callable, Optional, TypeVar, cast

from server_client import Closed, Http, Push, Refused, Socket

Result = TypeVar("Result")


def choose(push: Push) -> str:
    """One of the legal actions."""
    return random.choice(push["legal"])


def patiently(patience: float, work: Callable[[], Result]) -> Result:
    """Does it again after a pause, and a longer one, while the server cannot be reached."""
    pause, given_up = 0.25, time.monotonic() + patience
    while True:
        try:
            return work()
        except (Closed, OSError) as lost:
            if time.monotonic() > given_up:
                raise SystemExit(f"the server cannot be reached: {lost}") from lost
            print(f"lost the server ({str(lost).splitlines()[0] if str(lost) else type(lost).__name__}); trying again", file=sys.stderr, flush=True)
            time.sleep(pause)
            pause = min(2 * pause, 8)


def sit_down(server: Socket, table: str, key: Optional[str]) -> int:
    """Joins and is ready; both may have happened before the line broke."""
    seat = server.join(table=table, key=key)["seat"]
    try:
        server.ready(table=table, contribution=secrets.token_hex(16))
    except Refused as refused:
        if refused.error.get("reason") not in ("begun_already", "committed_already"):
            raise
    return seat


def play(server: Socket, table: str) -> None:
    """Until the game is over: whenever there is something to choose, choose."""
    state = cast("Push", server.watch(table=table))
    news = server.pushes()
    while not state["over"]:
        if state["legal"]:
            try:
                server.play(table=table, action=choose(state), at=state["seq"])
            except Refused as refused:
                if refused.code != "stale":  # else something happened meanwhile, and a push tells what
                    raise
        last = state["seq"]
        while True:
            push = next(news)
            if "closed" in push:
                raise SystemExit(push["closed"])
            state = cast("Push", push)
            if state["seq"] > last or state["over"]:
                break
    result = server.watch(table=table)["room"]["result"]
    print(f"over: seats {result['winners']} won, {result['points']} points")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://localhost:8470")
    parser.add_argument("--name", default="Robot")
    parser.add_argument("--table", help="the id at the end of a table's link")
    parser.add_argument("--key", help="of a seat that is kept for this bot")
    parser.add_argument("--game", default="high_tide_leiman")
    parser.add_argument("--against", default="random", help="level of the bots in the other seats")
    parser.add_argument("--patience", type=float, default=600, help="seconds for which it waits for a server that cannot be reached")
    given = parser.parse_args()
    token = patiently(given.patience, lambda: Http(given.server).new_token(name=given.name)["token"])

    def make_table() -> str:
        players = next(game["players"][0] for game in Http(given.server).games()["games"] if game["id"] == given.game)
        return Socket(given.server, token).create(game=given.game, players=players, seats=["open", *[{"bot": given.against}] * (players - 1)])["table"]

    table = given.table or patiently(given.patience, make_table)
    said = False

    def visit() -> None:
        nonlocal said
        server = Socket(given.server, token)
        if not said:
            seat = sit_down(server, table, given.key)
            print(f"sits on seat {seat} of {given.server}/t/{table}", flush=True)
            said = True
        play(server, table)

    patiently(given.patience, visit)


if __name__ == "__main__":
    main()
