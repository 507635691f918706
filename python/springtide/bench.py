"""How fast batches are: `./springtide python -m springtide.bench [seconds]`.

Random games in batches; every step fills observations, masks, rewards and the rest for all games. A decision is one
action of one seat. Best of five, because other work on the machine only ever slows a run down; the last column counts
processor time instead, which other work changes little.
"""
import sys
import time

from ._core import Batch, Game


def measure(game, games, seconds, **settings):
    """Decisions per second of stepping alone, with the drawing of random actions, and per second of one core."""
    batch = Batch(game, games, seed=1, **settings)
    decisions, stepping, working = 0, 0.0, 0.0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        actions = batch.random_actions()
        decisions += int((actions >= 0).sum())
        before, worked = time.perf_counter(), time.process_time()
        batch.step(actions)
        stepping += time.perf_counter() - before
        working += time.process_time() - worked
    return decisions / stepping, decisions / (time.perf_counter() - begun), decisions / working


def main():
    """Prints a table of all games; the first argument says how many seconds each line takes."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print(f"{'million decisions a second':52} {'steps':>8} {'with random actions':>20} {'steps, one core':>16}")
    for name, players, settings in (
            ("turn_the_tide", 3, {}), ("turn_the_tide", 4, {}), ("turn_the_tide", 5, {}),
            ("turn_the_tide", 4, {"every_seat": True}), ("turn_the_tide", 4, {"knowledge": "information"}),
            ("high_tide_henn", 4, {}), ("high_tide_leiman", 2, {})):
        runs = [measure(Game(name, players=players), 2048, seconds / 5, **settings) for _ in range(5)]
        steps, together, one_core = (max(column) / 1e6 for column in zip(*runs))
        words = ", ".join(f"{key}={value}" for key, value in settings.items())
        print(f"{f'{name}, {players} players {words}':52} {steps:8.2f} {together:20.2f} {one_core:16.2f}", flush=True)


if __name__ == "__main__":
    main()
