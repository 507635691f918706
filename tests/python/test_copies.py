"""Everything can be pickled and copied, goes on as the original would, and states travel between batches and the rest."""
import copy
import pickle
import subprocess
import sys
import unittest

import kit
import numpy
import springtide
from springtide import Batch, Game, Random, pettingzoo, vector

ARRAYS = ("observations", "masks", "rewards", "current_player", "done", "final_observations")


def both_ways(value):
    return (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value))


def some_games():
    return [*kit.default_games(), Game("turn_the_tide", players=5, rewards="points", cascade=False),
            Game("high_tide_henn", players=6, **kit.all_expansions("high_tide_henn"), beach_length=15)]


class Copies(unittest.TestCase):
    def test_games(self):
        for game in kit.all_games(most=1):
            for other in both_ways(game):
                self.assertEqual(repr(other), repr(game))
                self.assertEqual(other, game)
                self.assertEqual(hash(other), hash(game))
        self.assertNotEqual(Game("turn_the_tide"), Game("turn_the_tide", players=4))
        self.assertNotEqual(Game("turn_the_tide"), Game("turn_the_tide", rewards="points"))
        self.assertNotEqual(Game("turn_the_tide"), "turn_the_tide")

    def test_random_goes_on(self):
        random = Random(5)
        random.below(10)
        others = both_ways(random)
        numbers = [random.below(1000) for _ in range(9)]
        for other in others:
            self.assertEqual([other.below(1000) for _ in range(9)], numbers)

    def test_states_keep_what_the_last_decision_earned(self):
        def compare(state):
            for other in both_ways(state):
                self.assertEqual(other, state)
                self.assertEqual(other.rewards(), state.rewards())
                self.assertEqual(other.record(), state.record())
                self.assertEqual(other.get_game(), state.get_game())

        for game in (Game("turn_the_tide", rewards="points"), Game("high_tide_leiman", stones=1)):
            kit.play_random(game, 3, compare)

    def test_states_without_history(self):
        for game in some_games():
            state = game.new_initial_state()
            state.resolve_chance(Random(1))
            imagined = state.resample_from_infostate(0, seed=2)
            for other in both_ways(imagined):
                self.assertEqual(other, imagined)
                self.assertEqual(other.legal_actions(), imagined.legal_actions())
                with self.assertRaisesRegex(springtide.Error, "no history"):
                    other.record()

    def test_batches_go_on_alike(self):
        for game in some_games():
            for settings in ({}, {"every_seat": True, "knowledge": "information"}, {"bots": {1: "random"}, "rotate": True}):
                batch = Batch(game, 9, seed=4, threads=2, **settings)
                for _ in range(40):
                    batch.step(batch.random_actions())
                others = both_ways(batch)
                for step in range(60):
                    for other in others:
                        for name in ARRAYS:
                            numpy.testing.assert_array_equal(getattr(other, name), getattr(batch, name), name)
                            self.assertIsNot(getattr(other, name), getattr(batch, name))
                    actions = [one.random_actions().copy() for one in (batch, *others)]
                    for one, chosen in zip((batch, *others), actions):
                        numpy.testing.assert_array_equal(chosen, actions[0])
                        one.step(chosen)

    def test_environments_go_on_alike(self):
        for game in some_games():
            with self.subTest(game=repr(game)):
                env = pettingzoo.AECEnv(game)
                env.reset(seed=8)
                for other in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
                    here = copy.deepcopy(env)
                    for agent in here.agent_iter():
                        self.assertEqual(agent, other.agent_selection)
                        seen, reward, over, _, _ = here.last()
                        numpy.testing.assert_array_equal(seen["observation"], other.last()[0]["observation"])
                        self.assertEqual(reward, other.last()[1])
                        action = None if over else int(numpy.flatnonzero(seen["action_mask"])[-1])
                        here.step(action)
                        other.step(action)
                    self.assertEqual(other.agents, [])
                many = vector.VectorEnv(game, 3, "random")
                many.reset(seed=2)
                again = pickle.loads(pickle.dumps(many))
                for _ in range(50):
                    actions = many.random_actions()
                    numpy.testing.assert_array_equal(again.random_actions(), actions)
                    for one, two in zip(many.step(actions)[:4], again.step(actions)[:4]):
                        numpy.testing.assert_array_equal(one, two)

    def test_another_process_goes_on(self):
        """As a worker does that is spawned: nothing but the pickle travels."""
        batch = Batch(Game("high_tide_henn", players=4, baywatch=True), 5, seed=1)
        for _ in range(30):
            batch.step(batch.random_actions())
        code = ("import pickle, sys\nbatch, env = pickle.load(sys.stdin.buffer)\n"
                "for _ in range(30): batch.step(batch.random_actions())\n"
                "env.reset()\nsys.stdout.buffer.write(pickle.dumps((batch, env)))")
        env = pettingzoo.ParallelEnv(Game("turn_the_tide"))
        env.reset(seed=1)
        done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps((batch, env)), capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        there, env_there = pickle.loads(done.stdout)
        for _ in range(30):
            batch.step(batch.random_actions())
        numpy.testing.assert_array_equal(there.observations, batch.observations)
        env.reset()
        numpy.testing.assert_array_equal(env_there.state(), env.state())

    def test_bytes_of_another_build_are_refused(self):
        batch = Batch(Game("turn_the_tide"), 2)
        kept = list(batch.__getstate__())
        kept[2] = "0" * 64
        with self.assertRaisesRegex(springtide.Error, "another build"):
            Batch.__new__(Batch).__setstate__(tuple(kept))
        kept = list(batch.__getstate__())
        kept[3] = kept[3][:-1]
        with self.assertRaisesRegex(springtide.Error, "not saved from a batch like this"):
            Batch.__new__(Batch).__setstate__(tuple(kept))
        state = batch.state(0)
        kept = list(state.__getstate__())
        kept[2] = "0" * 64
        with self.assertRaisesRegex(springtide.Error, "another build"):
            springtide.State.__new__(springtide.State).__setstate__(tuple(kept))


