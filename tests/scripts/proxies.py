#!/usr/bin/env python3
"""The files for nginx and Caddy in deploy/, with the real programs: TLS, WebSockets, and whose address the server believes."""
import http.client
import json
import os
import pathlib
import ssl
import subprocess
import sys
import types

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import client  # noqa: E402
from client import PATIENCE, ROOT, Checks, Client, Server, play_out, table_of  # noqa: E402
from nginx import Nginx, free_port, wait_for  # noqa: E402

PLAYER = "127.0.0.5"  # every address 127.x.y.z is this machine
FORGED = {"X-Forwarded-For": "203.0.113.9", "X-Real-IP": "203.0.113.9", "Forwarded": "for=203.0.113.9"}


class Caddy:
    """deploy/Caddyfile with ports of our own, and certificates of Caddy's own authority."""

    def __init__(self, folder, server):
        self.folder = pathlib.Path(folder) / "caddy"
        self.folder.mkdir()
        self.port, self.plain_port = free_port(), free_port()
        written = (ROOT / "deploy/Caddyfile").read_text()
        assert "127.0.0.1:8470 {" in written and "\ntide.example.org {" in written
        written = written.replace("127.0.0.1:8470 {", f"127.0.0.1:{server.port} {{").replace("tide.example.org", "localhost")
        (self.folder / "Caddyfile").write_text(
            f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {self.plain_port}\n\thttps_port {self.port}\n}}\n" + written)
        log = self.folder / "log"
        with open(log, "wb") as said:
            self.process = subprocess.Popen(["caddy", "run", "--config", self.folder / "Caddyfile", "--adapter", "caddyfile"],
                                            stdout=said, stderr=said, env={"PATH": os.environ["PATH"], "HOME": str(self.folder),
                                                                           "XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)})
        wait_for(self.port, self.process, log)
        self.authority = self.folder / "caddy/pki/authorities/local/root.crt"

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


def certificate(folder):
    """One for localhost, that signs itself."""
    files = {"certificate": f"{folder}/certificate.pem", "certificate_key": f"{folder}/key.pem"}
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", files["certificate_key"],
                    "-out", files["certificate"]], check=True, capture_output=True)
    return files


class Visitors:
    """Clients that connect over TLS and check the certificate."""

    def __init__(self, port, authority):
        self.port, self.trusting = port, ssl.create_default_context(cafile=str(authority))

    def http(self, method, path, body=None, headers=None, source="127.0.0.1"):
        connection = http.client.HTTPSConnection("localhost", self.port, timeout=PATIENCE, context=self.trusting, source_address=(source, 0))
        given = dict(headers or {})
        if body is not None:
            given["Content-Type"] = "application/json"
        connection.request(method, path, json.dumps(body) if body is not None else None, given)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return response.status, text, response.headers

    def sit(self, token):
        def dial(*address, **more):
            return self.trusting.wrap_socket(plain.create_connection(*address, **more), server_hostname="localhost")
        plain = client.socket
        client.socket = types.SimpleNamespace(create_connection=dial)
        try:
            return Client(self.port, token, headers={"Origin": f"https://localhost:{self.port}"})
        finally:
            client.socket = plain


class Behind(Server):
    """A server that only its proxy reaches, and whose log has addresses as they are."""

    def __init__(self, folder, listens, public_port):
        self.listens = listens
        super().__init__(folder, "--behind-proxy", "true", "--log-identities", "true", "--public-url", f"https://localhost:{public_port}")

    def start(self, listen=None):
        super().start(listen or f"127.0.0.1:{self.listens}")


def address_that_is_believed(visitors, server, headers):
    """The source of a wrong password in the server's log."""
    log = pathlib.Path(server.data, "log")
    before = len(log.read_text())
    status, text, _ = visitors.http("POST", "/api/login", {"name": "Anna", "password": "not the one"}, headers, PLAYER)
    assert status == 403, (status, text)
    return [json.loads(line)["address"] for line in log.read_text()[before:].splitlines() if '"wrong password"' in line]


def check_visits(t, server, proxy, visitors):
    status, _, headers = visitors.http("GET", "/api/me")
    t.equal("an answer over TLS", status, 200)
    t.check("cookies are for TLS alone", "Secure" in (headers.get("Set-Cookie") or ""), headers)
    plain = http.client.HTTPConnection("localhost", proxy.plain_port, timeout=PATIENCE)
    plain.request("GET", "/replay/abc", headers={"Host": "localhost"})
    answer = plain.getresponse()
    t.check("without TLS the browser is sent there", answer.status in (301, 308) and answer.getheader("Location", "").startswith("https://localhost"),
            (answer.status, answer.getheader("Location")))
    plain.close()
    t.check("the measures are not for the world", visitors.http("GET", "/metrics")[0] in (403, 404))

    tokens = [json.loads(visitors.http("POST", "/api/token", {"name": name})[1])["token"] for name in ("Anna", "Ben")]
    pair = [visitors.sit(token) for token in tokens]
    t.check("a game is played through the proxy", play_out(pair, table_of(pair, "high_tide_leiman", 2))[0]["over"])
    for seated in pair:
        seated.close()

    status, text, _ = visitors.http("POST", "/api/claim", {"name": "Anna", "password": "long enough"}, {"Authorization": "Bearer " + tokens[0]})
    t.equal("an account", status, 200)
    t.equal("the server is told the player's address", address_that_is_believed(visitors, server, {}), [PLAYER])
    t.equal("and not what the client writes", address_that_is_believed(visitors, server, FORGED), [PLAYER])


def check_proxy(t, folder, proxy, authority, listens):
    server = Behind(folder, listens, proxy.port)
    try:
        check_visits(t, server, proxy, Visitors(proxy.port, authority))
    finally:
        t.equal("stops well", server.stop(), 0)
        proxy.stop()


def nginx(t, folder):
    tls, listens = certificate(folder), free_port()
    check_proxy(t, folder, Nginx(folder, [types.SimpleNamespace(port=listens)], tls), tls["certificate"], listens)


def caddy(t, folder):
    listens = free_port()
    proxy = Caddy(folder, types.SimpleNamespace(port=listens))
    check_proxy(t, folder, proxy, proxy.authority, listens)


t = Checks()
t.run(nginx, caddy)
