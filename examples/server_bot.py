#!/usr/bin/env python3
"""A bot that plays on a server, with the typed client beside it and nothing else.

    python3 examples/server_bot.py --server http://localhost:8470 --table ID      sits down at somebody's table (the end of its link)
    python3 examples/server_bot.py --game high_tide_leiman --against greedy       makes a table and plays against the server's bots

It chooses at random: put your own idea into `choose`, which is given what the seat may see and what it may do.
"""
import argparse
import random
import secrets

from server_client import Http, Push, Refused, Socket


def choose(push: Push) -> str:
    """One of the legal actions."""
    return random.choice(push["legal"])


def play(server: Socket, table: str) -> None:
    """Until the game is over: whenever there is something to choose, choose."""
    state = server.watch(table=table)
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
            state = next(news)
            if "closed" in state:
                raise SystemExit(state["closed"])
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
    given = parser.parse_args()
    token = Http(given.server).new_token(name=given.name)["token"]
    server = Socket(given.server, token)
    table = given.table
    if table is None:
        players = next(game["players"][0] for game in Http(given.server).games()["games"] if game["id"] == given.game)
        table = server.create(game=given.game, players=players, seats=["open", *[{"bot": given.against}] * (players - 1)])["table"]
    seat = server.join(table=table, key=given.key)["seat"]
    print(f"sits on seat {seat} of {given.server}/t/{table}")
    server.ready(table=table, contribution=secrets.token_hex(16))
    play(server, table)


if __name__ == "__main__":
    main()
