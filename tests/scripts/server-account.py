#!/usr/bin/env python3
"""Accounts: sessions, an email address, a lost password, export and deletion."""
import json
import pathlib
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import accounts  # noqa: E402
import passkeys  # noqa: E402
from client import PROGRAM, Checks, Server  # noqa: E402


def sessions(t, folder):
    accounts.sessions(t, folder, Server)


def deleting(t, folder):
    def dump():
        with sqlite3.connect(folder + "/springtide.sqlite") as database:
            return list(database.iterdump())

    accounts.deleting(t, folder, Server, dump)


def wrong_passwords(t, folder):
    """A wrong password is logged, with the same word for the same name, but without the name; a host can ask for the names."""
    def said():
        lines = [json.loads(line) for line in pathlib.Path(folder, "log").read_text().splitlines()]
        return [line for line in lines if line["event"] == "wrong password"]

    server = Server(folder)
    for name in ("Corinna", "Corinna", "Theobald"):
        server.http("POST", "/api/login", json.dumps({"name": name, "password": "not the one"}), {"Content-Type": "application/json"})
    server.stop()
    lines = said()
    t.check("each wrong password is a line", len(lines) == 3 and all(line["for"] == "log in" for line in lines), lines)
    t.check("the same name is the same word", lines[0]["name"] == lines[1]["name"] != lines[2]["name"], lines)
    text = pathlib.Path(folder, "log").read_text()
    t.check("no name and no address is in the log", "Corinna" not in text and '"address":"127' not in text, text)
    server = Server(folder, "--log-identities", "true")
    server.http("POST", "/api/login", json.dumps({"name": "Corinna", "password": "not the one"}), {"Content-Type": "application/json"})
    server.stop()
    t.check("a host may ask for them", (said()[-1]["name"], said()[-1]["address"]) == ("Corinna", "127.0.0.1"), said()[-1])


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


def create_and_login(t, folder):
    passkeys.create_and_login(t, folder, Server)


def passkey_attacks(t, folder):
    passkeys.attacks(t, folder, Server)


def passkey_of_a_thief(t, folder):
    passkeys.thief(t, folder, Server)


def settings(t, folder):
    for wrong in (["--smtp", "mail.example.org", "--mail-from", "tide@example.org"], ["--smtp", "smtp://mail.example.org"],
                  ["--smtp", "smtp://mail.example.org", "--mail-from", "nobody"]):
        done = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", folder, *wrong], capture_output=True, text=True, check=False)
        t.check("a mail server needs its form and a sender", done.returncode == 2 and "--mail-from" in done.stderr, done)


if __name__ == "__main__":
    Checks().run(wrong_passwords, sessions, deleting, letters, old_links, takeover, races, create_and_login, passkey_attacks, passkey_of_a_thief, settings)
