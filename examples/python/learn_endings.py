#!/usr/bin/env python3
"""Small endings of Leiman's High Tide: learns who wins by playing them, then asks the solver whether it is right:

    ./springtide python examples/python/learn_endings.py

The learner plays both sides and keeps a number for every move it has tried (Q-learning): 1 means that the mover wins. It
never sees the solver's answers before it is done."""
import random

import springtide
from springtide import Game, solve

ENDINGS = 6  # how many positions
BEFORE_THE_END = 6  # moves
EPISODES = 2500  # games from each position


def small_endings(count, rng):
    """Positions some moves before the end of random rounds."""
    found = []
    while len(found) < count:
        state = Game("high_tide_leiman", stones=1).new_initial_state()
        state.resolve_chance(springtide.Random(rng.getrandbits(64)))
        path = [state.clone()]
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            path.append(state.clone())
        if len(path) > BEFORE_THE_END:
            found.append(path[-1 - BEFORE_THE_END])
    return found


def play_and_learn(start, values, rng):
    """One game from `start`: often anything, sometimes what looks best; every move moves its number."""
    state = start.clone()
    while not state.is_terminal():
        table = values.setdefault(state.position(), {action: 0.0 for action in state.legal_actions()})
        best = max(table.values())
        good = [action for action, value in table.items() if value == best]
        action = rng.choice(good if rng.random() < 0.3 else list(table))
        mover = state.current_player()
        state.apply_action(action)
        if state.is_terminal():
            target = state.returns()[mover]
        else:
            following = values.setdefault(state.position(), {action: 0.0 for action in state.legal_actions()})
            target = max(following.values()) * (1 if state.current_player() == mover else -1)
        table[action] += 0.5 * (target - table[action])


rng = random.Random(1)
endings = small_endings(ENDINGS, rng)
right = asked = 0
for number, start in enumerate(endings):
    values = {}
    for _ in range(EPISODES):
        play_and_learn(start, values, rng)
    exact = solve(start)
    learned = max(values[start.position()].values())
    truth = 1 if exact["winner"] == start.current_player() else -1
    print(f"ending {number + 1}: {len(values):4} positions met, learned {learned:+.2f}, exact {truth:+d}")
    # Every move of the position, not only the best one.
    for action, value in values[start.position()].items():
        wins = exact["moves"][action]["winner"] == start.current_player()
        right += (value > 0) == wins
        asked += 1
print(f"{right} of {asked} moves judged as the solver does")
if right < 0.9 * asked:
    raise SystemExit("that is less than nine of ten")
