"""Every game with every setting, and random play, for the tests of the module."""
import random

import springtide


def values_of(option, rng):
    """The values of an option worth trying: all choices, and for numbers the ends and one between."""
    if option["choices"]:
        return option["choices"]
    low, high = option["range"]
    if "count" in option:
        return [[rng.randint(low, high) for _ in range(option["count"])]]
    return sorted({low, high, rng.randint(low, high)})


def settings(info, players, most, rng):
    """Mixtures of option values for one number of players; each value of each option is in one of them at least."""
    alone = [{option["name"]: value} for option in info["options"] for value in values_of(option, rng)]
    names = [option["name"] for option in info["options"]]
    mixed = [{name: rng.choice(values_of(option, rng)) for name, option in zip(names, info["options"])
              if rng.random() < 0.6} for _ in range(most)]
    return [{}, *alone, *mixed]


def all_games(most=3, rng=None):
    """Game after game, with every number of players."""
    rng = rng or random.Random(1)
    for info in springtide.games():
        for players in range(info["players"][0], info["players"][1] + 1):
            for options in settings(info, players, most, rng):
                try:
                    yield springtide.Game(info["id"], players=players, **options)
                except springtide.Error as error:
                    if error.code != "bad_options":  # values that are each allowed may not fit together
                        raise


def play_random(game, seed, visit=lambda state: None):
    """A whole random game; visit(state) is called at every state. Gives the state at the end."""
    rng, chance = random.Random(seed), springtide.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        visit(state)
        if state.is_chance_node():
            state.sample_chance(chance)
        else:
            seat = rng.choice(state.to_act())
            state.apply_action(rng.choice(state.legal_actions(seat)), seat)
    visit(state)
    return state


def all_expansions(game):
    """The options that turn every expansion of a game on."""
    info = next(info for info in springtide.games() if info["id"] == game)
    return {option["name"]: True for option in info["options"] if option["expansion"]}


def default_games():
    return [springtide.Game(info["id"]) for info in springtide.games()]


