#!/usr/bin/env python3
"""Random games of all three kinds, and a picture of the results:

    ./springtide python examples/python/random_playouts.py [picture.svg]

Thousands of games run at once in a Batch; the program keeps the points of every seat at the end of each game."""
import sys
from collections import Counter

import numpy
from springtide import Batch, Game

GAMES = 2000


def points_of_random_games(game, wanted):
    """The points of every seat in `wanted` games, as rows."""
    batch = Batch(game, 256, seed=1)
    points, rows = numpy.zeros((256, game.num_players())), []
    while len(rows) < wanted:
        batch.step(batch.random_actions())
        points += batch.rewards
        for ended in numpy.flatnonzero(batch.done):
            rows.append(points[ended].copy())
            points[ended] = 0
    return numpy.array(rows[:wanted])


def histogram(title, values, left, width=220, height=140):
    """The parts of an SVG picture that show how often each value came."""
    counts = Counter(int(value) for value in values)
    low, high = min(counts), max(counts)
    most, bar = max(counts.values()), width / (high - low + 1)
    parts = [f'<text x="{left}" y="24" font-size="13">{title}</text>']
    for value in range(low, high + 1):
        tall = height * counts[value] / most
        parts.append(f'<rect x="{left + (value - low) * bar:.1f}" y="{40 + height - tall:.1f}" width="{bar * 0.9:.1f}" '
                     f'height="{tall:.1f}" fill="#2a7f9e"><title>{value}: {counts[value]}</title></rect>')
    parts.append(f'<text x="{left}" y="{56 + height}" font-size="11">{low}</text>'
                 f'<text x="{left + width}" y="{56 + height}" font-size="11" text-anchor="end">{high}</text>')
    return parts


picture = ['<svg xmlns="http://www.w3.org/2000/svg" width="780" height="210" font-family="sans-serif">',
           '<rect width="780" height="210" fill="white"/>']
for number, (name, words) in enumerate((("turn_the_tide", "Turn the Tide: points"),
                                        ("high_tide_henn", "Henn's High Tide: points"),
                                        ("high_tide_leiman", "Leiman's High Tide: stones"))):
    points = points_of_random_games(Game(name, rewards="points"), GAMES)
    print(f"{name}: {GAMES} games, points by seat {points.mean(axis=0).round(2)}, spread {points.std():.2f}")
    picture += histogram(words, points.ravel(), 20 + 255 * number)
path = sys.argv[1] if len(sys.argv) > 1 else "random_playouts.svg"
with open(path, "w", encoding="utf-8") as file:
    file.write("\n".join([*picture, "</svg>\n"]))
print("picture:", path)
