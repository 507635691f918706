#!/usr/bin/env python3
"""Learns to beat a bot at Turn the Tide, in numpy alone:

    ./springtide python examples/python/train.py [level] [updates]

The policy is a table of numbers: how much each kind of situation speaks for each range of cards. It is moved by the policy
gradient (REINFORCE with a baseline): choices that led to more points than usual become more likely."""
import sys
import time

import numpy
from springtide import Game, games, vector

GAME = Game("turn_the_tide", players=3, rewards="points")
TRICKS, STEP_SIZE = 12, 45

# Cards 1 to 60 as 10 overlapping ranges, so that what is learned of one card holds for its neighbours.
CENTRES = numpy.linspace(0, 59, 10)
RANGES = numpy.maximum(0, 1 - abs(numpy.arange(60)[None, :] - CENTRES[:, None]) / (CENTRES[1] - CENTRES[0]))


def situation(observations):
    """The input besides the hand: the tide cards, all tides and preservers, and the progress of the round."""
    def part(name):
        first, size, _ = GAME.fields()[name]
        return observations[:, first:first + size]
    levels = numpy.arange(1, 13) / 12
    up, tides = part("upturned"), part("tide")
    low, high = up[:, :12] @ levels, up[:, 12:] @ levels
    own, other, third = (tides[:, 12 * i:12 * i + 12] @ levels for i in range(3))
    most = numpy.maximum(other, third)
    columns = [numpy.ones(len(low)), low, high, high - low, own, most, own >= most, high > most, low < own,
               part("trick")[:, 0], part("preservers")[:, 0] * 2, part("hand").sum(1) / 12,
               (part("hand") * numpy.linspace(0, 1, 60)).sum(1) / numpy.maximum(part("hand").sum(1), 1)]
    columns += [low * low, high * high, low * high, high * most, own * high, low * own]
    return numpy.stack(columns, 1).astype(numpy.float64)


class Policy:
    def __init__(self, features):
        self.table = numpy.zeros((features, len(CENTRES)))

    def chances(self, features, masks):
        scores = features @ self.table @ RANGES
        scores = numpy.where(masks > 0, scores, -1e9)
        scores = numpy.exp(scores - scores.max(1, keepdims=True))
        return scores / scores.sum(1, keepdims=True)

    def choose(self, features, masks, rng):
        chances = self.chances(features, masks)
        drawn = (chances.cumsum(1) < rng.random((len(masks), 1))).sum(1)
        return numpy.minimum(drawn, masks.shape[1] - 1 - masks[:, ::-1].argmax(1)), chances


def play(env, policy, rng, observations, masks, steps):
    """Plays on for some steps; gives what happened."""
    seen, directions, rewards = [], [], []
    for _ in range(steps):
        features = situation(observations)
        actions, chances = policy.choose(features, masks, rng)
        taken = RANGES.T[actions] - chances @ RANGES.T  # how the score of the card taken differs from the mean
        observations, reward, _, _, infos = env.step(actions)
        masks = infos["action_mask"]
        seen.append(features)
        directions.append(taken)
        rewards.append(reward)
    return seen, directions, rewards, observations, masks


def train(level, updates, count=512, seed=1):
    rng = numpy.random.default_rng(seed)
    env = vector.VectorEnv(GAME, count, level, seed=seed)
    observations, infos = env.reset(seed=seed)
    masks = infos["action_mask"]
    policy = Policy(situation(observations).shape[1])
    begun = time.perf_counter()
    for update in range(updates):
        seen, directions, rewards, observations, masks = play(env, policy, rng, observations, masks, TRICKS)
        followed, change = numpy.zeros(count), 0
        for features, taken, reward in zip(seen[::-1], directions[::-1], rewards[::-1]):
            followed = reward + 0.8 * followed
            advantage = (followed - followed.mean()) / (followed.std() + 1e-6)
            change = change + features.T @ (taken * advantage[:, None])
        policy.table += STEP_SIZE * change / (count * TRICKS)
        if (update + 1) % max(updates // 5, 1) == 0:
            print(f"update {update + 1:4}, {time.perf_counter() - begun:5.1f} s: "
                  f"{numpy.sum(rewards) / count:+.2f} points in {TRICKS} steps", flush=True)
    return policy


def wins(policy, level, games=1000, seed=2):
    """The share of games won against a table of that level, shared wins split, and its margin."""
    env = vector.VectorEnv(Game("turn_the_tide", players=3), games, level, seed=seed)
    rng = numpy.random.default_rng(seed)
    observations, infos = env.reset(seed=seed)
    masks, share = infos["action_mask"], numpy.full(games, numpy.nan)
    while numpy.isnan(share).any():
        actions, _ = policy.choose(situation(observations), masks, rng)
        observations, rewards, ended, _, infos = env.step(actions)
        masks = infos["action_mask"]
        first = ended & numpy.isnan(share)
        share[first] = (2 * rewards[first] + 1) / 3  # rewards of a win: 1 alone, -1/2 for losing
    return share.mean(), 1.96 * share.std() / games ** 0.5


def arguments(words):
    """The level and the number of updates; ends with a sentence where they are something else."""
    usage = "usage: ./springtide python examples/python/train.py [level] [updates]"
    levels = next(game["levels"] for game in games() if game["id"] == GAME.id)
    if "--help" in words or "-h" in words:
        print(f"{__doc__}\n\n{usage}\nThe levels are {', '.join(levels)}.")
        raise SystemExit(0)
    level, updates, *rest = [*words, *("easy", "140")[len(words):]]
    if rest:
        raise SystemExit(usage)
    if level not in levels:
        raise SystemExit(f"there is no level '{level}'; the levels are {', '.join(levels)}")
    if not updates.isascii() or not updates.isdigit() or int(updates) == 0:
        raise SystemExit(f"the number of updates is a whole number from 1, not '{updates}'")
    return level, int(updates)


if __name__ == "__main__":
    opponents, count = arguments(sys.argv[1:])
    before = wins(Policy(situation(numpy.zeros((1, GAME.observation_tensor_size()))).shape[1]), opponents)
    trained = train(opponents, count)
    after = wins(trained, opponents)
    print(f"against two of {opponents}: {before[0]:.3f} of the games before, {after[0]:.3f} ± {after[1]:.3f} after; "
          "equal would be 0.333")
    if after[0] - after[1] < 1 / 3:
        raise SystemExit("it did not learn to beat them")
