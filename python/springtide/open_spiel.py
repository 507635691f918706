"""The games as OpenSpiel's own: importing this module registers them with `pyspiel`.

    import pyspiel
    import springtide.open_spiel
    game = pyspiel.load_game("springtide_turn_the_tide(players=4,cascade=False)")

The parameters are those of springtide.Game. Numbers that a game takes as a list are written with spaces
("coin_values=1 2 3 4 5 6 7 9"), because OpenSpiel parts its parameters with commas.

Chance is explicit: every chance node lists its outcomes with their probabilities. A deal or a set-up has far too many for
that, so four chance nodes with 256 equally likely outcomes each come in its place. Together they are a seed of 32 bits, and
it draws the deal. The history of a game therefore tells everything that happened in it.

>>> from springtide.open_spiel import names
>>> names()
['springtide_turn_the_tide', 'springtide_high_tide_henn', 'springtide_high_tide_leiman']
"""
import fractions
import re

import numpy

from . import _core
from .players import PlayerId

try:
    import pyspiel
except ImportError:  # the names can be read, but there is nothing to register with
    pyspiel = None

__all__ = ["names", "register"]

MOST_OUTCOMES = 1296  # of one chance node: four dice. Events with more are drawn with a seed
SEED_BYTES = 4
PREFIX = "springtide_"


def names():
    """The names of the games for load_game()."""
    return [PREFIX + info["id"] for info in _core.games()]


def register():
    """Registers all games with pyspiel. Importing the module does it where OpenSpiel is installed."""
    if pyspiel is None:
        raise _core.Error("OpenSpiel is not installed here: there is no module pyspiel")
    for info in _core.games():
        # A class, like OpenSpiel's own games: pyspiel releases it after the interpreter has ended.
        name = f"Game_{info['id']}"
        own = type(name, (Game,), {"info": info, "__doc__": Game.__doc__, "__module__": __name__})
        globals()[name] = own  # where pickle finds it
        pyspiel.register_game(_game_type(info, _core.Game(info["id"])), own)


def _parameters(info):
    """The parameters of load_game(), with their defaults; an empty text leaves an option to the game."""
    parameters = {"players": info["players"][0], "rewards": "win"}
    for option in info["options"]:
        default = option["default"] or ""
        if option["choices"] == ["false", "true"]:
            parameters[option["name"]] = default == "true"
        elif "range" in option and "count" not in option and default:
            parameters[option["name"]] = int(default)
        else:
            parameters[option["name"]] = default.replace(",", " ")
    return parameters


def _hides_something(game):
    """Is a seat's knowledge incomplete? Then redrawing the unknown part changes its first position."""
    state = game.new_initial_state()
    state.resolve_chance(_core.Random(1))
    return any(state.resample_from_infostate(0, seed) != state for seed in range(8))


