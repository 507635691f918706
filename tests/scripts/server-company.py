#!/usr/bin/env python3
"""Friends, blocking, reports and invitations, playing again, and the host's page; with PostgreSQL in `postgres`."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import company  # noqa: E402
import host_desk  # noqa: E402
from client import Checks, with_sqlite  # noqa: E402


if __name__ == "__main__":
    Checks().run(*map(with_sqlite, (company.friends, company.here, company.unread, company.again, company.blocked, company.reports, host_desk.key, host_desk.bans, host_desk.closing)))
