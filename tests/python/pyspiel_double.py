"""What OpenSpiel documents of `pyspiel` for games in Python, as far as our bridge and its tests use it: enough to test the
bridge where OpenSpiel is not installed. tools/check_python_libraries runs OpenSpiel's own tests with the real one."""
import copy
import enum
import types


class SpielError(RuntimeError):
    pass


class PlayerId(enum.IntEnum):
    TERMINAL = -4
    SIMULTANEOUS = -2
    CHANCE = -1


PrivateInfoType = enum.Enum("PrivateInfoType", "ALL_PLAYERS NONE SINGLE_PLAYER")


class IIGObservationType:
    def __init__(self, public_info=True, *, perfect_recall, private_info=PrivateInfoType.SINGLE_PLAYER):
        self.public_info, self.perfect_recall, self.private_info = public_info, perfect_recall, private_info


class GameType(types.SimpleNamespace):
    Dynamics = enum.Enum("Dynamics", "SEQUENTIAL MEAN_FIELD SIMULTANEOUS")
    ChanceMode = enum.Enum("ChanceMode", "DETERMINISTIC EXPLICIT_STOCHASTIC SAMPLED_STOCHASTIC")
    Information = enum.Enum("Information", "ONE_SHOT PERFECT_INFORMATION IMPERFECT_INFORMATION")
    Utility = enum.Enum("Utility", "ZERO_SUM CONSTANT_SUM GENERAL_SUM IDENTICAL")
    RewardModel = enum.Enum("RewardModel", "REWARDS TERMINAL")


class GameInfo(types.SimpleNamespace):
    pass


class Game:
    def __init__(self, game_type, game_info, parameters):
        for value in parameters.values():
            if type(value) not in (int, float, str, bool):
                raise SpielError(f"no value of a parameter: {value!r}")
        self._type, self._info, self._parameters = game_type, game_info, parameters

    def get_type(self):
        return self._type

    def get_parameters(self):
        return self._parameters

    def __getattr__(self, name):
        if name.startswith("_") or not hasattr(self._info, name):
            raise AttributeError(name)
        return lambda: getattr(self._info, name)


class State:
    def __init__(self, game):
        self._game, self._history = game, []

    def get_game(self):
        return self._game

    def is_chance_node(self):
        return self.current_player() == PlayerId.CHANCE

    def is_simultaneous_node(self):
        return self.current_player() == PlayerId.SIMULTANEOUS

    def legal_actions(self, player=None):
        player = self.current_player() if player is None else player
        if self.is_terminal():
            return []
        if self.is_chance_node():
            return [action for action, _ in self.chance_outcomes()]
        if player == self.current_player() or player >= 0 and self.is_simultaneous_node():
            return self._legal_actions(player)
        if player < 0:
            raise SpielError(f"no player {player}")
        return []

    def apply_action(self, action):
        if self.is_simultaneous_node():
            raise SpielError("several act at once")
        player = self.current_player()
        self._apply_action(action)
        self._history.append((player, action))

    def apply_actions(self, actions):
        if not self.is_simultaneous_node():
            raise SpielError("only one acts")
        self._apply_actions(actions)
        self._history += enumerate(actions)

    def action_to_string(self, first, second=None):
        return self._action_to_string(*((self.current_player(), first) if second is None else (first, second)))

    def string_to_action(self, player, text):
        return next(action for action in self.legal_actions(player) if self.action_to_string(player, action) == text)

    def clone(self):
        """As PyState does: a new initial state, into which the attributes are copied."""
        other = self._game.new_initial_state()
        for name, value in vars(self).items():
            setattr(other, name, value if name == "_game" else copy.deepcopy(value))
        return other

    def child(self, action):
        other = self.clone()
        other.apply_action(action)
        return other

    def history(self):
        return [action for _, action in self._history]

    def _observed(self, player, remembers):
        if not 0 <= player < self._game.num_players():
            raise SpielError("player >= 0 and player < num_players")
        observer = self._game.make_py_observer(IIGObservationType(perfect_recall=remembers))
        observer.set_from(self, player)
        return observer

    def observation_tensor(self, player):
        return [value for part in self._observed(player, False).dict.values() for value in part]

    def information_state_tensor(self, player):
        return [value for part in self._observed(player, True).dict.values() for value in part]

    def observation_string(self, player):
        return self._observed(player, False).string_from(self, player)

    def information_state_string(self, player):
        return self._observed(player, True).string_from(self, player)


_registered = {}


def register_game(game_type, maker):
    _registered[game_type.short_name] = (game_type, maker)


def registered_names():
    return sorted(_registered)


def load_game(name, parameters=None):
    name, _, rest = name.partition("(")
    parameters = dict(parameters or {})
    for part in filter(None, rest.rstrip(")").split(",")):
        key, value = part.split("=")
        parameters[key] = {"true": True, "false": False}.get(value.lower(), int(value) if value.lstrip("-").isdigit() else value)
    game_type, maker = _registered[name]
    if unknown := set(parameters) - set(game_type.parameter_specification):
        raise SpielError(f"unknown parameters {unknown}")
    return maker(parameters)
