"""The games with the interfaces that PettingZoo documents: AECEnv, where agents act one after the other, and ParallelEnv,
where all act at once. Where PettingZoo is installed they are subclasses of its own classes; it need not be.

>>> from springtide import Game, pettingzoo
>>> env = pettingzoo.AECEnv(Game("turn_the_tide", players=3))
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     action = None if termination or truncation else env.action_space(agent).sample(info["action_mask"])
...     env.step(action)
>>> env.agents
[]
"""
import numpy

from . import _core, spaces
from ._adapters import action_number

try:
    from pettingzoo import AECEnv as _BaseAECEnv
    from pettingzoo import ParallelEnv as _BaseParallelEnv
except ImportError:
    _BaseAECEnv = _BaseParallelEnv = object


class _Env:
    """Code shared by both: agents, spaces, and observations."""

    def __init__(self, game, knowledge="observation", illegal="refuse", render_mode="ansi"):
        for value, known in ((knowledge, ("observation", "information")), (illegal, ("refuse", "random")),
                             (render_mode or "ansi", ("ansi", "human"))):
            if value not in known:
                raise _core.Error(f"{value!r} is none of: {', '.join(known)}")
        self.game = game
        self.knowledge = knowledge
        self.illegal = illegal
        self.metadata = {"name": game.id, "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_players())]
        self.agents = []
        self.observation_spaces = {agent: spaces.observation_and_mask(game, knowledge) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.num_distinct_actions()) for agent in self.possible_agents}
        self.state_space = spaces.observation_box(game, knowledge, seats=game.num_players())
        self._state = None
        self._random = None

    @property
    def num_agents(self):
        """How many agents are still in the game."""
        return len(self.agents)

    @property
    def max_num_agents(self):
        """How many agents there are at the start."""
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        """This environment itself: nothing is wrapped around it."""
        return self

    def observation_space(self, agent):
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent):
        """The space of an agent's actions in all states; the mask restricts it to this one."""
        return self.action_spaces[agent]

    def observe(self, agent):
        """A dict with `observation` and `action_mask`; the mask is empty for an agent that is not to act."""
        seat = self._seat(agent)
        tensor = (self._state.observation_tensor if self.knowledge == "observation"
                  else self._state.information_state_tensor)
        return {"observation": tensor(seat), "action_mask": self._mask(agent)}

    def state(self):
        """The observations of all agents, one after the other."""
        return numpy.concatenate([self.observe(agent)["observation"] for agent in self.possible_agents])

    def render(self):
        """The board as a spectator sees it, as text; with render_mode="human" it is printed."""
        if self.render_mode != "human":
            return self._state.board()
        print(self._state.board())
        return None

    def close(self):
        """Nothing is held open."""

    def _seat(self, agent):
        return self.possible_agents.index(agent)

    def _mask(self, agent):
        return self._state.legal_actions_mask(self._seat(agent)).astype(numpy.int8)

    def _allowed(self, action, seat):
        """The action, or with illegal="random" one that is legal in its place."""
        action = action_number(action)
        if self.illegal == "refuse":
            return action
        legal = self._state.legal_actions(seat)
        return action if action in legal else legal[self._random.below(len(legal))]

    def _begin(self, seed):
        if seed is not None:
            self._random = _core.Random(seed)
        elif self._random is None:
            self._random = _core.Random(int.from_bytes(numpy.random.default_rng().bytes(8), "little"))
        self._state = self.game.new_initial_state()
        self._state.resolve_chance(self._random)
        self.agents = self.possible_agents[:]


class AECEnv(_Env, _BaseAECEnv):
    """Agents act one after the other. If a game lets several seats choose at once, agents do so in the order of their
    seats, and none sees the choices of the others.

    AECEnv(game, knowledge="observation", illegal="refuse"): with knowledge="information" agents also see the
    addition of a perfect memory. An illegal action is refused without effect; with illegal="random" a random legal
    one replaces it, for algorithms without masks.
    """

    def reset(self, seed=None, options=None):
        """Begins a game. With a seed always the same one; without, the next one of the seed given last."""
        self._begin(seed)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {}
        self._select()

    def step(self, action):
        """Plays the action of the agent to act; None for one whose game is over. Refuses illegal actions."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise _core.Error(f"{agent} is to act and needs an action")
        before = self._state.returns()
        self._state.apply_action(self._allowed(action, self._seat(agent)), self._seat(agent))
        self._state.resolve_chance(self._random)
        self._cumulative_rewards[agent] = 0.0
        for other, was, now in zip(self.possible_agents, before, self._state.returns()):
            self.rewards[other] = now - was
            self._cumulative_rewards[other] += now - was
        if self._state.is_terminal():
            self.terminations = {other: True for other in self.agents}
        self._select()

    def last(self, observe=True):
        """Observation, reward since it acted last, termination, truncation and info of the agent that is to act."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter=2**63):
        """The agent that is to act, again and again until all have left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def _leave(self, agent, action):
        """The step of an agent whose game is over: it takes None and removes the agent."""
        if action is not None:
            raise _core.Error("when an agent's game is over, the only step is None")
        for per_agent in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            per_agent.pop(agent, None)
        self.agents.remove(agent)
        self.rewards = {other: 0.0 for other in self.agents}
        if self.agents:
            self.agent_selection = self.agents[0]

    def _select(self):
        to_act = self._state.to_act()
        self.agent_selection = self.possible_agents[to_act[0]] if to_act else self.agents[0]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}


class ParallelEnv(_Env, _BaseParallelEnv):
    """All agents that are to act do so in one step; what is given for the others is not looked at. `knowledge` and
    `illegal` are those of AECEnv.

    >>> from springtide import Game, pettingzoo
    >>> env = pettingzoo.ParallelEnv(Game("turn_the_tide", players=3))
    >>> observations, infos = env.reset(seed=1)
    >>> while env.agents:
    ...     actions = {agent: env.action_space(agent).sample(infos[agent]["action_mask"]) for agent in env.agents}
    ...     observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> round(sum(rewards.values()), 6)
    0.0
    """

    def reset(self, seed=None, options=None):
        """Begins a game and gives observations and infos by agent. With a seed always the same game."""
        self._begin(seed)
        return self._observations(), self._infos()

    def step(self, actions):
        """The actions by agent. Gives observations, rewards, terminations, truncations and infos by agent."""
        state = self._state
        if not self.agents:
            raise _core.Error("the game is over; reset() begins another")
        before = state.returns()
        chosen = [None] * len(self.possible_agents)
        for seat in state.to_act():
            action = actions.get(self.possible_agents[seat])
            chosen[seat] = None if action is None else self._allowed(action, seat)
        state.apply_actions(chosen)
        state.resolve_chance(self._random)
        over = state.is_terminal()
        rewards = dict(zip(self.possible_agents, (now - was for was, now in zip(before, state.returns()))))
        terminations = {agent: over for agent in self.agents}
        truncations = {agent: False for agent in self.agents}
        observations, infos = self._observations(), self._infos()
        if over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _observations(self):
        return {agent: self.observe(agent) for agent in self.agents}

    def _infos(self):
        return {agent: {"action_mask": self._mask(agent)} for agent in self.agents}
