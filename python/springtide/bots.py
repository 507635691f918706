"""Bots: those of Springtide, your own, and how to find out which is stronger."""
from __future__ import annotations

import json
import math
import random
import secrets
from collections.abc import Sequence
from typing import Any, Optional

from . import _core


class Bot:
    """A player of a seat. Your own bot has a method step(state, seat) that gives a legal action.

    It receives the state itself; a bot that plays fair looks at it through state.observation_tensor(seat),
    state.information_state_string(seat) and the like, or calls state.resample_from_infostate(seat, seed).
    """

    def step(self, state: _core.State, seat: Optional[int] = None) -> int:
        """The action for a seat; without one, for the seat whose turn it is."""
        raise NotImplementedError


class LevelBot(Bot):
    """One of Springtide's own levels. It is shown only what its seat may know."""

    def __init__(self, level: str = "", milliseconds: Optional[int] = None, nodes: Optional[int] = None) -> None:
        self.level = level
        self.milliseconds = milliseconds
        self.nodes = nodes

    def step(self, state: _core.State, seat: Optional[int] = None) -> int:
        """The action that the level chooses; `choose` tells more."""
        return self.choose(state, seat)["action"]

    def choose(self, state: _core.State, seat: Optional[int] = None, seed: Optional[int] = None) -> dict[str, Any]:
        """The whole answer: action, exact, winner, value and line."""
        return state.choose(self.level, seat, milliseconds=self.milliseconds, nodes=self.nodes, seed=seed)

    def __repr__(self):
        return f"bot({self.level!r})"


def bot(level: str = "", milliseconds: Optional[int] = None, nodes: Optional[int] = None) -> LevelBot:
    """A bot of a level that springtide.games() names; without a name the strongest. `nodes` limits its search by
    counting, `milliseconds` by time, where the level searches.

    >>> from springtide import Game, Random, bot
    >>> state = Game("turn_the_tide").new_initial_state()
    >>> state.resolve_chance(Random(1))
    >>> bot("random").step(state) in state.legal_actions()
    True
    """
    return LevelBot(level, milliseconds, nodes)


def arena(game: _core.Game, contestants: Sequence[str], deals: int = 100, seed: str = "", threads: int = 0,
          until_clear: bool = False) -> dict[str, Any]:
    """Springtide's bots against each other on the same deals from every seat, like `./springtide arena`.

    `contestants` are levels, with a budget if wanted (`best@10ms`, `best@5000n`), or `exec:COMMAND`. Gives the
    report as a dict; see docs/explanation/bots.md. Without a `seed` (a text) every run draws new deals; the report
    names its seed.

    >>> import springtide
    >>> report = springtide.arena(springtide.Game("high_tide_leiman", stones=1), ["random", "greedy"], deals=20, seed="x")
    >>> [pairing["games"] for pairing in report["pairings"]]
    [40]
    """
    return json.loads(_core.arena_json(game, list(contestants), deals, str(seed) or secrets.token_hex(6), threads, until_clear))


def evaluate(game: _core.Game, one: Bot, rest: Bot, deals: int = 100, seed: int = 0) -> dict[str, float]:
    """A bot of yours against a table full of another: every deal is played once with `one` in each seat, and all others
    by `rest`. Gives a dict: `share` of wins (shared wins split), `margin` (95 % of repeats are within), `equal`
    (the share of a bot of equal strength), `points` and `others` (points a game of one, and of the others), `deals`.

    >>> from springtide import Game, bot, evaluate
    >>> result = evaluate(Game("turn_the_tide"), bot("rule_of_thumb"), bot("random"), deals=20)
    >>> result["share"] > result["equal"]
    True
    """
    players = game.num_players()
    shares, points, others = [], 0, 0
    for deal in range(deals):
        share = 0.0
        for seat in range(players):
            state = play(game, [one if other == seat else rest for other in range(players)], _mixed(seed, deal))
            winners, scored = state.winners(), state.points()
            share += (seat in winners) / len(winners)
            points += scored[seat]
            others += (sum(scored) - scored[seat]) / (players - 1)
        shares.append(share / players)
    mean = sum(shares) / deals
    variance = sum((share - mean) ** 2 for share in shares) / max(deals - 1, 1)
    return {"share": mean, "margin": 1.96 * math.sqrt(variance / deals), "equal": 1 / players,
            "points": points / (deals * players), "others": others / (deals * players), "deals": deals}


def play(game: _core.Game, bots: Sequence[Bot], seed: int) -> _core.State:
    """The state at the end of a game between these bots, one for each seat. The chance events follow from the seed,
    each with numbers of its own: the deals do not change with what is played in between. So do the lots of a level."""
    state = game.new_initial_state()
    event = decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.sample_chance(_core.Random(_mixed(seed, event)))
            event += 1
            continue
        # If several seats choose at once, all choices come before any action is played.
        chosen = [(seat, _choice(bots[seat], state, seat, f"{seed}/{decisions}/{seat}")) for seat in state.to_act()]
        for seat, action in chosen:
            state.apply_action(action, seat)
            decisions += 1
    return state


def _choice(bot, state, seat, lots):
    """A level draws its lots from the seed, so that a game can be repeated."""
    if isinstance(bot, LevelBot):
        return bot.choose(state, seat, seed=_mixed(lots, "lots"))["action"]
    return bot.step(state, seat)


def _mixed(seed, number):
    return random.Random(f"{seed}/{number}").getrandbits(64)
