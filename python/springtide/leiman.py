"""Leiman's High Tide: exact results of positions, and reviews of games with perfect play."""
from __future__ import annotations

import json
from typing import Any

from . import _core


def solve(state: _core.State | str) -> dict[str, Any]:
    """How a round ends under best play of both, who want to win first and then the margin.

    `state` is a State of high_tide_leiman in which a seat is to move, or its position as text. The answer is a dict:
    `winner` (0 blue, 1 pink), `margin` (visible tiles of blue less those of pink), `line` (action ids to the end of the
    round) and `moves` (for every legal action id the winner and margin it leads to).

    >>> from springtide import load_position, solve
    >>> state = load_position(".,pbp,./.,pb,n,p/b,b,n,pb,p/b,n,bn,./n,.,p p b")
    >>> found = solve(state)
    >>> found["winner"] == state.current_player()
    True
    >>> [state.action_to_string(action) for action, end in found["moves"].items() if end["winner"] == found["winner"]]
    ['e1-d1']
    """
    position = state if isinstance(state, str) else state.position()
    if position is None:
        raise _core.Error("only a position of high_tide_leiman in which a seat is to move can be solved")
    return _core.solve_position(position)


def review(record: _core.State | str) -> list[dict[str, Any]]:
    """Every move of a finished or unfinished game of Leiman's High Tide: a list of dicts.

    `record` is a State or the text of a record. Each move has `round`, `by`, `action`, `legal`, `winning` (how many
    moves won), `turning_point` (the mover let the win slip), `better` (a move that won, or None), and `before` and
    `after` with `winner` and `margin`.
    """
    text = record if isinstance(record, str) else record.record()
    return json.loads(_core.review_json(text))["moves"]
