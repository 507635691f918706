#!/usr/bin/env python3
"""The server through real sockets: whole games, seats, undo, votes, chat, clocks."""
import json
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import ROOT, Checks, Server, play_out, table_of  # noqa: E402

GAMES = {"turn_the_tide": 3, "high_tide_henn": 3, "high_tide_leiman": 2}


def first_level(server, game):
    return next(g["levels"] for g in server.get("/api/games")[1]["games"] if g["id"] == game)[0]


def whole_games(t, folder):
    """Two people, bots in the other seats; each game to its end; the record is closed before and open after."""
    server = Server(folder, "--bot-milliseconds", "20")
    for game, players in GAMES.items():
        anna, ben = server.client(server.token("Anna")), server.client(server.token("Ben"))
        seats = ["open", "open"] + [{"bot": first_level(server, game)}] * (players - 2)
        table = table_of([anna, ben], game, players, seats=seats)
        status, answer = server.get(f"/api/tables/{table}/record")
        t.equal(f"{game}: a running game has no record", (status, answer["error"]["code"]), (403, "forbidden"))
        states = play_out([anna, ben], table)
        result = anna.must("watch", table=table)["room"]["result"]
        t.check(f"{game}: somebody won", result["winners"] and result["how"] == "played", result)
        t.equal(f"{game}: nothing is left to do", states[0]["legal"] + states[0]["to_act"], [])
        status, record, _ = server.http("GET", f"/api/tables/{table}/record")
        t.check(f"{game}: the record is open", status == 200 and f'[Game "{game}"]' in record and '[Name0 "Anna"]' in record)
        t.refused(f"{game}: nothing goes on after the end", anna.ask("play", table=table, action="roll"), "over")
    t.equal("stops well", server.stop(), 0)


def seats(t, folder):
    """Links, reserved seats, second devices, leaving and coming back, the host's rights."""
    server = Server(folder, "--bot-milliseconds", "20")
    host, ben, eve = (server.client(server.token(name)) for name in ("Hanna", "Ben", "Eve"))
    made = host.must("create", game="turn_the_tide", players=3, seats=["open", "reserved", "open"], listed=True,
                     spectators_chat=True)
    table = made["table"]
    t.check("the link holds the table", made["url"].endswith("/t/" + table))
    t.refused("a reserved seat needs its key", ben.ask("join", table=table, seat=1), "forbidden")
    t.refused("a wrong key opens nothing", ben.ask("join", table=table, key="0" * 32), "forbidden")
    t.equal("the key opens the reserved seat", ben.must("join", table=table, key=made["keys"]["1"])["seat"], 1)
    own = host.must("join", table=table)
    t.equal("the first open seat", own["seat"], 0)
    t.equal("joining twice is the same seat", host.must("join", table=table)["seat"], 0)
    lobby = server.get("/api/lobby")[1]["tables"]
    t.equal("listed in the lobby", [row["table"] for row in lobby], [table])
    t.refused("only the host changes seats", ben.ask("seat", table=table, seat=2, kind={"bot": "random"}), "forbidden")
    t.refused("no such bot", host.ask("seat", table=table, seat=2, kind={"bot": "genius"}), "bad_request")
    host.must("seat", table=table, seat=2, kind={"bot": first_level(server, "turn_the_tide")})
    t.refused("no open seat", eve.ask("join", table=table), "forbidden")
    t.refused("no seat, no readiness", eve.ask("ready", table=table), "forbidden")
    host.must("ready", table=table, contribution="h")
    t.equal("not begun before all are ready", host.must("watch", table=table)["room"]["phase"], "open")
    ben.must("ready", table=table, contribution="b")
    t.equal("begun", host.must("watch", table=table)["room"]["phase"], "running")
    # A second device takes the seat by its key; a stranger cannot.
    phone = server.client()
    t.refused("a running game is not joined", phone.ask("join", table=table), "forbidden")
    t.check("a second device waits", phone.must("join", table=table, key=own["key"])["waiting"])
    host.must("device", table=table, do="admit")
    t.equal("second device", phone.must("join", table=table)["seat"], 0)
    t.equal("the second device sees the same hand", phone.must("watch", table=table)["view"]["hands"][0],
            host.must("watch", table=table)["view"]["hands"][0])
    # Leaving: a bot plays on; coming back: it gives the seat back.
    ben.must("leave", table=table)
    t.check("a bot minds the seat", "bot" in host.must("watch", table=table)["room"]["seats"][1])
    t.refused("who left does not play", ben.ask("play", table=table, action="1"), "forbidden")
    ben.must("join", table=table)
    t.check("the seat is given back", "bot" not in host.must("watch", table=table)["room"]["seats"][1])
    # Spectators see the table, but no hand.
    t.equal("a spectator sees no hand", eve.must("watch", table=table)["view"]["hands"], [None, None, None])
    t.equal("a spectator has nothing to do", eve.must("watch", table=table)["legal"], [])
    closed = host.must("create", game="turn_the_tide", players=3, spectators=False)["table"]
    t.check("before the start everybody may look", eve.ask("watch", table=closed)["ok"])
    # The host mutes and removes.
    ben.must("chat", table=table, text="hello")
    host.must("mute", table=table, seat=1, on=True)
    t.refused("muted", ben.ask("chat", table=table, text="hello?"), "forbidden")
    host.must("remove", table=table, seat=1)
    t.refused("removed", ben.ask("join", table=table), "forbidden")
    lines = [f"line {i}" for i in range(30)]
    for line in lines:  # all at once, however slow this machine is
        eve.send_text(json.dumps({"id": line, "op": "chat", "table": table, "text": line}))
    answers = []
    while len(answers) < len(lines):
        message = eve.receive()
        if message.get("id") in lines:
            answers.append(message)
    t.check("five lines at once", all(answer["ok"] for answer in answers if answer["id"] in lines[:5]), answers)
    refused = [answer for answer in answers if not answer["ok"]]
    t.check("talking too fast", refused and all(answer["error"]["code"] == "limit" for answer in refused), answers)
    t.refused("a very long sentence", host.ask("chat", table=table, text="x" * 501), "limit")
    server.stop()


