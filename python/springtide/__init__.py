"""Springtide: three tide games for research and for bots, exact to their rulebooks.

>>> import springtide
>>> [game["id"] for game in springtide.games()]
['turn_the_tide', 'high_tide_henn', 'high_tide_leiman']

A game of Turn the Tide at random, with the words that OpenSpiel made known:

>>> game = springtide.Game("turn_the_tide", players=3)
>>> state, random = game.new_initial_state(), springtide.Random(7)
>>> while not state.is_terminal():
...     if state.is_chance_node():
...         dealt = state.sample_chance(random)
...     else:
...         actions = state.legal_actions()
...         state.apply_action(actions[random.below(len(actions))])
>>> len(state.returns()), len(state.winners()) > 0
(3, True)

Beyond that: `Batch` (thousands of games at once), `springtide.pettingzoo` and `springtide.vector` (the conventions of
other libraries), `bot`, `arena` and `evaluate`, `solve` and `review` for Leiman's High Tide, `springtide.data`.
"""
from ._core import Batch, Error, Game, Random, State, __version__, games, load_position, load_record
from . import _docs as _docs
from .bots import Bot, arena, bot, evaluate
from .leiman import review, solve
from .players import PlayerId

__all__ = ["Batch", "Bot", "Error", "Game", "PlayerId", "Random", "State", "__version__", "arena", "bot", "evaluate",
           "games", "load_position", "load_record", "review", "solve"]
