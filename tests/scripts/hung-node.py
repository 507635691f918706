#!/usr/bin/env python3
"""Two nodes on one PostgreSQL, one of which hangs: the other takes its tables within seconds, and the first commits
nothing under its old lease when it wakes up."""
import collections
import json
import pathlib
import re
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import Checks, Closed, Server, table_of  # noqa: E402
from postgres import Postgres  # noqa: E402

LONGEST = 15  # seconds until a bot of a node that stands still moves at another one; the lease lasts five
CHATS = 5

# Which connection wrote to which table, in order.
AUDIT = """CREATE TABLE audit (id BIGSERIAL PRIMARY KEY, pid INT, what TEXT);
CREATE FUNCTION note_it() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO audit (pid, what) VALUES (pg_backend_pid(), TG_TABLE_NAME); RETURN NULL; END $$;
"""


def hung(t, folder):
    database = Postgres()
    try:
        one = node(folder, "one", database)
        pids = {row[0] for row in database.ask("SELECT pid FROM pg_stat_activity WHERE application_name = 'springtide'")}
        anna, cleo = one.client(one.token("Anna")), one.client(one.token("Cleo"))
        table = anna.must("create", game="high_tide_leiman", players=2, options={"first": "blue"},
                          seats=["open", {"bot": "random"}])["table"]
        for op in ("join", "ready"):
            anna.must(op, table=table)
        aside = table_of([cleo, one.client(one.token("Ben"))], "high_tide_leiman", 2)  # only node one knows it
        while database.ask("SELECT count(*) FROM room WHERE claimed_by <> 0")[0][0] == "0":
            pass
        two = node(folder, "two", database)
        there = two.client(anna.token)
        legal = there.must("watch", table=table)["legal"]
        triggers = "".join(f"CREATE TRIGGER audit_{name} AFTER INSERT OR UPDATE ON {name} FOR EACH ROW EXECUTE FUNCTION note_it();"
                           for name in ("event", "room", "fact", "note", "seat", "node_session"))
        database.ask(AUDIT + triggers)

        one.process.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        played = there.must("play", table=table, action=legal[0])
        answer = there.wait_for(lambda push: push.get("to_act") == [0] and push["seq"] > played["seq"])
        waited = time.monotonic() - began
        print(f"the bot of the node that stood still moved at the other one after {waited:.1f} s")
        t.check(f"within {LONGEST} s", waited < LONGEST, waited)
        there.must("play", table=table, action=answer["legal"][0])
        taken_at = int(database.ask("SELECT max(id) FROM audit")[0][0])

        # What its clients send meanwhile waits in its sockets, and it decides all of it in rooms that are old.
        anna.send_text(json.dumps({"id": "stale", "op": "play", "table": table, "action": legal[0]}))
        for i in range(CHATS):
            cleo.send_text(json.dumps({"id": f"chat {i}", "op": "chat", "table": aside, "text": f"line {i}"}))
        one.process.send_signal(signal.SIGCONT)
        answers, reasons = zip(*(until_closed(client) for client in (anna, cleo)))
        for reason in reasons:
            t.check("its clients are told to connect again", "1012" in reason and "connect again" in reason, reason)
        while lost(one) != 1 or not (joined := joined_again(database, pids, taken_at)):
            time.sleep(0.1)
        late = database.ask(f"SELECT what FROM audit WHERE pid IN ({', '.join(pids)}) AND id > {taken_at} AND id < {joined}")
        t.equal("it commits nothing until it has joined again", late, [])

        # It goes on as a node like any other.
        cleo = one.client(cleo.token)
        for i in range(CHATS):
            cleo.must("chat", id=f"chat {i}", table=aside, text=f"line {i}")
        anna = one.client(anna.token)
        here = anna.must("watch", table=table)
        while here["to_act"] != [0]:
            here = anna.wait_for(lambda push: push.get("to_act") == [0])
        moved = anna.must("play", id="back", table=table, action=here["legal"][0])
        anna.wait_for(lambda push: push.get("seq", 0) > moved["seq"] and push.get("to_act") == [0])

        log = collections.defaultdict(list)
        for name, seq, body in database.ask("SELECT table_id, seq, body FROM event ORDER BY table_id, seq"):
            log[name].append((int(seq), json.loads(body).get("message")))
        for name, events in log.items():
            t.equal(f"the log of {name} is in order and has no gap", [seq for seq, _ in events], list(range(1, len(events) + 1)))
        for name, wanted in ((aside, [f"chat {i}" for i in range(CHATS)]), (table, ["back"])):
            messages = [message for _, message in log[name]]
            for message in wanted:
                t.equal(f"{message} is there once", messages.count(json.dumps(message)), 1)
        stale = [message for _, message in log[table]].count(json.dumps("stale"))
        t.equal("what was acknowledged is there, and nothing else", stale, 1 if answers[0].get("stale") else 0)
        for server in (one, two):
            t.equal("stops well", server.stop(), 0)
    finally:
        database.remove()


def leaves(t, folder):
    """A node that is stopped ends its lease by itself, and one that is killed holds its tables only a little longer."""
    database = Postgres()
    try:
        one, two = node(folder, "one", database), node(folder, "two", database)
        over = "SELECT count(*) FROM node_session WHERE NOT is_over"
        t.equal("two nodes have a lease", database.ask(over), [["2"]])
        one.stop()
        t.equal("a node that stops ends its own", database.ask(over), [["1"]])
        one.start()
        one.kill()
        while database.ask(over) != [["1"]]:
            time.sleep(0.1)
        t.check("that of a killed node is ended", True)
        database.stop()
        time.sleep(0.5)
        database.start()
        client = two.client()
        while not client.ask("create", game="high_tide_leiman", players=2)["ok"]:
            time.sleep(0.1)
        t.equal("a database that was away costs no lease", lost(two), 0)
        t.equal("stops well", two.stop(), 0)
    finally:
        database.remove()


def node(folder, name, database):
    data = pathlib.Path(folder) / name
    data.mkdir()
    return Server(data, "--store", database.url, "--bot-milliseconds", "20")


def until_closed(client):
    """Which messages were answered well, and why the connection ended."""
    answered = {}
    try:
        while True:
            message = client.receive()
            if "ok" in message:
                answered[message["id"]] = message["ok"]
    except (Closed, OSError) as error:
        return answered, str(error)


def lost(server):
    return int(re.search(r"^springtide_leases_lost_total (\d+)", server.http("GET", "/metrics")[1], re.M).group(1))


def joined_again(database, pids, after):
    """Where in the audit one of these connections began a new session."""
    found = database.ask(f"SELECT min(id) FROM audit WHERE what = 'node_session' AND pid IN ({', '.join(pids)}) AND id > {after}")
    return int(found[0][0]) if found[0][0] else None


if __name__ == "__main__":
    Checks().run(hung, leaves)