class StatesOfABatch(unittest.TestCase):
    def test_a_state_taken_out_is_the_one_shown(self):
        for game in some_games():
            batch = Batch(game, 6, seed=3)
            for _ in range(25):
                batch.step(batch.random_actions())
            for index in range(6):
                state, seat = batch.state(index), int(batch.current_player[index])
                numpy.testing.assert_array_equal(state.observation_tensor(seat), batch.observations[index])
                numpy.testing.assert_array_equal(state.legal_actions_mask(seat), batch.masks[index])
                self.assertIsNone(state.broken_invariant())

    def test_a_state_put_in_is_played_on(self):
        for game in some_games():
            batch = Batch(game, 3, seed=3)
            state = game.new_initial_state()  # chance is to act: the batch lets it
            batch.set_state(1, state)
            state.resolve_chance(Random(6))
            for _ in range(4):
                if not state.is_terminal():
                    state.apply_action(state.legal_actions()[0])
                    state.resolve_chance(Random(7))
            untouched = batch.observations[[0, 2]].copy()
            batch.set_state(1, state)
            numpy.testing.assert_array_equal(batch.observations[[0, 2]], untouched)
            self.assertEqual(batch.state(1), state)
            numpy.testing.assert_array_equal(batch.observations[1], state.observation_tensor(state.to_act()[0]))
            batch.step(batch.random_actions())

    def test_points_count_from_there(self):
        game = Game("turn_the_tide", rewards="points")
        batch = Batch(game, 1, seed=1)
        end = None
        def remember(state):
            nonlocal end
            if state.to_act() and any(state.points()):
                end = state.clone()
        kit.play_random(game, 9, remember)
        batch.set_state(0, end)
        before, total = numpy.array(end.returns()), numpy.zeros(3)
        while not batch.done[0]:
            self.assertEqual(batch.state(0).returns(), list(before + total))
            batch.step(batch.random_actions())
            total += batch.rewards[0]
        self.assertGreater(total.max(), -99)

    def test_what_does_not_fit_is_refused_and_changes_nothing(self):
        game = Game("turn_the_tide")
        batch = Batch(game, 2, seed=1)
        before = batch.observations.copy()
        over = kit.play_random(game, 1)
        for state, words in ((over, "ends before the caller"), (Game("turn_the_tide", players=4).new_initial_state(), "no state"),
                             (Game("turn_the_tide", cascade=False).new_initial_state(), "no state"),
                             (Game("high_tide_leiman").new_initial_state(), "no state")):
            with self.assertRaisesRegex(springtide.Error, words):
                batch.set_state(0, state)
        for index in (-1, 2):
            with self.assertRaisesRegex(springtide.Error, "the games are 0 to 1"):
                batch.state(index)
        numpy.testing.assert_array_equal(batch.observations, before)


if __name__ == "__main__":
    unittest.main()
