#!/usr/bin/env python3
"""Accounts: sessions, an address for letters, a lost password, everything as a file, and being deleted."""
import pathlib
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import accounts  # noqa: E402
from client import PROGRAM, Checks, Server  # noqa: E402


def sessions(t, folder):
    accounts.sessions(t, folder, Server)


def deleting(t, folder):
    def dump():
        with sqlite3.connect(folder + "/springtide.sqlite") as database:
            return list(database.iterdump())

    accounts.deleting(t, folder, Server, dump)


def letters(t, folder):
    accounts.letters(t, folder, Server)


def older(folder):
    """Makes every note so many milliseconds older."""
    def make_old(milliseconds):
        with sqlite3.connect(folder + "/springtide.sqlite") as database:
            database.execute("UPDATE note SET at = at - ?", (milliseconds,))

    return make_old


def old_links(t, folder):
    accounts.old_links(t, folder, Server, older(folder))


def takeover(t, folder):
    accounts.takeover(t, folder, Server, older(folder))


def races(t, folder):
    accounts.races(t, folder, Server)


def settings(t, folder):
    for wrong in (["--smtp", "mail.example.org", "--mail-from", "tide@example.org"], ["--smtp", "smtp://mail.example.org"],
                  ["--smtp", "smtp://mail.example.org", "--mail-from", "nobody"]):
        done = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", folder, *wrong], capture_output=True, text=True, check=False)
        t.check("a mail server needs its form and a sender", done.returncode == 2 and "--mail-from" in done.stderr, done)


if __name__ == "__main__":
    Checks().run(sessions, deleting, letters, old_links, takeover, races, settings)
