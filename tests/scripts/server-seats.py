#!/usr/bin/env python3
"""A seat belongs to the player who took it: invitations work once, the first device admits another, removed players
stay away, and private data stays private."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import Checks, Client, Server, play_out, table_of  # noqa: E402


def at(server, address="", token="", device=""):
    """A client that a proxy of ours reports from this address; a new guest unless a token says who it is."""
    headers = {"X-Forwarded-For": address} if address else {}
    if device:
        headers["Cookie"] = f"springtide-device={device}"
    return Client(server.port, token or server.token(), headers=headers)


def invitations(t, folder):
    server = Server(folder)
    host, friend, eve = server.client(), server.client(), server.client()
    made = host.must("create", game="turn_the_tide", players=3, seats=["open", "reserved", {"bot": "random"}])
    table, invitation = made["table"], made["keys"]["1"]
    host.must("join", table=table)
    joined = friend.must("join", table=table, key=invitation)
    t.equal("an invitation opens its seat", joined["seat"], 1)
    t.check("and gives a key of its own", joined["key"] != invitation)
    # The invitation is worthless afterwards, also for the host.
    for who, client in (("the host", host), ("a stranger", eve)):
        answer = client.ask("join", table=table, key=invitation)
        seat = client.must("watch", table=table)["room"]["you"]["seat"]
        t.check(f"{who} with the used invitation", seat != 1 and (answer["ok"] is False or answer["seat"] == 0), answer)
    t.refused("a stranger is told so", eve.ask("join", table=table, key=invitation), "forbidden")
    server.kill()
    server.start()
    eve, friend = server.client(eve.token), server.client(friend.token)
    t.refused("also after a restart", eve.ask("join", table=table, key=invitation), "forbidden")
    t.equal("the seat is still the friend's", friend.must("join", table=table)["seat"], 1)
    server.stop()


def devices(t, folder):
    server = Server(folder)
    host, anna, phone, eve = (server.client() for _ in range(4))
    table = table_of([host, anna], "high_tide_leiman", 2)
    host.must("watch", table=table)
    anna.must("watch", table=table)
    phone.must("watch", table=table)
    key = anna.must("join", table=table)["key"]
    anna.pushes.clear(), host.pushes.clear()
    answer = phone.must("join", table=table, key=key)
    t.check("another device waits", answer.get("waiting") is True and "seat" not in answer and "key" not in answer, answer)
    t.equal("and sees what spectators see", phone.must("watch", table=table)["room"]["you"]["seat"], None)
    t.refused("and does nothing", phone.ask("resign", table=table), "forbidden")
    t.refused("asking again", phone.ask("join", table=table, key=key), "forbidden")
    t.refused("a second one has to wait", eve.ask("join", table=table, key=key), "forbidden")
    told = anna.wait_for(lambda push: push.get("room", {}).get("you", {}).get("asked"))
    t.check("the seat is told", told["room"]["you"]["first_device"])
    told = host.wait_for(lambda push: any("another device asks" in line for line in push.get("events", [])))
    t.check("the table is told", "asked" not in told["room"]["you"] or not told["room"]["you"]["asked"])
    t.refused("the host cannot consent", host.ask("device", table=table, do="admit"), "bad_request")
    t.refused("nor the device itself", phone.ask("device", table=table, do="admit"), "forbidden")
    anna.must("device", table=table, do="admit")
    t.equal("let in", phone.wait_for(lambda push: push.get("room", {}).get("you", {}).get("seat") == 1)["room"]["seats"][1]["devices"], 2)
    t.check("the table hears of it", host.wait_for(lambda push: any("another device too" in line for line in push.get("events", []))))
    t.equal("it is in the list of own games", server.get("/api/mine", phone.token)[1]["tables"][0]["table"], table)
    t.refused("a device that was let in lets nobody in", phone.ask("device", table=table, do="only"), "forbidden")
    key = anna.must("device", table=table, do="only")["key"]
    t.equal("one device again", phone.must("watch", table=table)["room"]["you"]["seat"], None)
    eve.must("join", table=table, key=key)
    fresh = anna.must("device", table=table, do="refuse")["key"]
    t.refused("who was refused cannot ask again", eve.ask("join", table=table, key=key), "forbidden")
    t.check("the seat has another key", fresh != key)
    server.stop()


def removed(t, folder):
    """Asked to leave: not with the old key, not as a new guest from the same device or address."""
    server = Server(folder, "--behind-proxy", "true")
    host, friend = at(server, "198.51.100.1"), at(server, "198.51.100.2")
    eve = at(server, "203.0.113.7", device="e" * 32)
    table = host.must("create", game="turn_the_tide", players=3)["table"]
    host.must("join", table=table), friend.must("join", table=table)
    key = eve.must("join", table=table)["key"]
    host.must("remove", table=table, seat=2)
    t.refused("the old guest", eve.ask("join", table=table), "forbidden")
    again = at(server, "192.0.2.99")
    t.refused("the old key", again.ask("join", table=table, key=key), "forbidden")
    t.refused("a new guest at the same address", at(server, "203.0.113.7").ask("join", table=table), "forbidden")
    t.refused("of the same device elsewhere", at(server, "192.0.2.1", device="e" * 32).ask("join", table=table), "forbidden")
    t.refused("nor may they watch", at(server, "203.0.113.7").ask("watch", table=table), "forbidden")
    t.check("others may", at(server, "192.0.2.2").ask("watch", table=table)["ok"])
    cleo = at(server, "198.51.100.2")  # lives with the friend
    cleo.must("join", table=table)
    host.must("remove", table=table, seat=2)
    dora = at(server, "198.51.100.2")
    t.equal("an address is not closed while somebody of it stays", dora.must("join", table=table)["seat"], 2)
    for client in (host, friend, dora):
        client.must("ready", table=table)
    t.check("it runs", host.must("watch", table=table)["room"]["phase"] == "running")
    key = dora.must("join", table=table)["key"]
    host.must("remove", table=table, seat=2)
    t.refused("the key of a running seat", at(server, "192.0.2.3").ask("join", table=table, key=key), "forbidden")
    server.kill()
    server.start()
    t.refused("also after a restart", at(server, "203.0.113.7").ask("watch", table=table), "forbidden")
    log = pathlib.Path(folder, "springtide.sqlite-wal").read_bytes() + pathlib.Path(folder, "springtide.sqlite").read_bytes()
    t.check("no address is stored", b"203.0.113" not in log and b"198.51.100" not in log)
    server.stop()


def private_tables(t, folder):
    """Record and rematch of a table without spectators are for its players."""
    server = Server(folder, "--behind-proxy", "true")
    anna, ben, eve = at(server, "198.51.100.1"), at(server, "198.51.100.2"), at(server, "198.51.100.3")
    for spectators in (True, False):
        table = table_of([anna, ben], "high_tide_leiman", 2, spectators=spectators)
        anna.must("resign", table=table)
        next_table = ben.must("rematch", table=table)["table"]

        def record(token):
            return server.http("GET", f"/api/tables/{table}/record", headers={"Authorization": f"Bearer {token}"} if token else None)[0]

        wanted = 200 if spectators else 403
        t.equal("the players read the record", (record(anna.token), record(ben.token)), (200, 200))
        t.equal(f"others, spectators {spectators}", (record(eve.token), record(None)), (wanted, wanted))
        t.equal("the text too", server.http("GET", f"/replay/{table}.txt")[0], wanted)
        answer = eve.ask("rematch", table=table)
        t.check(f"the next table, spectators {spectators}", answer["ok"] == spectators and (next_table in json.dumps(answer)) == spectators, answer)
        t.equal("the other player is told", anna.must("rematch", table=table)["table"], next_table)
        t.check("each seat has a new key", ben.must("join", table=next_table)["key"] != ben.must("join", table=table)["key"])
    # A removed player is not at the rematch either, and the seat is open.
    host, friend, troll = at(server, "198.51.100.1"), at(server, "198.51.100.2"), at(server, "203.0.113.9")
    table = table_of([host, friend, troll], "turn_the_tide", 3, bot="random")
    host.must("remove", table=table, seat=2)
    while host.must("watch", table=table)["room"]["phase"] == "running":  # a move of the bot forgets the question
        host.ask("end", table=table, do="ask"), friend.ask("end", table=table, do="agree")
    table = host.must("rematch", table=table)["table"]
    t.equal("the seat is open", host.must("watch", table=table)["room"]["seats"][0]["kind"], "open")
    t.refused("but not to them", troll.ask("join", table=table), "forbidden")
    t.refused("nor to their address", at(server, "203.0.113.9").ask("join", table=table), "forbidden")
    at(server, "192.0.2.2").must("join", table=table)
    server.stop()


if __name__ == "__main__":
    Checks().run(invitations, devices, removed, private_tables)
