"""The balancer of deploy/, before servers of a test."""
import pathlib
import socket
import subprocess

from client import ROOT


class Nginx:
    """deploy/nginx.conf, with ports of our own."""

    def __init__(self, folder, servers):
        self.folder = pathlib.Path(folder) / "nginx"
        self.folder.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        written = (ROOT / "deploy/nginx.conf").read_text().replace("listen 127.0.0.1:8470", f"listen 127.0.0.1:{self.port}")
        for number, server in enumerate(servers):
            written = written.replace(f"127.0.0.1:{8471 + number}", f"127.0.0.1:{server.port}")
        paths = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "nginx.conf").write_text(
            f"daemon off; master_process off; pid {self.folder}/pid; error_log {self.folder}/error.log;\n"
            f"events {{ worker_connections 8192; }}\nhttp {{\naccess_log off;\n{paths}{written}\n}}\n")
        self.process = subprocess.Popen(["/usr/sbin/nginx", "-p", self.folder, "-c", self.folder / "nginx.conf"],
                                        stderr=subprocess.DEVNULL)
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                if self.process.poll() is not None:
                    raise RuntimeError((self.folder / "error.log").read_text())

    def stop(self):
        self.process.terminate()
        self.process.wait(60)
