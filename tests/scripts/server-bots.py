#!/usr/bin/env python3
"""Bot accounts: tokens, challenges, limits, ratings of their own, and the example that plays through a night; with PostgreSQL in `postgres`."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import bot_accounts  # noqa: E402
from client import Checks, with_sqlite  # noqa: E402


if __name__ == "__main__":
    Checks().run(*map(with_sqlite, (bot_accounts.accounts, bot_accounts.challenges, bot_accounts.limits, bot_accounts.ratings, bot_accounts.night)))
