"""A client for Springtide's server, in one file and with nothing but the standard library: MADE.

>>> from server_client import Http, Socket                                      # doctest: +SKIP
>>> token = Http("http://localhost:8470").new_token(name="Robot")["token"]      # doctest: +SKIP
>>> socket = Socket("http://localhost:8470", token)                             # doctest: +SKIP
>>> table = socket.create(game="high_tide_leiman", players=2)["table"]          # doctest: +SKIP

A refusal is raised as `Refused`, with its code and its sentence. What happens at a table that is watched comes from
`Socket.pushes()`.
"""
from __future__ import annotations

import base64
import collections
import http.client
import json
import secrets
import socket
import ssl
import struct
import urllib.parse
from collections.abc import Iterator
from typing import Any, Literal, NotRequired, Optional, TypedDict, Union, cast

# SHAPES


class Refused(Exception):
    """The server said no: `code` and `reason` are for programs, the text is for people."""

    def __init__(self, error: dict[str, Any]):
        super().__init__(error.get("message") or error["code"])
        self.code, self.reason, self.error = error["code"], error.get("reason", ""), error


class Closed(Exception):
    """The connection is gone."""


class Http:
    """What is asked over HTTP. `token` says who asks; `new_token` makes one. An answer that begins a session (`login`, `me` without
    a token) or ends it (`logout`) changes it, as it changes the cookie of a browser; give `token` to `Socket` to play as the same person."""

    def __init__(self, server: str = "http://localhost:8470", token: str = "", timeout: float = 60):
        self.address, self.token, self.timeout = urllib.parse.urlsplit(server), token, timeout

    def send(self, method: str, path: str, body: Optional[dict[str, Any]] = None) -> Any:
        """One request; JSON comes back as what it means, anything else as text."""
        kind = http.client.HTTPSConnection if self.address.scheme == "https" else http.client.HTTPConnection
        connection = kind(self.address.hostname or "localhost", self.address.port, timeout=self.timeout)
        headers = {"Accept": "application/json", **({"Authorization": f"Bearer {self.token}"} if self.token else {})}
        text = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            text = json.dumps({name: value for name, value in body.items() if value is not None})
        try:
            connection.request(method, path, text, headers)
            response = connection.getresponse()
            content = response.read().decode()
        finally:
            connection.close()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            if name == "springtide":
                self.token = value
        is_json = (response.getheader("Content-Type") or "").startswith("application/json")
        if response.status >= 400:
            raise Refused(json.loads(content)["error"] if is_json else {"code": "unavailable", "message": content.strip()})
        return json.loads(content) if is_json else content

    # HTTP


class Socket:
    """What is asked over the WebSocket. Answers are waited for; pushes on the way are kept for `pushes`."""

    def __init__(self, server: str = "http://localhost:8470", token: str = "", timeout: float = 60, query: str = ""):
        address = urllib.parse.urlsplit(server)
        secure = address.scheme == "https"
        host, port = address.hostname or "localhost", address.port or (443 if secure else 80)
        self._socket: socket.socket = socket.create_connection((host, port), timeout=timeout)
        if secure:
            self._socket = ssl.create_default_context().wrap_socket(self._socket, server_hostname=host)
        self._buffer, self._waiting = b"", collections.deque[dict[str, Any]]()
        lines = [f"GET /ws{query and '?' + query} HTTP/1.1", f"Host: {address.netloc}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: " + base64.b64encode(secrets.token_bytes(16)).decode()]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        self._socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self._buffer:
            self._more()
        head, self._buffer = self._buffer.split(b"\r\n\r\n", 1)
        if head.split()[1] != b"101":
            raise Closed(head.decode())

    def close(self) -> None:
        self._socket.close()

    def _more(self) -> None:
        piece = self._socket.recv(65536)
        if not piece:
            raise Closed("the connection was closed")
        self._buffer += piece

    def _take(self, size: int) -> bytes:
        while len(self._buffer) < size:
            self._more()
        part, self._buffer = self._buffer[:size], self._buffer[size:]
        return part

    def _frame(self, opcode: int, payload: bytes) -> None:
        mask, size = secrets.token_bytes(4), len(payload)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack(">H", size)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self._socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def receive(self) -> dict[str, Any]:
        """The next message, an answer or a push."""
        message = b""
        while True:
            first, second = self._take(2)
            size = second & 127
            if size > 125:
                size = struct.unpack(">H", self._take(2))[0] if size == 126 else struct.unpack(">Q", self._take(8))[0]
            payload = self._take(size)
            if first & 15 == 9:
                self._frame(10, payload)
            elif first & 15 == 8:
                raise Closed(payload[2:].decode() or "the server closed the connection")
            else:
                message += payload
                if first & 0x80:
                    return cast("dict[str, Any]", json.loads(message))

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """Sends a request and waits for its answer."""
        number = secrets.token_hex(8)
        self._frame(1, json.dumps({"id": number, "op": op, **{name: value for name, value in fields.items() if value is not None}}).encode())
        while True:
            message = self.receive()
            if message.get("id") == number:
                if not message["ok"]:
                    raise Refused(message["error"])
                return message
            self._waiting.append(message)

    def pushes(self) -> Iterator[PushFrame]:
        """What happens at the tables that are watched, as it happens."""
        while True:
            yield cast("PushFrame", self._waiting.popleft() if self._waiting else self.receive())

    # SOCKET
