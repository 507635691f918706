"""People who play on whatever happens to the servers, and remember what was acknowledged."""
import json
import secrets
import threading

from client import Client, Closed, table_of

LATER = ("unavailable", "limit")  # codes after which the same message is sent again
BEHIND = ("not_your_turn", "illegal_action", "over")  # after which somebody looks again


class Pair(threading.Thread):
    """Two people at one table after the other. After a crash they come back, to the next node, and go on, repeating the
    message that got no answer."""

    def __init__(self, nodes, tokens, number):
        super().__init__(daemon=True)
        self.nodes, self.tokens, self.turn = nodes, tokens, number
        self.acknowledged, self.open, self.error = [], None, None
        self.table, self.clients = None, []
        self.running = True

    def run(self):
        while self.running:
            try:
                for client in self.clients:
                    client.close()
                self.turn += 1
                self.clients = [self.nodes.client(token, self.turn + i) for i, token in enumerate(self.tokens)]
                self.play()
            except (Closed, OSError, ValueError, KeyError, Later):
                self.nodes.pause()  # a node is down, or the store: come back in a moment
            except AssertionError as error:
                if "'unavailable'" in str(error) or "'limit'" in str(error):
                    self.nodes.pause()
                    continue
                self.error = error
                return

    def make(self):
        """A new table with everybody on it."""
        return table_of(self.clients, "high_tide_leiman", 2)

    def play(self):
        if self.open:  # sent, but never answered: repeated with the same id it happens once
            self.send()
        while self.running:
            if self.table is None:
                self.table = self.make()
            states = [client.must("watch", table=self.table, since=10**9) for client in self.clients]
            if any(state["over"] for state in states):
                self.table = None
                continue
            for player, state in enumerate(states):
                if state["legal"]:
                    self.open = (self.table, player, secrets.token_hex(8), state["legal"][0])
                    self.send()
                    break
            else:
                self.nodes.pause()  # a node does not know yet what the other did

    def send(self):
        table, player, id, action = self.open
        answer = self.clients[player].ask("play", id=id, table=table, action=action)
        if not answer["ok"]:
            if answer["error"]["code"] in LATER:
                raise Later(answer["error"]["message"])
            if len(self.nodes.servers) > 1 and answer["error"]["code"] in BEHIND:
                self.open = None  # the node showed an older position; it was not done
                return
            raise AssertionError(f"{self.open}: {answer['error']}")
        self.acknowledged.append((table, answer["seq"], json.dumps(id), action))
        self.open = None


class Later(Exception):
    """The server asks to send it again."""


class Nodes:
    """Where the pairs find a server: the next one that answers."""

    def __init__(self, servers, sources=("127.0.0.1",)):
        self.servers, self.sources = servers, sources
        self.wake = threading.Event()

    def client(self, token, turn):
        for i in range(len(self.servers)):
            server = self.servers[(turn + i) % len(self.servers)]
            try:
                return Client(server.port, token, source=self.sources[turn % len(self.sources)])
            except (OSError, Closed):
                continue
        raise Closed("no node answers")

    def pause(self):
        self.wake.wait(0.02)


def moves(pairs):
    return sum(len(pair.acknowledged) for pair in pairs)


def wait_for_moves(pairs, more):
    """Waits for progress, not for time."""
    goal = moves(pairs) + more
    while moves(pairs) < goal:
        for pair in pairs:
            if pair.error:
                raise pair.error
        pairs[0].join(0.002)


def finish(pairs):
    for pair in pairs:
        pair.running = False
    for pair in pairs:
        pair.join(60)


def check_log(t, pairs, rows):
    """Everything acknowledged is there, in order, exactly once. `rows` are (table, seq, body)."""
    log = {(table, int(seq)): json.loads(body) for table, seq, body in rows}
    t.check("nobody was refused", not any(pair.error for pair in pairs), [pair.error for pair in pairs])
    lost = [entry for pair in pairs for entry in pair.acknowledged
            if (log.get(entry[:2], {}).get("message"), log.get(entry[:2], {}).get("text")) != entry[2:]]
    t.equal("acknowledged and lost", lost, [])
    messages = [(table, body["message"]) for (table, _), body in log.items() if "message" in body and body["kind"] == "play"]
    t.equal("done twice", len(messages) - len(set(messages)), 0)
    t.check("no gaps", all((table, seq - 1) in log for table, seq in log if seq > 1))
    return {table for table, _ in log}
