#!/usr/bin/env python3
"""A bot for a Springtide server in Python's standard library alone. It sits down at a table and plays a random legal action
whenever it is its turn:

    examples/bot.py http://localhost:8470 TABLE [NAME]

To make it clever, change choose(): it is given everything the seat may know."""
import base64
import http.client
import json
import random
import secrets
import socket
import struct
import sys
import urllib.parse


def choose(view, legal):
    return random.choice(legal)


class WebSocket:
    """Just enough of RFC 6455 for a client."""

    def __init__(self, host, port, token):
        self.socket = socket.create_connection((host, port))
        self.stream = self.socket.makefile("rb")
        self.socket.sendall((f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\nSec-WebSocket-Key: "
                             + base64.b64encode(secrets.token_bytes(16)).decode() + "\r\n\r\n").encode())
        if b" 101 " not in self.stream.readline():
            sys.exit("the server does not want to talk")
        while self.stream.readline() != b"\r\n":
            pass

    def send(self, opcode, payload):
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
        mask = secrets.token_bytes(4)
        self.socket.sendall(bytes([0x80 | opcode]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def receive(self):
        """The next message, or nothing when the server is gone."""
        message = b""
        while True:
            head = self.stream.read(2)
            if len(head) < 2 or head[0] & 15 == 8:
                return None
            size = head[1] & 127
            if size >= 126:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            payload = self.stream.read(size)
            if head[0] & 15 == 9:
                self.send(10, payload)
                continue
            message += payload
            if head[0] & 0x80:
                return json.loads(message)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    url, table = urllib.parse.urlparse(sys.argv[1]), sys.argv[2]
    port = url.port or 80
    ask = http.client.HTTPConnection(url.hostname, port)
    ask.request("POST", "/api/token", json.dumps({"name": sys.argv[3] if len(sys.argv) > 3 else "random bot"}),
                {"Content-Type": "application/json"})
    server = WebSocket(url.hostname, port, json.loads(ask.getresponse().read())["token"])

    def request(op, **fields):
        id = secrets.token_hex(8)
        server.send(1, json.dumps({"id": id, "op": op, "table": table, **fields}).encode())
        return id

    request("join")
    request("ready", contribution=secrets.token_hex(16))
    request("watch")
    state, open_question = {}, None  # the latest state, and the action that is not answered yet
    while (message := server.receive()) is not None:
        if "seq" in message and "view" in message:
            state = message
        if message.get("id") == open_question:
            open_question = None
            if message.get("seq", 0) > state.get("seq", 0):
                state = {}  # older than our own action
        if message.get("ok") is False and message["error"]["code"] != "stale":
            sys.exit(message["error"]["message"])
        if state.get("over"):
            print("the game is over")
            return
        if state.get("legal") and open_question is None:
            open_question = request("play", action=choose(state["view"], state["legal"]), at=state["seq"])
            state = {}


if __name__ == "__main__":
    main()
