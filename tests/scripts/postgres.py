#!/usr/bin/env python3
# builds: test-server
"""Several nodes on one PostgreSQL: the same store, any node serves any table, and faults lose nothing."""
import concurrent.futures
import json
import os
import pathlib
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import accounts  # noqa: E402
import bot_accounts  # noqa: E402
import called_back  # noqa: E402
import company  # noqa: E402
import duplicates  # noqa: E402
import host_desk  # noqa: E402
import passkeys  # noqa: E402
from client import BUILD, PROGRAM, Checks, Client, Server, check_damaged, closed, play_first, table_of  # noqa: E402
from nginx import Nginx  # noqa: E402
from pairs import Nodes, Pair, check_log, finish, wait_for_moves  # noqa: E402
from postgres import Postgres  # noqa: E402
from push_service import Browser, PushService  # noqa: E402

EVENTS = "SELECT table_id, seq, body FROM event"


def node(folder, name, database, *arguments):
    data = pathlib.Path(folder) / name
    data.mkdir()
    return Server(data, "--store", database.url, "--bot-milliseconds", "20", *arguments)


def state_of(client, table, condition):
    """The table as this client's node knows it, once it knows what other nodes did."""
    while True:
        state = client.must("watch", table=table)
        if condition(state):
            return state


def with_database(test):
    """Gives the test a database that goes away with it."""
    def run(t, folder):
        database = Postgres()
        try:
            test(t, folder, database)
        finally:
            database.remove()
    run.__name__ = test.__name__
    return run


@with_database
def same_store(t, folder, database):
    """The store's tests, once more, for PostgreSQL."""
    done = subprocess.run([str(BUILD / "release" / "test-server"), "--gtest_filter=*postgres*"], capture_output=True, text=True,
                          env={**os.environ, "SPRINGTIDE_TEST_POSTGRES": database.url})
    t.check("the store's tests", done.returncode == 0 and "[  PASSED  ]" in done.stdout and " 0 tests" not in done.stdout,
            done.stdout[-3000:])
    database.ask("UPDATE schema_version SET version = 999")
    done = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--store", database.url], capture_output=True, text=True)
    t.check("a newer database is refused in words", done.returncode == 3 and "version 999" in done.stderr, done)


