"""The spaces of the environments: Gymnasium's own if that package is installed, else spaces with the attributes that it
documents.

>>> from springtide import spaces
>>> spaces.Discrete(3).contains(2), spaces.MultiDiscrete([2, 5]).shape
(True, (2,))
"""
import numpy

try:
    from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete, Space
except ImportError:
    from ._own_spaces import Box, Dict, Discrete, MultiDiscrete, Space

__all__ = ["Box", "Dict", "Discrete", "MultiDiscrete", "Space", "observation_and_mask", "observation_box"]


def observation_box(game, knowledge, rows=(), seats=1):
    """The floats that a seat of this game sees, or several one after the other, with `rows` in front."""
    size = game.observation_tensor_size() if knowledge == "observation" else game.information_state_tensor_size()
    return Box(-numpy.inf, numpy.inf, (*rows, seats * size), numpy.float32)


def observation_and_mask(game, knowledge, rows=()):
    """The space of an agent's observations: a dict with `observation` and `action_mask`."""
    return Dict({"observation": observation_box(game, knowledge, rows),
                 "action_mask": Box(0, 1, (*rows, game.num_distinct_actions()), numpy.int8)})
