"""VectorEnv keeps what Gymnasium's documentation promises of vector environments that reset in the same step."""
import unittest

import numpy
from springtide import Game, spaces, vector


class Vector(unittest.TestCase):
    def setUp(self):
        self.env = vector.VectorEnv(Game("turn_the_tide", players=3), 5, "random")

    def test_shapes_and_types(self):
        env = self.env
        observations, infos = env.reset(seed=1)
        self.assertEqual(observations.shape, (5, env.single_observation_space.shape[0]))
        self.assertIn(observations, env.observation_space)
        self.assertIn(observations[0], env.single_observation_space)
        self.assertEqual(observations.dtype, numpy.float32)
        self.assertEqual(env.single_action_space, spaces.Discrete(60))
        self.assertEqual(env.action_space, spaces.MultiDiscrete([60] * 5))
        actions = env.random_actions()
        self.assertIn(actions, env.action_space)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        self.assertIn(observations, env.observation_space)
        self.assertEqual((rewards.shape, rewards.dtype), ((5,), numpy.float64))
        self.assertEqual((terminations.shape, terminations.dtype), ((5,), bool))
        self.assertEqual((truncations.shape, truncations.dtype), ((5,), bool))
        self.assertEqual(infos["action_mask"].shape, (5, 60))
        self.assertTrue(infos["_action_mask"].all())
        self.assertEqual(env.metadata["autoreset_mode"].value, "SameStep")

    def test_games_reset_in_the_step_in_which_they_end(self):
        env = self.env
        env.reset(seed=2)
        trick, size, _ = env.game.fields()["trick"]
        round_number, _, _ = env.game.fields()["round"]
        ended, rewards_seen = 0, set()
        seats = env.batch.current_player.copy()
        for _ in range(300):
            observations, rewards, terminations, _, infos = env.step(env.random_actions())
            self.assertEqual("final_obs" in infos, terminations.any())
            for row in numpy.flatnonzero(terminations):
                ended += 1
                rewards_seen.add(round(float(rewards[row]), 2))
                self.assertAlmostEqual(float(observations[row, trick]) * 12, 1, places=4)
                self.assertAlmostEqual(float(infos["final_obs"][row, round_number]), 1, places=4)
                self.assertTrue(infos["_final_obs"][row])
                self.assertEqual(infos["seat"][row], (seats[row] + 1) % 3)
            self.assertTrue((rewards[~terminations] == 0).all())
            seats = infos["seat"]
        self.assertGreater(ended, 10)
        self.assertTrue({1.0, -0.5} <= rewards_seen)

    def test_what_was_returned_stays(self):
        observations, infos = self.env.reset(seed=3)
        kept, mask = observations.copy(), infos["action_mask"].copy()
        self.env.step(self.env.random_actions())
        numpy.testing.assert_array_equal(observations, kept)
        numpy.testing.assert_array_equal(infos["action_mask"], mask)

    def test_seeds(self):
        one, _ = self.env.reset(seed=7)
        other, _ = self.env.reset(seed=7)
        numpy.testing.assert_array_equal(one, other)
        each, _ = self.env.reset(seed=[1, 1, 2, 3, 4])
        again, _ = self.env.reset(seed=[1, 1, 2, 3, 4])
        numpy.testing.assert_array_equal(each, again)
        different, _ = self.env.reset()
        self.assertFalse(numpy.array_equal(different, again))

    def test_a_seat_can_be_kept(self):
        env = vector.VectorEnv(Game("high_tide_leiman", stones=1), 3, "random", seat=1)
        _, infos = env.reset(seed=1)
        for _ in range(100):
            self.assertTrue((infos["seat"] == 1).all())
            *_, infos = env.step(env.random_actions())
        env.close()
        self.assertTrue(env.closed)


class Spaces(unittest.TestCase):
    def test_samples_are_members(self):
        for space in (spaces.Discrete(5), spaces.Discrete(5, start=2), spaces.MultiDiscrete([2, 3]),
                      spaces.Box(-1, 1, (2, 3)), spaces.Box(0, 1, (4,), numpy.int8),
                      spaces.Dict({"a": spaces.Discrete(2), "b": spaces.Box(-numpy.inf, numpy.inf, (2,))})):
            space.seed(1)
            first = repr(space.sample())
            space.seed(1)
            self.assertEqual(repr(space.sample()), first)
            for _ in range(20):
                self.assertIn(space.sample(), space)

    def test_a_mask_limits_what_is_drawn(self):
        mask = numpy.array([0, 1, 0, 1], numpy.int8)
        self.assertEqual({int(spaces.Discrete(4).sample(mask)) for _ in range(50)}, {1, 3})

    def test_others_are_no_members(self):
        self.assertNotIn(5, spaces.Discrete(5))
        self.assertNotIn(0.5, spaces.Discrete(5))
        self.assertNotIn(numpy.array([2, 0]), spaces.MultiDiscrete([2, 3]))
        self.assertNotIn(numpy.zeros(3, numpy.float32), spaces.Box(-1, 1, (2,)))
        self.assertNotIn(numpy.full(2, 3, numpy.float32), spaces.Box(-1, 1, (2,)))
        self.assertNotIn({"a": 1}, spaces.Dict({"b": spaces.Discrete(2)}))


if __name__ == "__main__":
    unittest.main()
