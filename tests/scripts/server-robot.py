#!/usr/bin/env python3
"""The bot of examples/: it speaks TLS, reconnects when the server restarts, and plays its game to the end."""
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PATIENCE, ROOT, Checks, Server, play_on  # noqa: E402

BOT = str(ROOT / "examples" / "bot.py")


class Tls:
    """Removes TLS and forwards, like a proxy; if no server is behind it, it closes."""

    def __init__(self, folder, server):
        self.certificate, key = str(pathlib.Path(folder, "cert.pem")), str(pathlib.Path(folder, "key.pem"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                        "subjectAltName=DNS:localhost", "-out", self.certificate, "-keyout", key], check=True, capture_output=True)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, key)
        self.server = server
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        try:
            outside = self.context.wrap_socket(connection, server_side=True)
            inside = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE)
        except OSError:
            connection.close()
            return
        back = threading.Thread(target=self._pump, args=(inside, outside), daemon=True)
        back.start()
        self._pump(outside, inside)

    @staticmethod
    def _pump(source, target):
        try:
            while piece := source.recv(65536):
                target.sendall(piece)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listener.close()


def start(server, table, env=None):
    address = server if isinstance(server, str) else f"http://localhost:{server.port}"
    return subprocess.Popen([sys.executable, BOT, "--server", address, "--table", table, "--patience", str(PATIENCE)], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env={**os.environ, **(env or {})})


def through_a_restart(t, folder, tls):
    pathlib.Path(folder).mkdir()
    server = Server(folder)
    proxy = Tls(folder, server) if tls else None
    anna = server.client(server.token("Anna"))
    table = anna.must("create", game="high_tide_leiman", players=2, options={"stones": 3})["table"]
    anna.must("join", table=table)
    bot = start(f"https://localhost:{proxy.port}" if tls else server, table, {"SSL_CERT_FILE": proxy.certificate} if tls else None)
    t.check("it sits down", "sits on seat 1" in bot.stdout.readline())
    anna.must("ready", table=table)
    t.check("some moves, and the game goes on", not play_on(anna, table, 3))
    for _ in range(3):  # a night has several
        server.kill()
        server.start(f"127.0.0.1:{server.port}")
        anna = server.client(anna.token)
        over = play_on(anna, table, 2)
    t.check("it is not over before the last restart", not over)
    t.check("to the end", play_on(anna, table))
    out, err = bot.communicate(timeout=PATIENCE)
    t.check("the bot played it to the end", bot.returncode == 0 and "over: seats" in out, (out, err))
    t.check("and had lost the server in between", "lost the server" in err, err)
    if proxy:
        proxy.close()
    server.stop()


def restart(t, folder):
    """Kill -9 in the middle, three times: the bot comes back and the game ends as if nothing had been."""
    through_a_restart(t, pathlib.Path(folder) / "plain", False)


def over_tls(t, folder):
    """The same through TLS; a certificate without a trusted issuer is refused."""
    if not shutil.which("openssl"):
        t.check("openssl is there", False)
    through_a_restart(t, pathlib.Path(folder) / "tls", True)
    inner = pathlib.Path(folder) / "foreign"
    inner.mkdir()
    server = Server(inner)
    proxy = Tls(inner, server)
    bot = subprocess.run([sys.executable, BOT, "--server", f"https://localhost:{proxy.port}", "--patience", "0"], capture_output=True, text=True, check=False)
    t.check("a foreign certificate", bot.returncode != 0 and "certificate" in bot.stderr.lower(), bot.stderr)
    proxy.close()
    server.stop()


if __name__ == "__main__":
    Checks().run(restart, over_tls)
