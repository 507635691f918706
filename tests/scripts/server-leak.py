#!/usr/bin/env python3
"""Nothing leaks: one table in two worlds that differ only in what an observer may not know (a card swapped between two
other hands, two hidden surfers exchanged). The same requests go to both; every byte the observers receive is compared.
And of a person nothing but the name: whatever another player or a stranger is told of daily deals, club nights, duplicate tables, lists,
letters and calls holds none of their ids, tokens, addresses or devices."""
import json
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import accounts  # noqa: E402
import bot_accounts  # noqa: E402
import host_desk  # noqa: E402
from client import PROGRAM, Checks, Client, Server, table_of, today  # noqa: E402
from duplicates import SETUP  # noqa: E402
from mail_server import MailServer  # noqa: E402
from push_service import Browser, PushService  # noqa: E402

SEEDS = 6
WAYS = [{}, {"events": True}]  # how a client asks to be told


def views(game, players, options, chances):
    """What seat 0, a spectator and all see once these chance events have happened, by the engine."""
    lines = [{"op": "new", "game": game, "players": players, "options": options}]
    lines += [{"op": "play", "table": 1, "by": "chance", "action": chance} for chance in chances]
    lines += [{"op": "view", "table": 1, "for": who} for who in (0, "spectator", "all")]
    done = subprocess.run([PROGRAM, "engine"], input="\n".join(map(json.dumps, lines)), capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return [answer.get("view") for answer in answers[-3:]] if all(answer["ok"] for answer in answers) else None


def swap_cards(chances, chooser):
    """One card of seat 1 for one of seat 2."""
    hands = [list(map(int, hand.split(","))) for hand in chances[0][5:].split("|")]
    one, two = chooser.randrange(12), chooser.randrange(12)
    hands[1][one], hands[2][two] = hands[2][two], hands[1][one]
    return ["deal " + "|".join(",".join(map(str, sorted(hand))) for hand in hands)] + chances[1:]


def swap_surfers(chances, chooser):
    """The hidden surfers of two others change places."""
    changed = list(chances)
    at = next(i for i, chance in enumerate(chances) if chance.startswith("surfers"))
    owners = chances[at][8:].split(",")
    owners[1], owners[2] = owners[2], owners[1]
    changed[at] = "surfers " + ",".join(owners)
    return changed


def other_world(game, players, options, chances, swap, chooser):
    known = views(game, players, options, chances)
    for _ in range(300):
        changed = swap(chances, chooser)
        seen = views(game, players, options, changed)
        if seen and seen[:2] == known[:2] and seen[2] != known[2]:
            return changed
    raise AssertionError("found no world that looks the same")


def set_up(folder, game, players, options):
    """A table that has just begun; gives its id, the tokens, and the chance events so far."""
    server = Server(folder)
    tokens = [server.token(f"player {i}") for i in range(players)]
    spectator = server.token("spectator")
    clients = [server.client(token) for token in tokens]
    table = clients[0].must("create", game=game, players=players, options=options)["table"]
    for client in clients:
        client.must("join", table=table)
    for client in clients:
        client.must("ready", table=table, contribution="x")
    server.stop()
    with sqlite3.connect(folder + "/springtide.sqlite") as database:
        seq, body = database.execute("SELECT seq, body FROM event WHERE table_id = ? ORDER BY seq DESC LIMIT 1",
                                     (table,)).fetchone()
    return table, tokens, spectator, seq, json.loads(body)


def rewrite(folder, table, seq, body, chances):
    with sqlite3.connect(folder + "/springtide.sqlite") as database:
        database.execute("UPDATE event SET body = ? WHERE table_id = ? AND seq = ?",
                         (json.dumps({**body, "chance": chances}), table, seq))


class World:
    """Everybody at the table, in one of the two worlds."""

    def __init__(self, folder, table, tokens, spectator, way):
        self.server, self.table = Server(folder), table
        self.players = [Client(self.server.port, token, **way) for token in tokens]
        self.spectator = Client(self.server.port, spectator, **way)
        for i, client in enumerate(self.players + [self.spectator]):
            client.must("watch", id=f"w{i}", table=table)

    def everybody_sees(self, seq):
        """Waits until both observers were told of this event."""
        for client in (self.players[0], self.spectator):
            while json.loads(client.received[-1]).get("seq", 0) < seq:
                client.pushes.append(client.receive())


def until_shown(client):
    """Messages before the rules themselves show what was hidden: hands are passed on after a round of Turn the Tide, and
    at the end everything lies open."""
    received = client.received
    for i, state in enumerate(client.read):
        passed = any(isinstance(event, dict) and event["kind"] == "hand_passed" for event in state.get("events", []))
        if state.get("over") or passed or (state.get("view") and "hands" in state["view"] and state["view"]["round"] > 1):
            return received[:i]
    return received


def compare(t, folder, title, game, players, options, swap, script):
    for seed in range(SEEDS):
        chooser = random.Random(seed)
        first, second = f"{folder}/{title}{seed}a", f"{folder}/{title}{seed}b"
        pathlib.Path(first).mkdir()
        table, tokens, spectator, seq, body = set_up(first, game, players, options)
        changed = other_world(game, players, options, body["chance"], swap, chooser)
        shutil.copytree(first, second)
        rewrite(second, table, seq, body, changed)
        way = WAYS[seed % len(WAYS)]
        worlds = [World(path, table, tokens, spectator, way) for path in (first, second)]
        script(worlds, random.Random(seed + 1000))
        for name, of in (("seat 0", lambda world: world.players[0]), ("spectator", lambda world: world.spectator)):
            one, two = (b"\n".join(until_shown(of(world))) for world in worlds)
            at = next((i for i, (a, b) in enumerate(zip(one, two)) if a != b), 0)
            t.check(f"{title} {seed}: {name} received the same {len(one)} bytes", one == two and len(one) > 1000,
                    f"{one[max(0, at - 200):at + 50]} against {two[max(0, at - 200):at + 50]}")
        told = sum(b'"events":' in message and b'"view":' not in message for message in worlds[0].spectator.received)
        t.check(f"{title} {seed}: what changed is told to who asked for it", told > 5 if way else told == 0, told)
        hidden = [world.players[1].received for world in worlds]
        t.check(f"{title} {seed}: and the worlds do differ", hidden[0] != hidden[1])
        for world in worlds:
            world.server.stop()


def same_in_both(worlds, number, seat, op, **fields):
    answers = [world.players[seat].ask(op, id=f"m{number}", table=world.table, **fields) for world in worlds]
    for world, answer in zip(worlds, answers):
        if answer["ok"]:
            world.everybody_sees(answer["seq"])
    return answers


def tricks(worlds, chooser):
    """Tricks with cards that are in the hand in both worlds; with changes of mind, mistakes and talk between."""
    number = 0
    for _ in range(10):
        order = [0, 1, 2]
        chooser.shuffle(order)
        for seat in order:
            number += 10
            states = [world.players[seat].must("watch", id=f"s{number}", table=world.table, since=10**9) for world in worlds]
            common = [card for card in states[0]["legal"] if card in states[1]["legal"]]
            if states[0]["over"] or (seat in states[0]["to_act"] and not common):
                return
            if not common:
                continue
            card = chooser.choice(common)
            same_in_both(worlds, number + 1, 0, "play", action=chooser.choice(["0", "61", "x", "17"]), at=0)
            same_in_both(worlds, number + 2, seat, "play", action=card)
            if chooser.random() < 0.4:
                same_in_both(worlds, number + 3, seat, "retract")
                same_in_both(worlds, number + 4, seat, "play", action=card)
            if chooser.random() < 0.1:
                same_in_both(worlds, number + 5, 0, "chat", text="hm")


def turns(worlds, chooser):
    """Turns with actions that are legal in both worlds."""
    for number in range(60):
        states = [world.players[0].must("watch", id=f"s{number}", table=world.table, since=10**9) for world in worlds]
        if states[0]["over"]:
            return
        seat = states[0]["to_act"][0]
        legal = [world.players[seat].must("watch", id=f"l{number}", table=world.table, since=10**9)["legal"] for world in worlds]
        same_in_both(worlds, f"p{number}", seat, "play", action=chooser.choice(sorted(set(legal[0]) & set(legal[1]))))


def two_worlds(t, folder):
    compare(t, folder, "cards", "turn_the_tide", 3, {}, swap_cards, tricks)
    compare(t, folder, "surfers", "high_tide_henn", 3, {"surfers": True, "surfers_hidden": True}, swap_surfers, turns)


def confirmed(server, mail, token, address):
    """An account with an address for letters."""
    assert accounts.post(server, "/api/mail", {"address": address, "password": accounts.PASSWORD}, token)[0] == 200
    assert accounts.post(server, "/api/mail/confirm", {"link": accounts.link_in(mail.wait(1)[0])[2]})[0] == 200


class Tell:
    """All that one person is told, over HTTP and over a WebSocket."""

    def __init__(self, server, token):
        self.server, self.token, self.texts = server, token, []
        self.client = server.client(token) if token else server.client()

    def get(self, path):
        status, text, headers = self.server.http("GET", path, headers={"Authorization": "Bearer " + self.token} if self.token else None)
        self.texts += [text, str(headers)]
        return status, text

    def post(self, path, body):
        status, text, headers = self.server.http("POST", path, body, {"Authorization": "Bearer " + self.token} if self.token else None)
        self.texts += [text, str(headers)]
        return json.loads(text)

    def everything(self):
        return "\n".join([*self.texts, *map(str, self.client.received)])


def people(t, folder):
    mail, service = MailServer(), PushService()
    server = Server(folder, "--smtp", mail.address, "--mail-from", "host@springtide.example", "--push-anywhere", "true", "--bot-milliseconds", "20")
    anna = accounts.account(server, "Anna")
    confirmed(server, mail, anna, "anna.otter@post.example")
    phone, bens = Browser(service), Browser(service)
    server.post("/api/push", phone.subscription(), anna)
    ben = server.token("Ben")
    server.post("/api/push", bens.subscription(), ben)
    hidden = {"her id": server.get("/api/me", anna)[1]["guest"], "her token": anna, "her address": "anna.otter@post.example", "her browser": phone.endpoint,
              "its key": phone.subscription()["auth"], "her session": accounts.known_sessions(server, anna, 1)[0]["session"]}
    for note in accounts.post(server, "/api/export", {"password": accounts.PASSWORD}, anna)[1]["notes"]:
        if note["kind"] in ("push", "session") and len(note["key"]) >= 16:
            hidden[f"her {note['kind']}"] = note["key"]
    t.check("there is something to hide", len(hidden) >= 7, hidden)
    others = {"Ben": Tell(server, ben), "a stranger": Tell(server, None)}
    # A table of both, with talk, and a call by push to Ben when it is his turn.
    hers = server.client(anna)
    table = table_of([hers, others["Ben"].client], "high_tide_leiman", 2, options={"first": "blue"}, listed=True)
    hers.must("chat", table=table, text="good evening")
    others["Ben"].client.must("unwatch", table=table)
    hers.must("play", table=table, action=hers.must("watch", table=table)["legal"][0])
    calls = [json.dumps([headers["Topic"], message]) for _, headers, message in service.wait(1)]
    # The deal of the day, a club night and duplicate tables, each with Anna in it.
    daily = server.post("/api/daily/high_tide_leiman", {}, anna)[1]["table"]
    hers.must("resign", table=daily)
    night = f"/api/clubs/{server.post('/api/clubs', {'name': 'Night', 'game': 'high_tide_leiman', 'seats': 2, 'rounds': 1, 'minutes': 10}, anna)[1]['club']}"
    for token in (anna, ben, server.token("Cid"), server.token("Dee")):
        server.post(f"{night}/enter", {}, token)
    server.post(f"{night}/round", {}, anna)
    pair = f"/api/duplicates/{server.post('/api/duplicates', SETUP, anna)[1]['duplicate']}"
    server.post(f"{pair}/sit", {"table": 0, "seat": 0}, anna)
    others["Ben"].post(f"{pair}/sit", {"table": 1, "seat": 0})
    server.post(f"{pair}/begin", {}, anna)
    hidden["her table"] = server.get(pair, anna)[1]["tables"][0]["table"]
    for name, other in others.items():
        mine = other.post("/api/daily/high_tide_leiman", {}).get("table")
        if mine:
            other.client.must("resign", table=mine)
        for path in ("/api/daily/high_tide_leiman", f"/api/daily/high_tide_leiman/{today()}", f"/api/daily/high_tide_leiman/{today()}/ways", night, pair,
                     f"{pair}/ways", "/api/me", "/api/lobby", "/api/mine", "/api/calls", "/api/sessions", "/api/leaderboard/high_tide_leiman",
                     f"/api/tables/{daily}/record", f"/api/tables/{table}/record"):
            other.get(path)
        for op in ("watch", "history", "presence", "standing"):
            for each in (table, daily, hidden["her table"]):
                other.client.ask(op, table=each, **({"before": 99} if op == "history" else {}))
        for path, body in ((f"{night}/enter", {}), (f"{night}/round", {}), (f"{pair}/begin", {}), (f"{pair}/sit", {"table": 0, "seat": 0}), ("/api/recover", {"name": "Anna"}),
                           ("/api/sessions/end", {"session": hidden["her session"][:-1]}), ("/api/push/forget", {"endpoint": "https://push.example/x"})):
            other.post(path, body)
        told = other.everything()
        t.check(f"{name} was told much", len(told) > 5000, len(told))
        for what, secret in hidden.items():
            if what == "her table":  # whoever asks for it is told its id again, as they asked
                t.check(f"{name} does not learn {what}", secret not in "\n".join(other.texts))
            else:
                t.check(f"{name} is not told {what}", secret not in told, secret)
    for call in calls:
        for what, secret in hidden.items():
            t.check(f"Ben's call does not tell {what}", secret not in call)
    server.stop()


def bots_and_friends(t, folder):
    """What friends, whoever is invited, bot accounts, their owners and the host of the server are told of others."""
    key = pathlib.Path(folder) / "host.key"
    key.write_text(host_desk.KEY)
    server = Server(folder, "--host-key-file", str(key))
    anna = accounts.account(server, "Anna")
    mark, token = bot_accounts.new_bot(server, anna)
    tess, ben, stranger = Tell(server, token), Tell(server, server.token("Ben")), Tell(server, None)
    hers = server.client(anna)
    hidden = {"her id": server.get("/api/me", anna)[1]["guest"], "her token": anna, "her session": accounts.known_sessions(server, anna, 1)[0]["session"]}
    of_bot = {"its id": server.get("/api/me", token)[1]["guest"], "its token": token, "its session": token.split(".")[1]}
    bens = {"his token": ben.token}
    # Friends, who come and go, and an invitation.
    table = table_of([hers, ben.client], "high_tide_leiman", 2)
    server.post("/api/people", {"do": "befriend", "table": table, "seat": 1}, anna)
    ben.post("/api/people", {"do": "befriend", "table": table, "seat": 0})
    t.equal("friends are told who is here", [one["here"] for one in ben.client.must("friends")["friends"]], [True])
    hers.socket.close()
    ben.client.wait_for(lambda push: "friend" in push)
    hers = server.client(anna)
    ben.client.wait_for(lambda push: "friend" in push)
    with_ben = hers.must("create", game="turn_the_tide", players=3)["table"]
    hers.must("join", table=with_ben)
    hers.must("invite", table=with_ben, seat=1, person=server.get("/api/people", anna)[1]["friends"][0]["person"])
    hers.must("invite", table=with_ben, seat=2, bot="Tess")
    # The bot account follows, is challenged by its owner, sits down and talks.
    tess.client.must("follow")
    tess.client.must("join", table=with_ben)
    tess.client.wait_for(lambda push: "game" in push)
    tess.client.must("chat", table=with_ben, text="good evening")
    ben.client.must("join", table=with_ben)
    ben.post("/api/people", {"do": "report", "table": with_ben, "seat": 0, "reason": "slow"})
    for told in (tess, ben, stranger):
        for path in ("/api/bots", "/api/people", "/api/me", "/api/mine", "/api/lobby", "/api/sessions", "/api/leaderboard/turn_the_tide/bots"):
            told.get(path)
        for op in ("watch", "history", "presence", "standing", "read", "follow", "friends"):
            told.client.ask(op, **({} if op in ("follow", "friends") else {"table": with_ben}), **({"before": 99} if op == "history" else {}))
        for what in ("make", "token", "revoke", "delete"):
            told.post("/api/bots", {"do": what, "bot": mark, "name": "Mine", "token": "0" * 16})
    for name, told, secrets in (("Ben", ben, {**hidden, **of_bot}), ("a stranger", stranger, {**hidden, **of_bot, **bens, "the mark of the bot account": mark}),
                                ("the bot account", tess, {**hidden, **bens, "its own session's signature": token.rsplit(".", 1)[1]})):
        text = told.everything()
        t.check(f"{name} was told much", len(text) > 2000, len(text))
        for what, secret in secrets.items():
            t.check(f"{name} is not told {what}", secret not in text, (secret, [line for line in text.splitlines() if secret in line][:1]))
    page = json.dumps(host_desk.host(server, "look"))
    t.check("the host reads the report", "slow" in page, page)
    for what, secret in {"a token": anna, "the token of a bot account": token, "Ben's token": ben.token, "an address": "127.0.0.1"}.items():
        t.check(f"the host is not told {what}", secret not in page)
    owner = Tell(server, anna)
    owner.get("/api/bots")
    owner.post("/api/export", {"password": accounts.PASSWORD})
    for what, secret in {**of_bot, **bens}.items():
        t.check(f"the owner is not told {what} again", secret not in owner.everything())
    server.stop()


if __name__ == "__main__":
    Checks().run(two_worlds, people, bots_and_friends)