def spectators_off(t, folder):
    server = Server(folder)
    anna, ben, eve = server.client(), server.client(), server.client()
    table = table_of([anna, ben], "high_tide_leiman", 2, spectators=False)
    t.refused("no spectators", eve.ask("watch", table=table), "forbidden")
    t.check("a memory aid unless the host minds", anna.must("watch", table=table)["room"]["memory_aid"])
    strict = anna.must("create", game="turn_the_tide", players=3, memory_aid=False)["table"]
    t.equal("no memory aid", anna.must("watch", table=strict)["room"]["memory_aid"], False)
    t.refused("a switch has two ends", anna.ask("create", game="turn_the_tide", players=3, memory_aid=2), "bad_request")
    t.refused("no table", eve.ask("watch", table="0" * 32), "unknown_table")
    server.stop()


def moves(t, folder):
    """Idempotent ids, stale moves, own undo, takeback, end, resignation, rematch, resuming."""
    server = Server(folder)
    anna, ben = server.client(server.token("Anna")), server.client(server.token("Ben"))
    table = table_of([anna, ben], "high_tide_leiman", 2, options={"first": "blue"})
    state = anna.must("watch", table=table)
    t.refused("not your turn", ben.ask("play", table=table, action=state["legal"][0]), "not_your_turn")
    t.refused("not a move", anna.ask("play", table=table, action="z9-z8"), "bad_notation")
    first = anna.must("play", id="same", table=table, action=state["legal"][0], at=state["seq"])
    again = anna.must("play", id="same", table=table, action=state["legal"][0], at=state["seq"])
    t.equal("a repeated message is done once", (again["seq"], again.get("repeated")), (first["seq"], True))
    t.refused("a stale move", ben.ask("play", table=table, action="a1-a2", at=state["seq"]), "stale")
    push = anna.wait_for(lambda push: push["seq"] == first["seq"])
    t.check("undo is offered", push["undo"] and push["to_act"] == [1])
    t.check("but not to the other", not ben.must("watch", table=table)["undo"])
    t.equal("who has an action in the game is told", [client.must("watch", table=table)["played"] for client in (anna, ben)] + [state["played"], push["played"]], [True, False, False, True])
    anna.must("undo", table=table)
    back = anna.must("watch", table=table)
    t.equal("taken back", (back["view"], back["played"]), (state["view"], False))
    t.refused("only once", anna.ask("undo", table=table), "illegal_action")
    anna.must("play", table=table, action=state["legal"][1])
    ben.must("play", table=table, action=ben.must("watch", table=table)["legal"][0])
    t.refused("not after another acted", anna.ask("undo", table=table), "illegal_action")
    t.refused("nobody asked", ben.ask("takeback", table=table, do="agree"), "bad_request")
    anna.must("takeback", table=table, do="ask")
    ben.must("takeback", table=table, do="refuse")
    anna.must("takeback", table=table, do="ask")
    ben.must("takeback", table=table, do="agree")
    t.equal("taken back by consent", anna.must("watch", table=table)["view"], state["view"])
    # What was missed comes after a reconnect, and only that.
    seen = ben.must("watch", table=table)["seq"]
    ben.close()
    anna.must("play", table=table, action=state["legal"][0])
    anna.must("chat", table=table, text="are you there?")
    ben = server.client(ben.token)
    missed = ben.must("watch", table=table, since=seen)
    t.equal("one thing happened", len(missed["events"]), 1)
    t.equal("one thing was said", [(said["name"], said["text"]) for said in missed["chat"]], [("Anna", "are you there?")])
    ben.must("end", table=table, do="ask")
    anna.must("end", table=table, do="agree")
    t.equal("ended by agreement", anna.must("watch", table=table)["room"]["result"]["how"], "agreed")
    new = anna.must("rematch", table=table)["table"]
    t.equal("one rematch for all", ben.must("rematch", table=table)["table"], new)
    names = [seat["name"] for seat in anna.must("watch", table=new)["room"]["seats"]]
    t.equal("seats rotate", names, ["Ben", "Anna"])
    for client in (anna, ben):
        client.must("ready", table=new)
    anna.must("resign", table=new)
    result = ben.must("watch", table=new)["room"]["result"]
    t.equal("resigned", (result["winners"], result["how"]), ([0], "resigned"))
    server.stop()


