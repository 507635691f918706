#!/usr/bin/env python3
"""A database of an older version: upgraded, played on, and the way back (docs/how-to/upgrading.md)."""
import json
import pathlib
import sqlite3
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parents[1] / "server"
sys.path.insert(0, str(HERE))
from client import PROGRAM, Checks, Server  # noqa: E402

KEPT = sorted((HERE / "upgrade").glob("*.sql"))


def program(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60)


def bring(kept, folder):
    """The database as that version left it, and what was played there."""
    database = sqlite3.connect(pathlib.Path(folder, "springtide.sqlite"))
    database.executescript(kept.read_text())
    database.close()
    return json.loads(kept.with_suffix(".json").read_text())


def rows(folder):
    with sqlite3.connect(pathlib.Path(folder, "springtide.sqlite")) as database:
        return database.execute("SELECT table_id, seq, at, body FROM event ORDER BY table_id, seq").fetchall()


def upgrade(t, folder):
    """Players keep their seats, every view is the same, every game continues, and no stored event has changed."""
    for kept in KEPT:
        home = pathlib.Path(folder, kept.stem)
        home.mkdir()
        story = bring(kept, home)
        before = rows(home)
        whole = program("check", "--data", str(home))
        t.equal(f"{kept.stem}: nothing is wrong with it", whole.returncode, 0)
        server = Server(home, "--bot-milliseconds", "20")
        people = [server.client(token) for token in story["tokens"]]
        t.equal("the first has kept the name", server.get("/api/me", story["tokens"][0])[1]["name"], "Marina")
        for game in story["games"]:
            table, name = game["table"], f"{kept.stem} {game['game']}"
            if "views" in game:
                for seat, view in enumerate(game["views"]):
                    told = people[seat].must("watch", table=table)
                    t.equal(f"{name}: the view of seat {seat}", told["view"], view)
                one, action = next((one, legal[0]) for one in people[:len(game["views"])]
                                   if (legal := one.must("watch", table=table)["legal"]))
                one.must("play", table=table, action=action)
                t.check(f"{name}: goes on", people[0].must("watch", table=table)["seq"] > game["seq"])
            elif "over" in game:
                t.equal(f"{name}: the record is there", server.http("GET", f"/replay/{table}.txt")[0], 200)
            elif "bots" in game:
                told = people[0].must("watch", table=table)
                if told["legal"]:
                    people[0].must("play", table=table, action=told["legal"][0])
                people[0].wait_for(lambda push: push.get("table") == table and push.get("legal"))
                t.check(f"{name}: the bots play on", True)
            else:
                people[1].must("join", table=table)
                t.check(f"{name}: a seat is taken", True)
        after = rows(home)
        server.kill()
        t.equal("what was stored is as it was", [row for row in after if row in set(before)], before)
        server.start()
        t.equal("all of it is there after a kill", rows(home)[:len(after)], after)
        server.stop()
        t.equal("the upgraded one is whole", program("check", "--data", str(home)).returncode, 0)


def way_back(t, folder):
    """A newer database is refused and not changed, can be read out, and an old copy can be brought back."""
    for kept in KEPT:
        home = pathlib.Path(folder, kept.stem)
        home.mkdir()
        bring(kept, home)
        before = rows(home)
        file = home / "springtide.sqlite"
        with sqlite3.connect(file) as database:
            schema = database.execute("PRAGMA user_version").fetchone()[0]
        copy = pathlib.Path(folder, kept.stem + ".before")
        copy.write_bytes(file.read_bytes())
        Server(home).stop()
        with sqlite3.connect(file) as database:
            newer = database.execute("PRAGMA user_version").fetchone()[0]
            t.check(f"{kept.stem}: the schema is newer now", newer > schema, (schema, newer))
            database.execute(f"PRAGMA user_version={newer + 1}")
        refused = program("serve", "--listen", "127.0.0.1:0", "--data", str(home))
        t.check("an older server refuses a newer database", refused.returncode == 3 and "newer" in refused.stderr, refused)
        with sqlite3.connect(file) as database:
            t.equal("and leaves it alone", database.execute("PRAGMA user_version").fetchone()[0], newer + 1)
            database.execute(f"PRAGMA user_version={newer}")
        exported = program("export", "--data", str(home))
        t.check("what was played since can be read", exported.returncode == 0 and exported.stdout.count("\n") >= 1, exported)
        restored = pathlib.Path(folder, kept.stem + " restored")
        t.equal("an old copy is brought back", program("restore", "--data", str(restored), str(copy)).returncode, 0)
        t.check("with every event", rows(restored) == before)


if __name__ == "__main__":
    Checks().run(upgrade, way_back)
