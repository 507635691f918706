"""A server of our own and clients for it, with nothing but the standard library."""
import base64
import datetime
import http.client
import json
import os
import pathlib
import re
import secrets
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("SPRINGTIDE_BUILD", ROOT / "build"))
PROGRAM = os.environ.get("SPRINGTIDE_PROGRAM", str(BUILD / "release" / "springtide"))
PATIENCE = 60  # seconds after which something is taken for hung


class Server:
    """`springtide serve` on a free port with a data folder that outlives it."""

    def __init__(self, data, *arguments, env=None):
        self.data, self.env = str(data), env
        # Tests are quicker than people; those of the limits set them.
        self.arguments = list(arguments)
        for limit in ("--messages-per-second", "--requests-per-second", "--address-guests-per-hour",
                      "--address-tables-per-hour", "--address-events-per-second", "--address-chat-per-minute",
                      "--address-kilobytes-per-second"):
            if limit not in arguments:
                self.arguments += [limit, "1000000"]
        self.log = open(os.path.join(self.data, "log"), "ab")
        self.start()

    def start(self, listen="127.0.0.1:0"):
        command = [PROGRAM, "serve", "--listen", listen, "--data", self.data, *self.arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        env={**os.environ, **(self.env or {})})
        line = self.process.stdout.readline()
        found = re.search(r"https?://([^:\s]+):?(\d*)", line)
        if not found:
            raise RuntimeError(f"the server said {line!r} and {open(self.log.name).read()[-2000:]}")
        self.port = int(found.group(2) or 443)
        pathlib.Path(self.data, "pid").write_text(str(self.process.pid))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return status

    def http(self, method, path, body=None, headers=None, source="127.0.0.1"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE, source_address=(source, 0))
        given = dict(headers or {})
        if body is not None:
            given.setdefault("Content-Type", "application/json")
            body = json.dumps(body) if not isinstance(body, (str, bytes)) else body
        connection.request(method, path, body, given)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return response.status, text, response.headers

    def get(self, path, token=None):
        status, text, _ = self.http("GET", path, headers={"Authorization": "Bearer " + token} if token else None)
        return status, json.loads(text)

    def post(self, path, body, token=None):
        """Each token has a device of its own, as each person has a browser; deals that count once count once for a device."""
        headers = {"Authorization": "Bearer " + token, "Cookie": "springtide-device=of-" + token[:32]} if token else None
        status, text, _ = self.http("POST", path, body, headers)
        return status, json.loads(text)

    def token(self, name=""):
        return self.post("/api/token", {"name": name} if name else {})[1]["token"]

    def claimed(self, name, token, password="long enough"):
        """The token of a guest who keeps a name from now on: the one from before ends."""
        status, text, headers = self.http("POST", "/api/claim", {"name": name, "password": password}, {"Authorization": f"Bearer {token}"})
        assert status == 200, text
        return next(one for one in headers.get_all("Set-Cookie") if one.startswith("springtide=")).split(";")[0].removeprefix("springtide=")

    def client(self, token=None, **more):
        return Client(self.port, token if token is not None else self.token(), **more)


class Closed(Exception):
    """The other side is gone."""


def closed(client):
    """Reads until the connection ends: with what words the server ends it."""
    try:
        while True:
            client.receive()
    except (Closed, OSError) as error:
        return str(error)


SCHEMA = json.loads((ROOT / "docs/api/records.schema.json").read_text())["$defs"]
STATE = ("view", "legal", "to_act", "over", "undo", "retract")


def record_of(game, row):
    """The record that a row stands for: the schema lists the fields of each kind in their order."""
    kinds = SCHEMA["room" if row[0].startswith("room.") else game]["oneOf"]
    known = next(kind for kind in kinds if kind["properties"]["kind"]["const"] == row[0])
    record = dict(zip(known["properties"], row))
    assert len(row) == len(known["properties"]), row
    return {name: value for name, value in record.items() if value is not None or name in known["required"]}


