"""Many games at once with the interface that Gymnasium documents for vector environments. Where Gymnasium is installed
VectorEnv is a subclass of its own; it need not be.

>>> from springtide import Game, vector
>>> env = vector.VectorEnv(Game("turn_the_tide", players=3), num_envs=4, opponents="random")
>>> observations, infos = env.reset(seed=1)
>>> observations.shape == env.observation_space.shape
True
>>> observations, rewards, terminations, truncations, infos = env.step(env.random_actions())
>>> rewards.shape, terminations.dtype
((4,), dtype('bool'))
"""
import enum

import numpy

from . import _core, spaces


try:
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as _BaseVectorEnv
except ImportError:
    _BaseVectorEnv = object

    class AutoresetMode(enum.Enum):
        """The moment at which a finished game restarts, with Gymnasium's names."""

        SAME_STEP = "SameStep"


class VectorEnv(_BaseVectorEnv):
    """One agent in each of `num_envs` games; a level plays the other seats (`nodes` limits its searches), and chance is
    dealt between.

    The agent changes seats from game to game, so that it learns all of them; with `seat` it stays. A game that ends
    restarts in the same step: then the observation is the new game's, and infos["final_obs"] holds the last one of
    the old (infos["_final_obs"] marks these games). infos["action_mask"] is the legal actions of each game.
    """

    def __init__(self, game, num_envs, opponents, *, seat=None, knowledge="observation", nodes=100, seed=0,
                 threads=0):
        players = game.num_players()
        own = 0 if seat is None else seat
        self.game = game
        self.num_envs = num_envs
        self.batch = _core.Batch(game, num_envs, seed=seed, threads=threads, knowledge=knowledge, nodes=nodes,
                                 bots={other: opponents for other in range(players) if other != own},
                                 rotate=seat is None)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.render_mode = None
        self.spec = None
        self.closed = False
        self.single_observation_space = spaces.observation_box(game, knowledge)
        self.observation_space = spaces.observation_box(game, knowledge, (num_envs,))
        self.single_action_space = spaces.Discrete(game.num_distinct_actions())
        self.action_space = spaces.MultiDiscrete([game.num_distinct_actions()] * num_envs)

    @property
    def unwrapped(self):
        """This environment itself: nothing is wrapped around it."""
        return self

    def reset(self, *, seed=None, options=None):
        """Restarts all games. `seed` is one number for all, or one for each; without it the seeds are random."""
        if seed is None:
            seeds = numpy.random.default_rng().integers(2**63, size=self.num_envs)
        elif isinstance(seed, (int, numpy.integer)):
            seeds = numpy.random.default_rng(seed).integers(2**63, size=self.num_envs)
        else:
            seeds = seed
        self.batch.reset([int(one) for one in seeds])
        return self.batch.observations.copy(), self._infos()

    def step(self, actions):
        """One action for each game. Gives observations, rewards, terminations, truncations and infos."""
        seats = self.batch.current_player.copy()
        self.batch.step(actions)
        rewards = self.batch.rewards[numpy.arange(self.num_envs), seats].astype(numpy.float64)
        terminations = self.batch.done.astype(bool)
        infos = self._infos()
        if terminations.any():
            infos["final_obs"] = self.batch.final_observations.copy()
            infos["_final_obs"] = terminations.copy()
        return self.batch.observations.copy(), rewards, terminations, numpy.zeros(self.num_envs, bool), infos

    def random_actions(self):
        """A legal action for every game."""
        return self.batch.random_actions().copy()

    def close(self, **kwargs):
        """Nothing is held open."""
        self.closed = True

    def _infos(self):
        everywhere = numpy.ones(self.num_envs, bool)
        return {"action_mask": self.batch.masks.astype(numpy.int8), "_action_mask": everywhere,
                "seat": self.batch.current_player.copy(), "_seat": everywhere}
