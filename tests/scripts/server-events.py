#!/usr/bin/env python3
"""What a server pushes: events to clients that fold them, the whole view after a missed step, and older forms to older
clients."""
import json
import pathlib
import random
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import STATE, Checks, Server, play_first, play_out, table_of  # noqa: E402

GAMES = {"turn_the_tide": 3, "high_tide_henn": 3, "high_tide_leiman": 2}


def events(t, folder):
    """A client that receives events has, push by push, the same legal actions as one that receives the whole view.
    (That a view is the fold of events is proven with the page, which folds them.)"""
    server = Server(folder)
    for game, players in GAMES.items():
        tokens = [server.token() for _ in range(players)]
        clients = [server.client(token) for token in tokens]
        table = table_of(clients, game, players)
        pairs = [[server.client(token, events=told) for told in (False, True)] for token in tokens + [server.token()]]
        for client in sum(pairs, []):
            client.must("watch", table=table)
        chooser = random.Random(2)
        play_out(clients, table, pick=chooser.choice)
        last = clients[0].must("watch", table=table)["seq"]
        for place, (whole, records) in enumerate(pairs):
            for client in (whole, records):
                client.wait_for(lambda push: push["seq"] == last)
            shown = [[{name: push[name] for name in ("seq", *STATE[1:])} for push in client.read] for client in (whole, records)]
            t.equal(f"{game}: place {place} may do the same", shown[1], shown[0])
            told = [event for push in records.read[1:] for event in push["events"]]
            t.check(f"{game}: in records", len(told) > 20 and all(isinstance(event, dict) and "kind" in event for event in told), told[:3])
            t.check(f"{game}: a whole view only once", sum("view" in push for push in records.read) == 1)
            sizes = [sum(map(len, client.received)) for client in (whole, records)]
            t.check(f"{game}: in less than half the bytes", sizes[1] < sizes[0] / 2, sizes)
            views = [client.must("watch", table=table)["view"] for client in (whole, records)]
            t.equal(f"{game}: and sees the same", views[1], views[0])
    # A change without an event is sent as a whole view: an action that is retracted.
    tokens = [server.token() for _ in range(2)]
    clients = [server.client(token, events=True) for token in tokens]
    table = table_of(clients, "high_tide_leiman", 2)
    state = [client.must("watch", table=table) for client in clients]
    mover = next(i for i in (0, 1) if state[i]["legal"])
    clients[mover].must("play", table=table, action=state[mover]["legal"][0])
    moved = clients[mover].wait_for(lambda push: push.get("undo"))
    t.check("a move is told in events", "view" not in moved and moved["events"][0]["kind"] == "tile_moved", moved)
    clients[mover].must("undo", table=table)
    for client in clients:
        back = client.wait_for(lambda push: push["seq"] > moved["seq"])
        t.equal("what is taken back comes whole", (back["view"], back["events"][0]["kind"]), (state[0]["view"], "room.took_back"))
    t.equal("stops well", server.stop(), 0)


def missed_step(t, folder):
    """A client that does not know the event of a push watches again, receives the whole view, and continues from there."""
    server = Server(folder)
    tokens = [server.token() for _ in range(2)]
    clients = [server.client(token) for token in tokens]
    table = table_of(clients, "high_tide_leiman", 2)
    late = server.client(tokens[0], events=True)
    first = late.must("watch", table=table)
    moves = 0
    while moves < 4:
        for client in clients:
            state = client.must("watch", table=table)
            if state["legal"] and moves < 4:
                client.must("play", table=table, action=state["legal"][0])
                moves += 1
    told = [late.wait_for(lambda push, n=n: push["seq"] == first["seq"] + n) for n in range(1, 5)]
    t.check("each step says where it begins", all("view" not in push for push in told), told)
    again = late.must("watch", table=table, since=told[1]["seq"])
    t.equal("who looks again is told the whole", again["view"], clients[0].must("watch", table=table)["view"])
    t.equal("and what happened since", [event["kind"] for event in again["events"]], ["tile_moved"] * 2)
    for since in (-1, 10**9, told[-1]["seq"] + 1):
        t.check(f"since {since} is the whole too", late.must("watch", table=table, since=since)["view"] == again["view"])
    mover = next(client for client in clients if client.must("watch", table=table)["legal"])
    mover.must("play", table=table, action=mover.must("watch", table=table)["legal"][0])
    after = late.wait_for(lambda push: push["seq"] > again["seq"])
    t.check("then events again", "view" not in after and after["events"][0]["kind"] == "tile_moved", after)
    # Of two tables each push says which one it is of; of one it need not.
    other = table_of(clients, "high_tide_leiman", 2)
    late.must("watch", table=other)
    mover = next(client for client in clients if client.must("watch", table=other)["legal"])
    mover.must("play", table=other, action=mover.must("watch", table=other)["legal"][0])
    late.wait_for(lambda push: push["events"][0]["kind"] == "tile_moved")
    t.equal("a push of two tables names its own", json.loads(late.received[-1]).get("table"), other)
    t.check("a push of one does not", "table" not in json.loads(late.received[1]))
    t.equal("stops well", server.stop(), 0)


