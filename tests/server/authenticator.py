"""A passkey in software, for tests: P-256 in plain Python, and what a browser and an authenticator say around it."""
import base64
import hashlib
import json
import secrets

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296, 0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    slope = ((3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], -1, P)) % P
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(number, point):
    found = None
    while number:
        if number & 1:
            found = add(found, point)
        point, number = add(point, point), number >> 1
    return found


def text64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def bytes64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def der(number):
    data = number.to_bytes(33, "big").lstrip(b"\0")
    data = b"\0" + data if data[0] > 127 else data
    return bytes([2, len(data)]) + data


class Authenticator:
    """`origin` is the page that it is used on; what a method is given besides differs from an honest answer."""

    def __init__(self, origin, counts=True):
        self.origin, self.host = origin, origin.split("://")[1].split(":")[0]
        self.secret, self.id, self.count, self.user = secrets.randbelow(N - 1) + 1, secrets.token_bytes(16), 0, ""
        self.counts = counts
        self.point = times(self.secret, G)

    def _client_data(self, kind, challenge, origin):
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin or self.origin, "crossOrigin": False}).encode()

    def _data(self, flags, host, count):
        self.count = self.count + self.counts if count is None else count
        return hashlib.sha256((host or self.host).encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def make(self, begun, origin=None, host=None):
        """The fields of /api/passkeys/add, for what /api/passkeys/begin answered."""
        self.user = begun["user"]
        x, y = (number.to_bytes(32, "big") for number in self.point)
        key = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + x + b"\x22\x58\x20" + y
        data = self._data(0x45, host, None) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58" + bytes([len(data)]) + data
        return {"client_data": text64(self._client_data("webauthn.create", begun["challenge"], origin)), "attestation": text64(attestation)}

    def answer(self, begun, origin=None, host=None, user=None, flags=0x05, count=None):
        """The value of the field `passkey`."""
        client_data, data = self._client_data("webauthn.get", begun["challenge"], origin), self._data(flags, host, count)
        digest = int.from_bytes(hashlib.sha256(data + hashlib.sha256(client_data).digest()).digest(), "big")
        nonce = secrets.randbelow(N - 1) + 1
        r = times(nonce, G)[0] % N
        s = pow(nonce, -1, N) * (digest + r * self.secret) % N
        numbers = der(r) + der(s)
        return {"id": text64(self.id), "user": user or self.user, "client_data": text64(client_data), "authenticator_data": text64(data),
                "signature": text64(bytes([0x30, len(numbers)]) + numbers)}
