#!/usr/bin/env python3
"""Notifications: through push services and by email, read by a push service and a mail server of our own."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import called_back  # noqa: E402
from client import Checks, Server  # noqa: E402


def on_sqlite(test):
    def run(t, folder):
        test(t, folder, Server)
    run.__name__ = test.__name__
    return run


if __name__ == "__main__":
    Checks().run(*map(on_sqlite, (called_back.pushes, called_back.unanswered, called_back.gone, called_back.refusals, called_back.leaks)))