def older_clients(t, folder):
    """A page that was loaded before the server was renewed plays on: whole views, events in sentences, and a sentence about
    what is no more."""
    server = Server(folder)
    tokens = [server.token() for _ in range(3)]
    clients = [server.client(token) for token in tokens]
    table = table_of(clients, "turn_the_tide", 3)
    old = {
        "differences": server.client(tokens[0], address="/ws?differences"),
        "lines and differences": server.client(tokens[0], address="/ws?lines&differences"),
        "lines alone": server.client(tokens[0], address="/ws?lines"),
        "protocol 1": server.client(tokens[0], events=True),
    }
    t.equal("hello says the version", old["protocol 1"].must("hello")["protocol"], 2)
    t.equal("an older one is spoken", old["protocol 1"].must("hello", protocol=1)["protocol"], 1)
    for name, client in old.items():
        state = client.must("watch", table=table)
        t.equal(f"{name}: a sentence on what is no more", "told no more" in state.get("notice", ""), "differences" in name)
    cards = [client.must("watch", table=table)["legal"][0] for client in clients]
    for client, card in zip(clients, cards):
        client.must("play", table=table, action=card)
    whole = clients[0].must("watch", table=table)
    for name, client in old.items():
        push = client.wait_for(lambda push: push.get("seq", 0) >= whole["seq"])
        t.equal(f"{name}: is told the whole", {key: push[key] for key in STATE}, {key: whole[key] for key in STATE})
        t.check(f"{name}: in sentences", any(isinstance(line, str) and "takes tide" in line for line in push["events"]), push)
        t.check(f"{name}: plays on", client.ask("play", table=table, action=push["legal"][0])["ok"] or name != "differences")
    for wanted, code in ((0, "bad_request"), (3, "bad_request"), ("two", "bad_request"), (None, "bad_request")):
        answer = clients[0].ask("hello", protocol=wanted)
        t.refused(f"protocol {wanted} is refused", answer, code)
    t.equal("and nothing changed", clients[0].must("hello")["protocol"], 1)
    # A plain connection may ask for events, also in the middle of it.
    t.equal("events are asked for", clients[1].must("hello", protocol=2)["protocol"], 2)
    card = clients[1].must("watch", table=table)["legal"][0]
    clients[1].pushes.clear()
    clients[1].must("play", table=table, action=card)
    push = clients[1].wait_for(lambda push: "events" in push)
    t.check("and told", "view" not in push and {"kind": "own_choice", "seat": 1, "card": int(card)} in push["events"], push)
    t.equal("stops well", server.stop(), 0)


def newer_log(t, folder):
    """A game stored by a newer program holds an event of an unknown kind: its table is shown up to there and closed to play with
    a sentence, nothing of it is changed, all others are played on, and who knows the kind plays it on."""
    server = Server(folder)
    clients = [server.client() for _ in range(2)]
    tables = [table_of(clients, "high_tide_leiman", 2) for _ in range(2)]
    play_first(clients, tables[0])
    server.stop()
    path = pathlib.Path(folder, "springtide.sqlite")

    def rows():
        with sqlite3.connect(path) as database:
            return database.execute("SELECT seq, body FROM event WHERE table_id = ? ORDER BY seq", (tables[0],)).fetchall()

    def store(seq, body):
        with sqlite3.connect(path) as database:
            database.execute("UPDATE event SET body = ? WHERE table_id = ? AND seq = ?", (body, tables[0], seq))

    (seq, body) = rows()[-1]
    store(seq, json.dumps({**json.loads(body), "kind": "tsunami"}))
    newer = rows()
    server.start()
    for events in (False, True):
        client = server.client(clients[0].token, events=events)
        seen = client.must("watch", table=tables[0])
        t.equal("an unknown event closes the table", seen["damaged"]["reason"], "table_damaged")
        t.check("with a sentence, which does not tell what is in it", "closed to play" in seen["damaged"]["message"] and "tsunami" not in str(seen), seen)
        t.check("and the whole view of what was before it", seen["view"] and seen["seq"] == seq - 1 and seen["legal"] == [], seen)
        t.refused("for those who would act too", client.ask("play", table=tables[0], action="a1-a2"), "unavailable")
        t.check("the whole of another is shown", client.must("watch", table=tables[1])["view"])
    server.stop()
    t.equal("nothing of it is changed", rows(), newer)
    store(seq, body)
    server.start()
    client = server.client(clients[0].token, events=True)
    t.check("and who knows it goes on", client.must("watch", table=tables[0])["view"] is not None)
    server.stop()


if __name__ == "__main__":
    Checks().run(events, missed_step, older_clients, newer_log)