def _game_type(info, game):
    kind = pyspiel.GameType
    won = game.reward_kind == "win"
    return kind(
        short_name=PREFIX + info["id"],
        long_name=info["title"],
        dynamics=kind.Dynamics.SIMULTANEOUS if game.is_simultaneous() else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(kind.Information.IMPERFECT_INFORMATION if _hides_something(game)
                     else kind.Information.PERFECT_INFORMATION),
        utility=kind.Utility.ZERO_SUM if won else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL if won else kind.RewardModel.REWARDS,
        max_num_players=info["players"][1],
        min_num_players=info["players"][0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(info))


def _exact(value):
    """Thirds and tenths of a win as near as a float of Python comes: ours have 32 bits, and OpenSpiel adds them up to zero."""
    return float(fractions.Fraction(value).limit_denominator(1000))


if pyspiel is not None:

    class Game(pyspiel.Game):
        """A pyspiel.Game; pyspiel.load_game() makes it. `springtide` is the springtide.Game behind it."""

        info = None  # of springtide.games(); a subclass for each game has it

        def __init__(self, parameters=None):
            info = self.info
            parameters = {**_parameters(info), **(parameters or {})}
            options = {option["name"]: parameters[option["name"]] for option in info["options"]}
            options = {name: re.sub(r"\s+", ",", value.strip()) if isinstance(value, str) else value
                       for name, value in options.items() if value != ""}
            self.springtide = _core.Game(info["id"], players=parameters["players"], rewards=parameters["rewards"], **options)
            game = self.springtide
            super().__init__(
                _game_type(info, game),
                pyspiel.GameInfo(
                    num_distinct_actions=game.num_distinct_actions(), max_chance_outcomes=MOST_OUTCOMES,
                    num_players=game.num_players(), min_utility=game.min_utility(), max_utility=game.max_utility(),
                    utility_sum=game.utility_sum(), max_game_length=game.max_game_length()),
                parameters)

        def new_initial_state(self, *_):
            """The state before anything happened."""
            return State(self)

        def make_py_observer(self, iig_obs_type=None, params=None):
            """OpenSpiel's form of a seat's view, as text and as floats. None for distinctions that these games lack:
            private knowledge without the public part, and the knowledge of all players together."""
            every_seat = pyspiel.PrivateInfoType.ALL_PLAYERS
            if iig_obs_type is not None and (not iig_obs_type.public_info or iig_obs_type.private_info == every_seat):
                return None
            return Observer(self.springtide, iig_obs_type, params)

    class State(pyspiel.State):
        """A pyspiel.State. `springtide` is the springtide.State behind it, with all that it knows beyond OpenSpiel."""

        def __init__(self, game):
            super().__init__(game)
            self.springtide = game.springtide.new_initial_state()
            self._seed = []  # of a chance event that is being drawn

        def current_player(self):
            """A seat, or CHANCE, SIMULTANEOUS or TERMINAL."""
            return self.springtide.current_player()

        def _legal_actions(self, player):
            return self.springtide.legal_actions(player)

        def chance_outcomes(self):
            """The outcomes with their probabilities: of the event itself, or of one byte of the seed that draws it."""
            return self._outcomes() or [(byte, 1 / 256) for byte in range(256)]

        def _outcomes(self):
            try:
                outcomes = self.springtide.chance_outcomes()
            except _core.Error as error:
                if error.code != "limit":
                    raise
                return []
            return outcomes if len(outcomes) <= MOST_OUTCOMES else []

        def _apply_action(self, action):
            if not self.springtide.is_chance_node() or self._outcomes():
                self.springtide.apply_action(action)
                return
            self._seed = [*self._seed, action]
            if len(self._seed) == SEED_BYTES:
                self.springtide.sample_chance(_core.Random(int.from_bytes(self._seed, "little")))
                self._seed = []

        def _apply_actions(self, actions):
            to_act = self.springtide.to_act()
            self.springtide.apply_actions([action if seat in to_act else None for seat, action in enumerate(actions)])

        def _action_to_string(self, player, action):
            if player == PlayerId.CHANCE and not self._outcomes():
                return f"seed byte {len(self._seed) + 1} is {action}"
            return self.springtide.action_to_string(player, action)

        def is_terminal(self):
            """Whether the game is over."""
            return self.springtide.is_terminal()

        def returns(self):
            """By seat, what it has earned so far."""
            return [_exact(value) for value in self.springtide.returns()]

        def rewards(self):
            """By seat, what the last decision earned."""
            return [_exact(value) for value in self.springtide.rewards()]

        def resample_from_infostate(self, player, probability_sampler):
            """A state that this player could not tell from this one, with the unknown part redrawn."""
            other = self.clone()
            other.springtide = self.springtide.resample_from_infostate(player, probability_sampler)
            return other

        def __str__(self):
            return self.springtide.full_string() + "".join(f" seed {byte}" for byte in self._seed)

    class Observer:
        """A seat's view: `tensor` and `dict` after set_from(), string_from() as JSON."""

        def __init__(self, game, kind, params):
            if params:
                raise _core.Error("the observers of these games take no parameters")
            self._remembers = kind is not None and kind.perfect_recall
            self._private = kind is None or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
            self.tensor, self.dict = None, {}
            if not self._private:
                return  # floats are from a seat's view; what all may know comes as text
            fields = game.fields("information" if self._remembers else "observation")
            self.tensor = numpy.zeros(sum(size for _, size, _ in fields.values()), numpy.float32)
            self.dict = {name: self.tensor[first:first + size] for name, (first, size, _) in fields.items()}

        def set_from(self, state, player):
            """Fills the floats with what this player sees."""
            if self._private:
                shown = state.springtide
                self.tensor[:] = (shown.information_state_tensor(player) if self._remembers
                                  else shown.observation_tensor(player))

        def string_from(self, state, player):
            """This player's view, as JSON."""
            seat = player if self._private else None
            shown = state.springtide
            return shown.information_state_string(seat) if self._remembers else shown.observation_string(seat)

    register()