@with_database
def two_nodes(t, folder, database):
    """One game, its players at different nodes."""
    one, two = node(folder, "one", database), node(folder, "two", database)
    tokens = [one.token("Anna"), two.token("Ben"), one.token("Cleo")]
    t.equal("a guest of one node is known to the other", two.get("/api/me", tokens[0])[1]["name"], "Anna")
    anna, ben, cleo = one.client(tokens[0]), two.client(tokens[1]), one.client(tokens[2])
    table = table_of([anna, ben], "high_tide_leiman", 2, options={"first": "blue"})
    legal = state_of(anna, table, lambda state: state["legal"])["legal"]
    first = anna.must("play", id="same", table=table, action=legal[0])
    again = two.client(tokens[0]).must("play", id="same", table=table, action="anything")
    t.equal("repeated at another node it is done once", (again["seq"], again["repeated"]), (first["seq"], True))
    push = ben.wait_for(lambda push: push.get("seq") == first["seq"])
    t.equal("the other node told its player", push["to_act"], [1])
    table = table_of([anna, ben, cleo], "turn_the_tide", 3)
    clients = [anna, ben, cleo]
    for _ in range(24):  # two rounds; all choose at the same time, at two nodes
        latest = max(client.must("watch", table=table)["seq"] for client in clients)
        states = [state_of(client, table, lambda state: state["seq"] >= latest) for client in clients]
        threads = [threading.Thread(target=lambda c=client, s=state: s["legal"] and c.must("play", table=table, action=s["legal"][0]))
                   for client, state in zip(clients, states)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    last = int(database.ask(f"SELECT max(seq) FROM event WHERE table_id = '{table}'")[0][0])
    views = [state_of(server.client(), table, lambda state: state["seq"] == last)["view"] for server in (one, two)]
    t.equal("both nodes show the same", views[0], views[1])
    rows = database.ask(f"SELECT count(*), max(seq) FROM event WHERE table_id = '{table}'")
    t.equal("the log has no gap", rows[0][0], rows[0][1])
    for server in (one, two):
        t.equal("stops well", server.stop(), 0)


@with_database
def takeover(t, folder, database):
    """A node that dies leaves its bots and clocks to the other."""
    one = node(folder, "one", database)
    anna = one.client(one.token("Anna"))
    table = anna.must("create", game="high_tide_leiman", players=2, options={"first": "blue"}, seats=["open", {"bot": "random"}])["table"]
    anna.must("join", table=table)
    anna.must("ready", table=table)
    while database.ask("SELECT count(*) FROM room WHERE claimed_by <> 0")[0][0] == "0":
        pass  # so that the table is the first node's, and not taken up by the other
    two = node(folder, "two", database)
    there = two.client(anna.token)
    legal = state_of(there, table, lambda state: state["legal"])["legal"]
    one.process.send_signal(signal.SIGSTOP)  # it holds the table and does nothing for it
    there.must("play", table=table, action=legal[0])
    t.equal("the bot belongs to the node that stands still", there.must("watch", table=table)["to_act"], [1])
    one.kill()
    push = there.wait_for(lambda push: push["to_act"] == [0])
    t.check("the other node's bot moved", push["events"], push)
    there.must("play", table=table, action=push["legal"][0])
    there.wait_for(lambda later: later["to_act"] == [0] and later["seq"] > push["seq"])
    t.equal("stops well", two.stop(), 0)


@with_database
def sessions(t, folder, database):
    """A session that is ended at one node is ended at every other, and its connections there are closed."""
    one, two = node(folder, "one", database), node(folder, "two", database)
    cookie = lambda answer: next(part.split(";")[0].removeprefix("springtide=") for part in answer[2].get_all("Set-Cookie")
                                 if part.startswith("springtide="))
    home = cookie(one.http("POST", "/api/claim", {"name": "Anna", "password": "long enough"}))
    guest = two.get("/api/me", home)[1]["guest"]
    login = lambda server: cookie(server.http("POST", "/api/login", {"name": "Anna", "password": "long enough"}))
    library, phone = login(one), login(two)
    there, other = two.client(library), two.client(phone)
    one.http("POST", "/api/logout", {}, {"Authorization": "Bearer " + library})
    t.check("its token is worth nothing at the other node", two.get("/api/me", library)[1]["guest"] != guest)
    t.check("its connection there is closed with a reason", "session was ended" in closed(there))
    t.check("another session goes on", other.must("hello")["guest"] == guest and two.get("/api/me", home)[1]["guest"] == guest)
    status, _, _ = one.http("POST", "/api/claim", {"name": "Anna", "password": "another one", "old_password": "long enough"},
                            {"Authorization": "Bearer " + home})
    t.equal("a new password", status, 200)
    t.check("ends the sessions at the other node", two.get("/api/me", phone)[1]["guest"] != guest)
    t.check("and closes them", "session was ended" in closed(other))
    for server in (one, two):
        t.equal("stops well", server.stop(), 0)


@with_database
def behind_nginx(t, folder, database):
    """Two nodes behind the balancer of deploy/: a game continues while each of them is killed in turn."""
    servers = [node(folder, name, database, "--behind-proxy", "true") for name in ("one", "two")]
    balancer = Nginx(folder, servers)
    for server in servers:
        server.listens, server.port = server.port, balancer.port  # all clients come through the balancer
    tokens = [servers[0].token("Anna"), servers[0].token("Ben")]
    pair = Pair(Nodes(servers), tokens, 0)
    pair.start()
    for server in servers * 2:
        wait_for_moves([pair], 15)
        server.kill()
        wait_for_moves([pair], 15)
        server.start(f"127.0.0.1:{server.listens}")
        server.port = balancer.port
    finish([pair])
    check_log(t, [pair], database.ask(EVENTS))
    status, text, _ = servers[0].http("GET", "/metrics")
    t.equal("metrics stay inside", status, 403)
    balancer.stop()
    for server in servers:
        t.equal("stops well", server.stop(), 0)


@with_database
def one_table_one_node(t, folder, database):
    """The balancer of deploy/ sends the sockets of one table to one node, and not all tables to the same."""
    servers = [node(folder, name, database, "--behind-proxy", "true") for name in ("one", "two")]
    balancer = Nginx(folder, servers)
    clients = lambda: [int(re.search(r"^springtide_clients (\d+)", server.http("GET", "/metrics")[1], re.M).group(1)) for server in servers]
    chosen, sockets, together = set(), [], True
    while len(chosen) < 2 and len(sockets) < 300:
        before = clients()
        for _ in range(3):
            sockets.append(Client(balancer.port, address=f"/ws?lines&events&table=table-{len(sockets) // 3}"))
            sockets[-1].must("hello")  # now it is counted
        more = [now - then for now, then in zip(clients(), before)]
        together = together and sorted(more) == [0, 3]
        chosen.add(more.index(max(more)))
    t.check("those of one table meet at one node", together)
    t.equal("not all tables at the same", len(chosen), 2)
    # A client at the wrong node is served like any other.
    anna, ben = sockets[0], next(socket for socket in reversed(sockets))
    table = table_of([anna, ben], "high_tide_leiman", 2)
    t.check("two who came by the addresses of other tables play", state_of(ben, table, lambda state: state["to_act"])["ok"])
    for socket in sockets:
        socket.close()
    balancer.stop()
    for server in servers:
        t.equal("stops well", server.stop(), 0)


@with_database
def faults(t, folder, database):
    """Nodes killed, paused and restarted, the database restarted and cut off, under load."""
    servers = [node(folder, "one", database), node(folder, "two", database)]
    nodes = Nodes(servers)
    pairs = [Pair(nodes, (servers[0].token(), servers[1].token()), i) for i in range(4)]
    for pair in pairs:
        pair.start()
    for turn in range(4):  # kill -9, by turns
        wait_for_moves(pairs, 20)
        servers[turn % 2].kill()
        wait_for_moves(pairs, 20)  # the other carries on alone
        servers[turn % 2].start()
    for _ in range(2):
        wait_for_moves(pairs, 20)
        database.cut()
    for mode in ("fast", "immediate"):
        wait_for_moves(pairs, 20)
        database.stop(mode)
        t.equal("not ready without a store", wait_until_ready(servers[0], 503), 503)
        database.start()
    wait_for_moves(pairs, 20)
    servers[0].process.send_signal(signal.SIGSTOP)
    pairs[0].join(1)
    servers[0].process.send_signal(signal.SIGCONT)
    wait_for_moves(pairs, 20)
    for server in servers:  # a rolling restart
        t.equal("stops well", server.stop(), 0)
        wait_for_moves(pairs, 20)
        server.start()
    wait_for_moves(pairs, 20)
    t.equal("ready again", wait_until_ready(servers[0], 200), 200)
    finish(pairs)
    tables = check_log(t, pairs, database.ask(EVENTS))
    client = servers[1].client(pairs[0].tokens[0])
    t.check("no table is stuck", all(client.ask("watch", table=table)["ok"] and client.ask("unwatch", table=table)["ok"]
                                     for table in tables))
    for server in servers:
        t.equal("stops well", server.stop(), 0)


@with_database
def migrate(t, folder, database):
    """A SQLite installation moves to PostgreSQL and goes on there."""
    old = pathlib.Path(folder) / "old"
    old.mkdir()
    server = Server(old)
    tokens = [server.token("Anna"), server.token("Ben")]
    tokens[0] = server.claimed("Anna", tokens[0])
    clients = [server.client(token) for token in tokens]
    over = table_of(clients, "high_tide_leiman", 2)
    clients[0].must("resign", table=over)
    running = table_of(clients, "high_tide_leiman", 2)
    view = clients[0].must("watch", table=running)["view"]
    record = server.http("GET", f"/replay/{over}.txt")[1]
    move = lambda: subprocess.run([PROGRAM, "migrate-store", "--data", str(old), database.url], capture_output=True, text=True)
    t.check("not while a server runs", (done := move()).returncode == 3 and "stop it" in done.stderr, done)
    server.stop()
    fill_empty_tables(old)
    t.check("moved at once when it is stopped, as after a restore", (done := move()).returncode == 0 and "logs of 2 tables are the same" in done.stdout, done)
    for name, rows in contents(old).items():
        t.check(f"{name} holds something", rows)
        columns = ", ".join(sorted(set(rows[0]) if rows else ()))
        there = database.ask(f"SELECT {columns} FROM {name}") if rows else []
        t.equal(f"all of {name} is moved", sorted(there), sorted([as_text(row[key]) for key in sorted(row)] for row in rows))
    t.check("not twice", (done := move()).returncode == 3 and "holds games already" in done.stderr, done)
    server = node(folder, "new", database)
    t.equal("who was somebody still is", server.get("/api/me", tokens[0])[1]["claimed"], True)
    t.equal("the running game goes on", server.client(tokens[0]).must("watch", table=running)["view"], view)
    t.equal("the finished one is there", server.http("GET", f"/replay/{over}.txt")[1], record)
    run = lambda *words: subprocess.run([PROGRAM, *words, "--store", database.url], capture_output=True, text=True)
    lines = run("export").stdout.splitlines()
    t.equal("export", [(json.loads(line)["table"], json.loads(line)["record"]) for line in lines], [(over, record)])
    for words in (("backup", str(old / "copy")), ("restore", str(old / "copy"))):
        done = run(*words)
        t.check(f"{words[0]} says what to use", done.returncode == 2 and "pg_dump" in done.stderr, done)
    server.stop()


def contents(folder):
    """Every table of a SQLite store, whatever there is of them: one that is forgotten when a store is moved is found here."""
    database = sqlite3.connect(folder / "springtide.sqlite")
    database.row_factory = sqlite3.Row
    names = [name for name, in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
    return {name: [dict(row) for row in database.execute(f"SELECT * FROM {name}")] for name in names}


def fill_empty_tables(folder):
    """One row for each that holds nothing yet."""
    database = sqlite3.connect(folder / "springtide.sqlite")
    for name, rows in contents(folder).items():
        if not rows:
            columns = [(column[1], column[2]) for column in database.execute(f"PRAGMA table_info({name})")]
            values = [f"some {column}" if kind == "TEXT" else 1 if column == "settled" else 7 if kind == "INTEGER" else 7.5
                      for column, kind in columns]  # settled is yes or no
            database.execute(f"INSERT INTO {name} ({', '.join(column for column, _ in columns)}) VALUES ({', '.join('?' * len(values))})", values)
    database.commit()
    database.close()


def as_text(value):
    return "" if value is None else str(value)


def wait_until_ready(server, wanted):
    while True:
        status = server.http("GET", "/readyz")[0]
        if status == wanted:
            return status


def when_asked(client, table):
    """The view of seat 0 at its first turn: on some days the bot begins, and answers when it has thought."""
    while True:
        view = client.must("watch", table=table)["view"]
        if view["to_move"] == 0:
            return view


@with_database
def daily(t, folder, database):
    """The deal of a day is the same on every node, and one attempt counts on all of them."""
    one, two = node(folder, "one", database), node(folder, "two", database)
    days = [server.get("/api/daily/high_tide_leiman")[1] for server in (one, two)]
    t.equal("both nodes commit to the same deal", days[0]["commitment"], days[1]["commitment"])
    anna, ben = one.token("Anna"), two.token("Ben")
    tables = [server.post("/api/daily/high_tide_leiman", {}, anna)[1]["table"] for server in (one, two)]
    t.equal("one attempt, whichever node is asked", tables[0], tables[1])
    client = two.client(anna)
    other = one.client(ben)
    bens = one.post("/api/daily/high_tide_leiman", {}, ben)[1]["table"]
    t.equal("everybody meets the same deal", when_asked(other, bens), when_asked(client, tables[0]))
    where = f"/api/daily/high_tide_leiman/{days[0]['date']}"
    t.equal("not before one has finished", two.get(where, anna)[1]["error"]["reason"], "daily_not_finished")
    client.must("resign", table=tables[0])
    other.must("resign", table=bens)
    found = one.get(where, anna)[1]
    t.equal("both are listed", (found["attempts"], found["place"], {row["name"] for row in found["best"]}), (2, 1, {"Anna", "Ben"}))
    t.equal("where ways parted", one.get(where + "/ways", anna)[0], 200)
    t.equal("the record is sealed today", one.get(f"/api/tables/{tables[0]}/record", anna)[1]["error"]["reason"], "daily_sealed")
    for server in (one, two):
        t.equal("stops well", server.stop(), 0)


@with_database
def damage(t, folder, database):
    """A newer node wrote an event that this one cannot read: the table can be read up to there, and its watchers learn
    of it."""
    server = node(folder, "one", database)
    clients = [server.client(server.token(name)) for name in ("Anna", "Ben")]
    table, other = [table_of(clients, "high_tide_leiman", 2) for _ in range(2)]
    last = play_first(clients, table)["seq"]
    states = [client.must("watch", table=table) for client in clients]
    seat = states[0]["to_act"][0]
    database.ask(f"INSERT INTO event (table_id, seq, at, body) VALUES ('{table}', {last + 1}, 1, '{{\"kind\":\"dance\",\"text\":\"otter42\"}}')")
    t.refused("who moves is told", clients[seat].ask("play", table=table, action=states[seat]["legal"][0]), "unavailable")
    push = clients[1 - seat].wait_for(lambda push: "damaged" in push)
    t.check("and who watches, with the whole view", push["view"] and push["room"] and push["damaged"]["seq"] == last + 1, push)
    check_damaged(t, clients, table, last + 1)
    play_first(clients, other)
    t.check("other tables are played on", True)
    found = subprocess.run([PROGRAM, "check", "--store", database.url], capture_output=True, text=True)
    t.check("the check tells who runs it why", found.returncode == 1 and f"{table}" in found.stdout and "kind dance" in found.stdout, found)
    server.stop()
    server.start()
    check_damaged(t, [server.client(client.token) for client in clients], table, last + 1)
    t.equal("nothing was written to it", int(database.ask(f"SELECT max(seq) FROM event WHERE table_id = '{table}'")[0][0]), last + 1)
    t.equal("stops well", server.stop(), 0)


@with_database
def club(t, folder, database):
    """A club night lives on all nodes: people enter anywhere, a round is drawn once, results of any node count once."""
    nodes = [node(folder, "one", database), node(folder, "two", database)]
    people = [nodes[i % 2].token(f"P{i}") for i in range(5)]
    setup = {"name": "Night", "game": "high_tide_leiman", "seats": 2, "rounds": 2, "minutes": 10, "odd": "bye", "automatic": True}
    where = f"/api/clubs/{nodes[0].post('/api/clubs', setup, people[0])[1]['club']}"
    for i, token in enumerate(people):
        t.equal("enters on any node", nodes[(i + 1) % 2].post(f"{where}/enter", {}, token)[0], 200)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        begun = list(pool.map(lambda server: server.post(f"{where}/round", {}, people[0])[0], nodes))
    t.check("a round begins once, whoever asks at once", 200 in begun and set(begun) <= {200, 400}, begun)
    for number in (1, 2):
        seen = [server.get(where, people[0])[1] for server in nodes]
        t.equal("both nodes see the same night", seen[0], seen[1])
        t.equal("so many rounds", len(seen[0]["played"]), number)
        round = seen[0]["played"][-1]
        t.equal("two tables and a bye", (len(round["tables"]), len(round["byes"])), (2, 1))
        for i, table in enumerate(round["tables"]):
            first = nodes[i % 2].client(people[table["people"][0]])
            first.must("resign", table=table["table"])
            first.close()
    found = nodes[1].get(where)[1]
    t.equal("the night is over", (found["phase"], sum(one["points"] for one in found["standings"])), ("over", 5))
    t.equal("nobody had two byes", max(one["byes"] for one in found["standings"]), 1)
    for server in nodes:
        t.equal("stops well", server.stop(), 0)


@with_database
def duplicate(t, folder, database):
    """Duplicate tables live on all nodes: places are taken once, the deal is one, and it is sealed everywhere until all are over."""
    nodes = [node(folder, "one", database), node(folder, "two", database)]
    host, anna, ben = nodes[0].token("Host"), nodes[0].token("Anna"), nodes[1].token("Ben")
    where = f"/api/duplicates/{nodes[0].post('/api/duplicates', duplicates.SETUP, host)[1]['duplicate']}"
    with concurrent.futures.ThreadPoolExecutor() as pool:
        sat = list(pool.map(lambda pair: pair[0].post(f"{where}/sit", {"table": 0, "seat": 0}, pair[1])[0], zip(nodes, (anna, ben))))
    t.equal("a place is taken once, whoever asks at once", sorted(sat), [200, 400])
    if sat[0] != 200:
        anna, ben = ben, anna
    t.equal("the other sits at the other table", nodes[0].post(f"{where}/sit", {"table": 1, "seat": 0}, ben)[0], 200)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        begun = list(pool.map(lambda server: server.post(f"{where}/begin", {}, host)[0], nodes))
    t.check("they begin once", 200 in begun and set(begun) <= {200, 400}, begun)
    seen = [server.get(where, anna)[1] for server in nodes]
    t.equal("both nodes see the same", seen[0], seen[1])
    tables = [server.get(where, token)[1]["tables"][i]["table"] for i, (server, token) in enumerate(zip(nodes, (anna, ben)))]
    duplicates.play_out(nodes[1], anna, tables[0], random.Random(1))
    for server in nodes:
        t.equal("sealed on both nodes", duplicates.why(server.get(f"/api/tables/{tables[0]}/record", anna)), (403, "duplicate_sealed"))
    duplicates.play_out(nodes[0], ben, tables[1], random.Random(1))
    over = [server.get(where)[1] for server in nodes]
    t.equal("equal play ends equally on any node", [place["difference"] for table in over[0]["tables"] for place in table["places"]], [0] * 4)
    t.equal("and never parts", nodes[1].get(f"{where}/ways")[1], {"partings": []})
    t.equal("both nodes see the end", over[0], over[1])
    for server in nodes:
        t.equal("stops well", server.stop(), 0)


@with_database
def play_now(t, folder, database):
    """A player who looks for opponents at one node finds those who wait at another."""
    one, two = node(folder, "one", database), node(folder, "two", database)
    anna, ben = one.client(one.token("Anna")), two.client(two.token("Ben"))
    waiting = anna.must("play_now", game="high_tide_leiman")
    t.equal("Anna waits at a new table", waiting["opened"], True)
    looked = lambda: int(re.search(r"^springtide_chores_total (\d+)", two.http("GET", "/metrics")[1], re.M).group(1))
    before = looked()
    while looked() < before + 2:  # the second of them began after the table was there
        time.sleep(0.05)
    found = ben.must("play_now", game="high_tide_leiman")
    t.equal("Ben finds it", (found["table"], found["opened"], found["seat"]), (waiting["table"], False, 1))
    for client in (anna, ben):
        client.must("ready", table=found["table"])
    t.equal("and they play", state_of(anna, found["table"], lambda state: state["room"]["phase"] == "running")["room"]["phase"], "running")
    for server in (one, two):
        t.equal("stops well", server.stop(), 0)


@with_database
def presence(t, folder, database):
    """Presence travels from node to node; a node that dies takes its players along."""
    one, two = node(folder, "one", database), node(folder, "two", database)
    anna, ben = one.client(one.token("Anna")), two.client(two.token("Ben"))
    table = table_of([anna, ben], "high_tide_leiman", 2)
    told = lambda here, away, gone: lambda push: push.get("presence") == {"here": here, "away": away, "gone": gone}
    state = anna.must("watch", table=table, presence=True)
    if state["presence"]["here"] != [0, 1]:
        anna.wait_for(told([0, 1], [], []))
    ben.must("away", table=table, on=True)
    t.check("Ben looks elsewhere", anna.wait_for(told([0], [1], [])))
    ben.must("away", table=table, on=False)
    t.check("and comes back", anna.wait_for(told([0, 1], [], [])))
    ben.must("unwatch", table=table)
    t.check("and goes", anna.wait_for(told([0], [], [1])))
    ben.must("watch", table=table)
    anna.wait_for(told([0, 1], [], []))
    two.kill()
    t.check("the node dies", anna.wait_for(told([0], [], [1])))
    t.equal("stops well", one.stop(), 0)


def served_by(folder, database):
    """Servers on this database, for tests of any store."""
    return lambda data, *arguments: Server(data, "--store", database.url, *arguments)


@with_database
def called(t, folder, database):
    """Calls back to a table, once more; and with players at two nodes."""
    for test in (called_back.pushes, called_back.unanswered, called_back.gone):
        test(t, folder, served_by(folder, database))
    service = PushService()
    one, two = (node(folder, name, database, "--push-anywhere", "true") for name in ("one", "two"))
    anna, ben = one.client(one.token("Anna")), two.client(two.token("Ben"))
    two.post("/api/push", Browser(service).subscription(), ben.token)
    table = table_of([anna, ben], "high_tide_leiman", 2, options={"first": "blue"})
    ben.must("unwatch", table=table)
    legal = state_of(anna, table, lambda state: state["legal"])["legal"]
    anna.must("play", table=table, action=legal[0])
    t.equal("called from the other node", service.wait(1)[0][2]["table"], table)
    for server in (one, two):
        t.equal("stops well", server.stop(), 0)
    t.equal("once", len(service.arrived), 1)
    service.close()


def all_rows(database):
    """Every row of every table, as text."""
    tables = [row[0] for row in database.ask("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
    return [f"{table}: {row}" for table in tables for row in database.ask(f"SELECT x::text FROM {table} AS x")]


@with_database
def accounts_too(t, folder, database):
    """Sessions, letters and deleting, once more."""
    serve = served_by(folder, database)
    deleting = lambda *given: accounts.deleting(*given, lambda: all_rows(database))
    for test in (accounts.sessions, deleting, accounts.letters):
        test(t, folder, serve)
        database.ask("DELETE FROM guest")  # so that the next one finds its names free
    make_old = lambda milliseconds: database.ask(f"UPDATE note SET at = at - {milliseconds}")
    accounts.old_links(t, folder, serve, make_old)
    database.ask("DELETE FROM guest")
    accounts.takeover(t, folder, serve, make_old)
    accounts.races(t, folder, serve)
    one, two = (node(folder, name, database) for name in ("one", "two"))
    zoe, ben = one.client(one.token("Zoe")), two.client(two.token("Ben"))
    table = table_of([zoe, ben], "high_tide_leiman", 2)
    ben.must("resign", table=table)
    ben.must("watch", table=table)
    t.equal("deleted at one node", one.post("/api/me/delete", {}, zoe.token), (200, {}))
    anew = json.dumps(ben.wait_for(lambda push: push.get("anew")))
    t.check("whoever watches at another node is told anew, too", "Zoe" not in anew and "Guest " in anew, anew[-600:])
    ben.must("chat", table=table, text="who was that?")  # writes what lists tell of the table
    mine = json.dumps(two.get("/api/mine", ben.token)[1])
    t.check("and lists tell it no more", "Zoe" not in mine and "Guest " in mine, mine)
    for server in (one, two):
        t.equal("stops well", server.stop(), 0)


@with_database
def passkeys_too(t, folder, database):
    """Passkeys, once more; and a challenge of one node at another."""
    serve = served_by(folder, database)
    for test in (passkeys.create_and_login, passkeys.attacks, passkeys.thief):
        test(t, folder, serve)
        database.ask("DELETE FROM guest")
    passkeys.elsewhere(t, folder, serve, lambda: node(folder, "elsewhere", database))


@with_database
def company_too(t, folder, database):
    """Friends, blocking, reports and what the host does, once more; and a block and a ban at another node."""
    serve = served_by(folder, database)
    for test in (company.friends, company.again, company.blocked, company.reports, host_desk.key, host_desk.bans, host_desk.closing):
        test(t, folder, serve)
        database.ask("DELETE FROM note")  # the next one begins with an empty list
    elsewhere = node(folder, "elsewhere", database)
    company.unread(t, folder, serve, elsewhere)
    elsewhere.stop()
    (pathlib.Path(folder) / "host.key").write_text(host_desk.KEY)
    one, two = (node(folder, name, database, "--host-key-file", str(pathlib.Path(folder) / "host.key")) for name in ("one", "two"))
    anna, ben = one.client(one.token("Anna")), two.client(two.token("Ben"))
    table = table_of([anna, ben], "high_tide_leiman", 2)
    two.post("/api/people", {"do": "block", "table": table, "seat": 1}, anna.token)  # told to the node that Anna is not at
    said = 0
    while True:  # until the word has come over
        said += 1
        ben.must("chat", table=table, text=f"line {said}")
        lines = [line["text"] for line in anna.must("watch", table=table)["chat"]]
        if not lines and state_of(anna, table, lambda state: state["seq"] >= 5 + said):
            break
        time.sleep(0.5)
    t.check("a block counts at every node", True)
    second = table_of([one.client(one.token("Cleo")), ben], "high_tide_leiman", 2)
    ben.must("watch", table=second)
    host_desk.host(one, "close", table=second, why="enough")
    t.equal("a table that is closed is closed at every node", ben.wait_for(lambda push: "closed" in push)["reason"], "closed_by_host")
    host_desk.host(one, "ban", guest=ben.must("hello")["guest"], why="enough")
    t.check("a ban, too", "closed it to you" in host_desk.is_closed(ben))
    for server in (one, two):
        t.equal("stops well", server.stop(), 0)


@with_database
def bots_too(t, folder, database):
    """Bot accounts and friends, once more; and a challenge, a token that is taken back and a friend who comes at another node."""
    serve = served_by(folder, database)
    for test in (company.here, bot_accounts.accounts, bot_accounts.challenges, bot_accounts.limits, bot_accounts.ratings, bot_accounts.night):
        test(t, folder, serve)
        for table in ("note", "guest", "rating"):
            database.ask(f"DELETE FROM {table}")
    one, two = (node(folder, name, database) for name in ("west", "east"))
    owner = bot_accounts.claimed(one, "Anna")
    mark, token = bot_accounts.new_bot(one, owner)
    tess, ben = two.client(token), one.client(one.token("Ben"))
    tess.must("follow")
    table = bot_accounts.challenge(ben, "Tess")
    t.equal("challenged at another node", tess.wait_for(lambda push: "challenge" in push)["challenge"]["table"], table)
    ben.must("seat", table=table, seat=1, kind="open")
    t.equal("and not any more", tess.wait_for(lambda push: "gone" in push)["gone"], table)
    while not one.get("/api/bots")[1]["bots"][0]["here"]:
        time.sleep(0.2)
    t.check("every node knows that it is here", True)
    anna = one.client(owner)
    both = table_of([anna, ben], "high_tide_leiman", 2)
    one.post("/api/people", {"do": "befriend", "table": both, "seat": 1}, owner)
    one.post("/api/people", {"do": "befriend", "table": both, "seat": 0}, ben.token)
    ben.socket.close()
    while anna.must("friends")["friends"][0]["here"]:
        time.sleep(0.2)
    away = two.client(ben.token)
    t.check("a friend comes to another node", anna.wait_for(lambda push: "friend" in push)["friend"]["here"])
    away.socket.close()
    t.check("and goes", not anna.wait_for(lambda push: "friend" in push)["friend"]["here"])
    bot_accounts.bots(one, owner, "revoke", bot=mark, token=one.get("/api/bots", owner)[1]["mine"][0]["tokens"][0]["id"])
    t.check("a token that is taken back ends at every node", "session was ended" in closed(tess))
    for server in (one, two):
        t.equal("stops well", server.stop(), 0)


@with_database
def unsafe_settings(t, folder, database):
    """A database that a power cut robs of acknowledged moves is refused, unless the host insists."""
    database.stop()
    database.start(fsync="off")
    done = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", folder, "--store", database.url], capture_output=True, text=True, timeout=60)
    t.check("fsync off is refused in words", done.returncode == 3 and "fsync is off" in done.stderr, done)
    server = Server(folder, "--store", database.url, "--allow-unsafe-database", "true")
    t.check("the host may insist, and the log warns", "fsync is off" in pathlib.Path(server.log.name).read_text())
    t.equal("stops well", server.stop(), 0)
    database.stop()
    database.start(synchronous_commit="off")
    server = Server(folder, "--store", database.url)  # refused unless the server turns it on for its own sessions
    t.equal("synchronous_commit is turned on by the server", server.stop(), 0)


if __name__ == "__main__":
    Checks().run(unsafe_settings, same_store, two_nodes, sessions, takeover, behind_nginx, one_table_one_node, migrate, faults, daily, damage, club, duplicate, play_now, presence, called, accounts_too, passkeys_too, company_too, bots_too)