class Client:
    """One WebSocket. Answers are matched by id; pushes are kept in order. Who asks for events is given the whole all the
    same, put together here, but for the view, which would have to be folded; `received` are the bytes as they came, `read`
    what they meant."""

    def __init__(self, port, token="", headers=None, events=False, address=None, source="127.0.0.1"):
        self.token, self.pushes, self.received, self.read = token, [], [], []
        self.known = {}  # by table: the last seq, and the state then
        self.rooms = {}  # by table
        self.lines = []  # received, not yet read
        address = address or ("/ws?events" if events else "/ws")
        # Every address 127.x.y.z is this machine: whoever comes from another one has other budgets.
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(source, 0))
        lines = [f"GET {address} HTTP/1.1", f"Host: localhost:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: " + base64.b64encode(secrets.token_bytes(16)).decode()]
        if token:
            lines.append("Authorization: Bearer " + token)
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])
        if self.status != 101:
            raise Closed(head.decode())

    def _more(self):
        try:
            piece = self.socket.recv(65536)
        except ConnectionError as error:
            raise Closed(str(error)) from error
        if not piece:
            raise Closed("the connection was closed")
        self.buffer += piece

    def _take(self, size):
        while len(self.buffer) < size:
            self._more()
        part, self.buffer = self.buffer[:size], self.buffer[size:]
        return part

    def frame(self, opcode, payload):
        mask = secrets.token_bytes(4)
        size = len(payload)
        head = bytes([0x80 | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        try:
            self.socket.sendall(head + mask + masked)
        except ConnectionError as error:
            raise Closed(str(error)) from error

    def send_text(self, text):
        self.frame(1, text.encode())

    def receive(self):
        """The next message; a frame may hold several, one a line."""
        if not self.lines:
            self.lines = self._message().split(b"\n")
        self.received.append(self.lines.pop(0))
        self.read.append(self._whole(json.loads(self.received[-1])))
        return self.read[-1]

    def _message(self):
        """Put together from its frames."""
        message = b""
        while True:
            first, second = self._take(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self._take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self._take(8))[0]
            payload = self._take(size)
            if first & 15 == 9:
                self.frame(10, payload)
            elif first & 15 == 10:
                continue  # an answer to a ping
            elif first & 15 == 8:
                self.frame(8, payload[:2])
                code = struct.unpack(">H", payload[:2])[0] if payload else 1005
                raise Closed(f"closed with code {code}: {payload[2:].decode()}")
            else:
                message += payload
                if first & 0x80:
                    return message

    def _whole(self, message):
        if not isinstance(message, dict) or "events" not in message:
            return message
        table = message.setdefault("table", next(iter(self.known), None))  # left out where there is only one
        if "room" in message:
            message["room"] = self.rooms[table] = {**self.rooms.get(table, {}), **message["room"]}
        message["events"] = [event if isinstance(event, str) else record_of(self.rooms[table]["game"], event)
                             for event in message["events"]]
        if "seq" not in message:  # a page of history
            return message
        if "view" in message:
            self.known[table] = (message["seq"], {name: message[name] for name in STATE})
            return message
        seq, state = self.known[table]
        if message.get("from", message["seq"] - 1) != seq:
            raise AssertionError(f"events from {message.get('from')}, but {seq} was the last one told: {message}")
        to_act = message.get("to_act", state["to_act"])
        still = self.rooms[table]["you"]["seat"] in to_act
        now = {name: message.get(name, False) for name in STATE[1:]}
        now |= {"to_act": to_act, "legal": message.get("legal", state["legal"] if still else [])}
        self.known[table] = (message["seq"], {**state, **now})
        return {"chat": [], **message, **now}

    def ask(self, op, id=None, **fields):
        """Sends a request and waits for its answer; pushes on the way are kept."""
        id = secrets.token_hex(8) if id is None else id
        self.send_text(json.dumps({"id": id, "op": op, **fields}))
        while True:
            message = self.receive()
            if message.get("id") == id and "ok" in message:
                return message
            self.pushes.append(message)

    def must(self, op, **fields):
        answer = self.ask(op, **fields)
        if not answer["ok"]:
            raise AssertionError(f"{op} {fields}: {answer['error']}")
        return answer

    def wait_for(self, condition):
        """The first push (kept or coming) that fulfils the condition; those before it are forgotten."""
        while True:
            push = self.pushes.pop(0) if self.pushes else self.receive()
            if condition(push):
                return push

    def close(self):
        self.socket.close()


class Checks:
    """Counts and, at the end, says what the launcher reads."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, title, truth, detail=""):
        if truth:
            self.passed += 1
        else:
            self.failed += 1
            print(f"failed: {title} {detail}", flush=True)

    def equal(self, title, found, wanted):
        self.check(title, found == wanted, f"found {found!r}, wanted {wanted!r}")

    def refused(self, title, answer, code):
        self.check(title, not answer["ok"] and answer["error"]["code"] == code and answer["error"]["message"], answer)

    def run(self, *tests):
        for test in tests:
            with tempfile.TemporaryDirectory() as folder:
                try:
                    test(self, folder)
                except Exception as error:  # a test that breaks has failed; the others still run
                    self.failed += 1
                    traceback.print_exc()
                    print(f"failed: {test.__name__}: {error}", flush=True)
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed else 0)


def table_of(clients, game, players, **more):
    """A new table with these clients on the first seats, ready to go or going."""
    table = clients[0].must("create", game=game, players=players, **more)["table"]
    for client in clients:
        client.must("join", table=table)
    for client in clients:
        client.must("ready", table=table, contribution=secrets.token_hex(8))
    return table


def today():
    """The date in UTC, as the server writes it."""
    return datetime.datetime.now(datetime.timezone.utc).date().isoformat()


def play_first(clients, table):
    """The first action of whoever is to act."""
    seat = clients[0].must("watch", table=table)["to_act"][0]
    return clients[seat].must("play", table=table, action=clients[seat].must("watch", table=table)["legal"][0])


def check_damaged(t, clients, table, seq):
    """A table whose event `seq` cannot be read: shown up to there, closed to play, with a sentence and no more."""
    for client in clients:
        seen = client.must("watch", table=table)
        t.check("the whole view as far as it was understood", seen["view"] and seen["seq"] == seq - 1, seen)
        t.check("closed with a sentence", "damaged and closed to play" in seen["damaged"]["message"], seen)
        t.check("nobody is to act", seen["legal"] == [] and seen["to_act"] == [], seen)
        for op, fields in (("play", {"action": "1"}), ("chat", {"text": "hello"}), ("leave", {}), ("rematch", {})):
            t.refused(f"{op} is refused with it", client.ask(op, table=table, **fields), "unavailable")
        t.check("earlier pages are there", client.must("history", table=table, before=seq)["events"])
        t.check("nothing of the row is told", not any(secret in frame for frame in map(str, client.received) for secret in ("otter42", "dance")), client.received)


def play_out(clients, table, pick=lambda legal: legal[0], most=4000):
    """Everybody plays until the game is over; gives the last state of each client."""
    states = [client.must("watch", table=table) for client in clients]
    for _ in range(most):
        if states[0]["over"]:
            return states
        for i, client in enumerate(clients):
            if states[i]["legal"]:
                client.must("play", table=table, action=pick(states[i]["legal"]))
                break
        else:
            clients[0].wait_for(lambda push: push.get("seq", 0) > states[0]["seq"])  # a bot's turn
        states = [other.must("watch", table=table, since=states[j]["seq"]) for j, other in enumerate(clients)]
    raise AssertionError("the game did not end")


def play_on(client, table, moves=None):
    """First legal moves, until it is over or so many were made; the others are bots."""
    state = client.must("watch", table=table)
    while not state["over"] and moves != 0:
        if state["legal"]:
            client.must("play", table=table, action=state["legal"][0])
            moves = None if moves is None else moves - 1
        seq = state["seq"]
        state = client.must("watch", table=table)
        if state["seq"] == seq and not state["over"] and moves != 0:
            state = client.wait_for(lambda push: push.get("seq", 0) > seq)
    return state["over"]


def with_sqlite(test):
    """A test that is given the store, on SQLite."""
    def run(t, folder):
        test(t, folder, Server)
    run.__name__ = test.__name__
    return run
