"""nginx with the file of deploy/, in front of servers of a test."""
import pathlib
import random
import re
import socket
import subprocess

from client import PATIENCE, ROOT

FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


GIVEN = set()  # ports that this test has got


def free_port():
    """A port below those that the system gives to connections: none of them can take it before the program listens."""
    while True:
        port = random.randrange(12_000, 32_000)
        with socket.socket() as free:
            if port not in GIVEN and free.connect_ex(("127.0.0.1", port)) != 0:
                with socket.socket() as listener:
                    try:
                        listener.bind(("", port))
                    except OSError:
                        continue
                GIVEN.add(port)
                return port


def wait_for(port, process, log):
    """Until the program answers at this port; what it said, if it ends before."""
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
        except OSError:
            if process.poll() is not None:
                raise RuntimeError(pathlib.Path(log).read_text()) from None


class Nginx:
    """deploy/nginx.conf with ports of our own: without TLS, or with the certificate and key of `tls` for localhost."""

    def __init__(self, folder, servers, tls=None):
        self.folder = pathlib.Path(folder) / "nginx"
        self.folder.mkdir()
        self.port, self.plain_port = free_port(), free_port()
        written = (ROOT / "deploy/nginx.conf").read_text().replace("# server 127", "server 127").replace("tide.example.org", "localhost")
        for number in range(2):
            at = f"server 127.0.0.1:{8470 + number} "
            assert at in written, at
            written = written.replace(at, f"server 127.0.0.1:{servers[number].port} " if number < len(servers) else "# " + at)
        written = re.sub(r" *listen \[::\].*\n", "", written)
        written = written.replace("listen 80;", f"listen 127.0.0.1:{self.plain_port};")
        written = written.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port}{' ssl http2' if tls else ''};")
        for kind, file in (("certificate", "fullchain.pem"), ("certificate_key", "privkey.pem")):
            line = f"ssl_{kind} /etc/letsencrypt/live/localhost/{file};"
            assert line in written, line
            written = written.replace(line, f"ssl_{kind} {tls[kind]};" if tls else "")
        paths = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in FOLDERS)
        (self.folder / "nginx.conf").write_text(
            f"daemon off; master_process off; pid {self.folder}/pid; error_log {self.folder}/error.log;\n"
            f"events {{ worker_connections 8192; }}\nhttp {{\naccess_log off;\n{paths}{written}\n}}\n")
        self.process = subprocess.Popen(["/usr/sbin/nginx", "-p", self.folder, "-c", self.folder / "nginx.conf"],
                                        stderr=subprocess.DEVNULL)
        wait_for(self.port, self.process, self.folder / "error.log")

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