def no_undo(t, folder):
    """What was rolled or revealed is not taken back alone; where several still choose, retract is the word."""
    server = Server(folder)
    clients = [server.client() for _ in range(3)]
    table = table_of(clients, "high_tide_henn", 3)
    first = clients[0].must("watch", table=table)["to_act"][0]
    clients[first].must("play", table=table, action="roll")
    t.check("dice were rolled: the view says no", not clients[first].must("watch", table=table)["undo"])
    t.refused("and so does the server", clients[first].ask("undo", table=table), "illegal_action")
    clients[first].must("play", table=table, action="accept")
    t.check("an answer alone may be taken back", clients[first].must("watch", table=table)["undo"])
    clients[first].must("undo", table=table)
    t.equal("and is asked again", clients[first].must("watch", table=table)["legal"], ["accept", "decline"])
    table = table_of(clients, "turn_the_tide", 3)
    for client in clients:
        t.refused("a secret choice is retracted, not undone", client.ask("undo", table=table), "illegal_action")
        client.must("play", table=table, action=client.must("watch", table=table)["legal"][0])
    for client in clients:
        t.refused("what is revealed stays", client.ask("undo", table=table), "illegal_action")
        t.refused("for good", client.ask("retract", table=table), "illegal_action")
    server.stop()


def secret_choices(t, folder):
    """Choosing at the same time never conflicts; a choice can be changed until the last is in."""
    server = Server(folder)
    clients = [server.client() for _ in range(3)]
    table = table_of(clients, "turn_the_tide", 3)
    states = [client.must("watch", table=table) for client in clients]
    clients[0].must("play", table=table, action=states[0]["legal"][0], at=states[0]["seq"])
    state = clients[0].must("watch", table=table)
    t.check("may be taken back", state["retract"] and state["to_act"] == [1, 2])
    clients[0].must("retract", table=table)
    for client, state in zip(clients, states):  # all with the seq of the beginning: nobody is stale
        client.must("play", table=table, action=state["legal"][1], at=state["seq"])
    state = clients[0].must("watch", table=table)
    t.equal("revealed together", state["view"]["last_trick"], [int(s["legal"][1]) for s in states])
    t.check("and final", not state["retract"] and not state["undo"])
    server.stop()


