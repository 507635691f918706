#!/usr/bin/env python3
"""A bot for `springtide arena` in Python's standard library alone. It plays the lowest card of Turn the Tide, and any
legal action of the other games:

    ./springtide arena turn_the_tide --bot 'exec:python3 examples/arena_bot.py' --against random --deals 100

To make it clever, change choose(): it is given everything its seat may know. docs/explanation/bots.md describes every line."""
import json
import random
import sys

games = {}  # (table, seat): what the start of that game said


def choose(game, request):
    if game["game"] == "turn_the_tide":
        return min(request["legal"], key=int)
    return game["lots"].choice(request["legal"])


def answer(request):
    op, place = request["op"], (request.get("table"), request.get("seat"))
    if op == "hello":
        return {"name": "an example", "protocol": 2}
    if op == "start":
        games[place] = {**request, "lots": random.Random(request["seed"])}
    if op == "choose":
        return {"action": choose(games[place], request)}
    if op == "end":
        del games[place]
    return {}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], "ok": True, **answer(request)}), flush=True)


if __name__ == "__main__":
    main()
