"""A PostgreSQL of our own in a temporary folder: a Unix socket, no port, and gone afterwards."""
import os
import pathlib
import shutil
import subprocess
import tempfile

PROGRAMS = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]


class Postgres:
    def __init__(self, disk_megabytes=None):
        """With a size it has a small disk of its own, a tmpfs; that needs root."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="springtide-pg-"))
        self.disk = disk_megabytes is not None
        if self.disk:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={disk_megabytes}m", "tmpfs", self.folder], check=True)
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        self.run("initdb", "-D", self.folder / "data", "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8",
                 *(["--wal-segsize=1"] if self.disk else []))
        self.url = f"postgres:///postgres?host={self.folder}&user=postgres"
        self.start()

    def run(self, program, *arguments):
        """PostgreSQL does not run as root: then its own user does it."""
        command = [str(PROGRAMS / program), *map(str, arguments)]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              cwd=self.folder)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}")
        return done.stdout

    def start(self, **settings):
        given = "".join(f" -c {name}={value}" for name, value in settings.items())
        self.run("pg_ctl", "-w", "-D", self.folder / "data", "-l", self.folder / "log", "-o",
                 f"{given} -c listen_addresses= -c unix_socket_directories={self.folder}" + (" -c min_wal_size=2MB -c max_wal_size=8MB" if self.disk else ""),
                 "start")

    def stop(self, mode="fast"):
        self.run("pg_ctl", "-w", "-D", self.folder / "data", "-m", mode, "stop")

    def fill_up(self):
        """Not a byte is left on its disk."""
        with open(self.folder / "filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(65536))
            except OSError:
                pass
            try:
                while True:
                    filler.write(bytes(512))
            except OSError:
                pass

    def make_room(self):
        (self.folder / "filler").unlink()

    def ask(self, sql):
        """Rows as lists of texts."""
        told = self.run("psql", "-h", self.folder, "-U", "postgres", "-X", "-A", "-t", "-F", "\x1f", "-c", sql, "postgres")
        return [line.split("\x1f") for line in told.splitlines()]

    def cut(self):
        """Ends every connection of the servers."""
        self.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'springtide'")

    def remove(self):
        try:
            self.stop("immediate")
        except RuntimeError:
            pass  # it was down already
        if self.disk:
            subprocess.run(["umount", self.folder], check=True)
        shutil.rmtree(self.folder, ignore_errors=True)