def clocks(t, folder):
    """Time runs out: a bot moves, or takes the seat; clocks go on after a restart."""
    server = Server(folder, "--bot-milliseconds", "20")
    tokens = [server.token(), server.token()]
    anna, ben = (server.client(token) for token in tokens)
    clock = {"kind": "live", "move": 1, "bank": 0}
    table = table_of([anna, ben], "high_tide_leiman", 2, clock=clock, options={"first": "blue"})
    anna.must("watch", table=table)
    push = anna.wait_for(lambda push: any("time is up" in line for line in push["events"]))
    t.equal("a bot moved for whoever was slow", push["to_act"], [1])
    table = table_of([anna, ben], "high_tide_leiman", 2, clock=clock, on_timeout="seat", options={"first": "blue"})
    anna.must("watch", table=table)
    push = anna.wait_for(lambda push: "room" in push and "bot" in push["room"]["seats"][0])
    t.check("a bot took the seat", True)
    slow = table_of([anna, ben], "high_tide_leiman", 2, clock={"kind": "days", "days": 3}, options={"first": "blue"})
    before = anna.must("watch", table=slow)["clocks"][0]["left_ms"]
    t.check("three days", 3 * 86400_000 - 60_000 < before <= 3 * 86400_000, before)
    turns = {row["table"]: row["your_turn"] for row in server.get("/api/mine", tokens[0])[1]["tables"]}
    t.equal("your turn", turns[slow], True)
    quick = table_of([anna, ben], "high_tide_leiman", 2, clock=clock, options={"first": "blue"})
    server.kill()
    server.start()
    anna = server.client(tokens[0])
    after = anna.must("watch", table=slow)["clocks"][0]["left_ms"]
    t.check("the slow clock survived", 3 * 86400_000 - 120_000 < after <= before + 60_000, after)
    state = anna.must("watch", table=quick)
    if not any("time is up" in line for line in state["events"]):
        anna.wait_for(lambda push: any("time is up" in line for line in push["events"]))
    t.check("the quick clock went on", True)
    server.stop()


def outside_bot(t, folder):
    """The example bot against a person, over the same WebSocket."""
    server = Server(folder)
    anna = server.client()
    table = anna.must("create", game="turn_the_tide", players=3)["table"]
    anna.must("join", table=table)
    bots = [subprocess.Popen([sys.executable, str(ROOT / "examples/bot.py"), "--server", f"http://127.0.0.1:{server.port}", "--table", table, "--name", name],
                             stdout=subprocess.PIPE, text=True) for name in ("Bob", "Rob")]
    anna.wait_for(lambda push: "room" in push and all(seat["kind"] == "person" for seat in push["room"]["seats"]))
    anna.must("ready", table=table)
    play_out([anna], table)
    ends = {bot.communicate(timeout=60)[0].splitlines()[-1] for bot in bots}
    t.check("both bots saw the same end", len(ends) == 1 and re.fullmatch(r"over: seats \[.+\] won, \[-?\d+, -?\d+, -?\d+\] points", *ends), ends)
    t.equal("and ended well", [bot.returncode for bot in bots], [0, 0])
    server.stop()


if __name__ == "__main__":
    Checks().run(whole_games, seats, spectators_off, moves, no_undo, secret_choices, clocks, outside_bot)
