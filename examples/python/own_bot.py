#!/usr/bin/env python3
"""A bot for Turn the Tide in 30 lines, and how strong it is:

    ./springtide python examples/python/own_bot.py [deals]

It imagines hands that fit what it has seen, lets the others play anything, and takes the card after which it stands best at
the end of the trick."""
import random
import sys

from springtide import Bot, Game, bot, evaluate

GAME = Game("turn_the_tide", players=3)
PRESERVERS, TIDE = (GAME.fields()[name][0] for name in ("preservers", "tide"))


class OneTrickAhead(Bot):
    def __init__(self, samples=6, seed=1):
        self.samples, self.random = samples, random.Random(seed)

    def step(self, state, seat=None):
        cards = state.legal_actions(seat)
        totals = dict.fromkeys(cards, 0.0)
        for _ in range(self.samples):
            imagined = state.resample_from_infostate(seat, self.random.getrandbits(64))
            others = [self.random.choice(imagined.legal_actions(other)) if other in imagined.to_act() else None
                      for other in range(imagined.num_players())]
            for card in cards:
                after = imagined.clone()
                others[seat] = card
                after.apply_actions(others)
                totals[card] += self.standing(after, seat)
        return max(cards, key=totals.get)

    def standing(self, state, seat):
        """Preservers count most; a low tide protects those that are left."""
        seen = state.observation_tensor(seat)
        level = next((level for level in range(12) if seen[TIDE + level]), 0)
        return 12 * seen[PRESERVERS] - level / 12


if __name__ == "__main__":
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    for level in ("random", "rule_of_thumb", "easy"):
        result = evaluate(GAME, OneTrickAhead(), bot(level), deals)
        print(f"against two of {level}: wins {result['share']:.2f} ± {result['margin']:.2f} of {3 * deals} games "
              f"(equal would be {result['equal']:.2f}), {result['points']:.1f} points to {result['others']:.1f}")
