"""The data that come with Springtide; data/*/README.md says how each was made."""
from __future__ import annotations

import gzip
import json
import pathlib
from collections.abc import Iterator
from typing import Any

import numpy

from . import _core

FOLDER = pathlib.Path(__file__).resolve().parent / "data"


def solved_setups(column: str = "winner") -> numpy.ndarray:
    """Leiman's High Tide: a number for each of the 124,920 classes of set-ups, as a numpy array of bytes. In column
    `winner` 1 means that the player who starts wins, in `only_move` that exactly one first move does.

    >>> from springtide import data
    >>> winner = data.solved_setups()
    >>> len(winner)
    124920
    >>> data.setup_class(data.setup_position(1234))
    1234
    """
    path = FOLDER / "high_tide_leiman" / f"{column}.bin"
    if not path.exists():
        raise _core.Error(f"there are no numbers of all set-ups for {column!r}; data/high_tide_leiman/README.md lists them")
    return _core.read_column(column, path.read_bytes())


def setup_position(index: int) -> str:
    """The first set-up of a class as a position: blue is to move."""
    return _core.setup_position(index)


def setup_members(index: int) -> int:
    """How many set-ups the class has: 12, or fewer if it is symmetric itself."""
    return _core.setup_members(index)


def setup_class(position: str) -> int:
    """The class of a set-up given as a position."""
    return _core.setup_class(position)


def puzzles() -> list[dict[str, Any]]:
    """Leiman's High Tide: positions with exactly one winning move, as dicts with `rating` (1 to 5), `solution` and
    `position`.

    >>> from springtide import data, solve
    >>> puzzle = data.puzzles()[0]
    >>> puzzle["rating"], puzzle["solution"]
    (1, 'e1-d1')
    """
    lines = (FOLDER / "high_tide_leiman" / "puzzles.txt").read_text(encoding="utf-8").splitlines()
    return [dict(zip(("rating", "solution", "position"), (int(rating), solution, position)))
            for rating, solution, position in (line.split(" ", 2) for line in lines if line)]


def self_play(game: str) -> Iterator[dict[str, Any]]:
    """Whole games between Springtide's bots, as dicts with `levels` (by seat), `seed`, `points`, `winners` and `record`.

    >>> from springtide import data, load_record
    >>> first = next(data.self_play("turn_the_tide"))
    >>> load_record(first["record"]).points() == first["points"]
    True
    """
    with gzip.open(FOLDER / "self_play" / f"{game}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
