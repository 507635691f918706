"""A push service of our own: what arrives is decrypted as a browser would."""
import base64
import hashlib
import hmac
import http.server
import json
import secrets
import struct
import threading

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derive(salt, secret, info, size):
    """HKDF with SHA-256, one block."""
    extracted = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()[:size]


class Browser:
    """What a browser keeps of a subscription; it alone can read what is pushed."""

    def __init__(self, service):
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.path = "/" + secrets.token_hex(16)
        self.endpoint = service.address + self.path
        service.browsers[self.path] = self

    def subscription(self):
        return {"endpoint": self.endpoint, "p256dh": encode(self.point), "auth": encode(self.auth)}

    def read(self, body):
        salt, size, length = body[:16], struct.unpack(">I", body[16:20])[0], body[20]
        point, hidden = body[21:21 + length], body[21 + length:]
        assert len(hidden) <= size, "one record"
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
        common = derive(self.auth, shared, b"WebPush: info\0" + self.point + point, 32)
        key, nonce = derive(salt, common, b"Content-Encoding: aes128gcm\0", 16), derive(salt, common, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, hidden, None).rstrip(b"\0")
        assert plain[-1] == 2, "the last record"
        return json.loads(plain[:-1])


class PushService:
    """Takes what is pushed, checks who sends it, and hands it to the browser it is for."""

    def __init__(self):
        self.browsers, self.answers, self.arrived, self.refused = {}, {}, [], []
        self.came = threading.Condition()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = service.take(self.path, dict(self.headers), body)
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, path, headers, body):
        with self.came:
            status = self.answers.get(path, 201)
            if status != 201:
                self.refused.append(path)
            else:
                self.arrived.append((path, headers, self.browsers[path].read(body)))
            self.came.notify_all()
        return status

    def wait(self, count):
        """Waits until so many have arrived in all, and gives them."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.arrived) >= count, 60), f"{len(self.arrived)} of {count} arrived"
            return list(self.arrived)

    def wait_refused(self, count):
        with self.came:
            assert self.came.wait_for(lambda: len(self.refused) >= count, 60), self.refused

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def claims_of(authorization, service):
    """What the sender says of itself, once its signature is checked; and the key it is known by."""
    scheme, fields = authorization.split(" ", 1)
    assert scheme == "vapid", authorization
    fields = dict(part.strip().split("=", 1) for part in fields.split(","))
    head, claims, signature = fields["t"].split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    numbers = decode(signature)
    der = utils.encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(fields["k"]))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(decode(claims))
    assert claims["aud"] == service.address, claims
    return claims, fields["k"]
