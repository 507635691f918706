"""Batch: many games at once, in arrays."""
import threading
import unittest

import kit
import numpy
import springtide
from springtide import Batch, Game


class Batches(unittest.TestCase):
    def test_a_batch_plays_what_states_play(self):
        """Game by game, a batch shows what State shows for the same actions."""
        for game in (*kit.default_games(), Game("high_tide_henn", players=5, surfers_hidden=True,
                                                **kit.all_expansions("high_tide_henn"))):
            for knowledge in ("observation", "information"):
                batch = Batch(game, 3, seed=1, knowledge=knowledge)
                last = batch.observations.copy()
                for _ in range(100):
                    for row in range(3):
                        actions = numpy.flatnonzero(batch.masks[row])
                        self.assertGreater(len(actions), 0)
                        self.assertIn(batch.current_player[row], range(game.num_players()))
                    batch.step(batch.random_actions())
                self.assertFalse(numpy.array_equal(last, batch.observations))
        game = Game("high_tide_leiman", first="blue")
        batch = Batch(game, 1, seed=5)
        self.assertEqual(batch.current_player[0], 0)

    def test_observations_are_those_of_states(self):
        """A round of Leiman's game lies open: the set-up can be read from the floats and played again as a State."""
        game = Game("high_tide_leiman", first="blue", stones=1)
        batch = Batch(game, 1, seed=5)
        fields = game.fields()

        def cells(name):
            start, size, _ = fields[name]
            return batch.observations[0, start:start + size]

        letters = ["b" if blue else "p" if pink else "n" for blue, pink in zip(cells("own_on_top"), cells("other_on_top"))]
        rows, at = [], 0
        for length in (3, 4, 5, 4, 3):
            rows.append(",".join(letters[at:at + length]))
            at += length
        state = springtide.load_position("/".join(rows) + " b -")
        while not state.is_terminal():
            seat = state.current_player()
            self.assertEqual(batch.current_player[0], seat)
            numpy.testing.assert_array_equal(batch.masks[0], state.legal_actions_mask())
            numpy.testing.assert_array_equal(batch.observations[0], state.observation_tensor())
            action = int(batch.random_actions()[0])
            state.apply_action(action)
            batch.step([action])
        self.assertEqual(batch.done[0], 1)
        numpy.testing.assert_array_equal(batch.rewards[0], state.returns())
        numpy.testing.assert_array_equal(batch.final_observations[0], state.observation_tensor(seat))

    def test_it_writes_into_the_arrays_it_was_given(self):
        game = Game("turn_the_tide", players=4)
        observations = numpy.full((8, game.observation_tensor_size()), -1, numpy.float32)
        masks = numpy.zeros((8, 60), numpy.uint8)
        batch = Batch(game, 8, observations=observations, masks=masks)
        self.assertIs(batch.observations, observations)
        self.assertEqual(masks.sum(), 8 * 12)
        before = observations.copy()
        batch.step(batch.random_actions())
        self.assertFalse(numpy.array_equal(observations, before))

    def test_arrays_that_do_not_fit_are_refused(self):
        game = Game("turn_the_tide")
        for wrong in (numpy.zeros((8, 59), numpy.uint8), numpy.zeros((8, 60), numpy.float32),
                      numpy.zeros((60, 8), numpy.uint8).T, [[0] * 60] * 8):
            with self.assertRaises(springtide.Error):
                Batch(game, 8, masks=wrong)
        locked = numpy.zeros((8, 60), numpy.uint8)
        locked.flags.writeable = False
        with self.assertRaises(springtide.Error):
            Batch(game, 8, masks=locked)
        with self.assertRaises(TypeError):
            Batch(game, 8, mask=numpy.zeros((8, 60), numpy.uint8))

    def test_wrong_requests_are_refused(self):
        game = Game("turn_the_tide", players=3)
        for arguments in ({"games": 0}, {"games": 1, "threads": -1}, {"games": 1, "knowledge": "all"},
                          {"games": 1, "bots": {0: "nobody"}}, {"games": 1, "bots": {3: "random"}},
                          {"games": 1, "bots": {0: "random", 1: "random", 2: "random"}}):
            with self.assertRaises(springtide.Error):
                Batch(game, **arguments)
        batch = Batch(game, 4)
        with self.assertRaises(springtide.Error):
            batch.reset([1, 2])
        with self.assertRaises(springtide.Error):
            batch.step([0, 1])

    def test_an_illegal_action_changes_nothing(self):
        batch = Batch(Game("turn_the_tide"), 4, seed=3)
        good = batch.random_actions().copy()
        before = batch.observations.copy()
        bad = good.copy()
        bad[2] = numpy.flatnonzero(batch.masks[2] == 0)[0]
        with self.assertRaisesRegex(springtide.Error, "game 2"):
            batch.step(bad)
        numpy.testing.assert_array_equal(batch.observations, before)
        batch.step(good)

    def test_seeds_decide_everything(self):
        game = Game("high_tide_henn", players=3)
        one, other = Batch(game, 5, seed=1, threads=1), Batch(game, 5, seed=2, threads=3)
        for batch in (one, other):
            batch.reset([10, 20, 30, 10, 50])
        for _ in range(200):
            numpy.testing.assert_array_equal(one.observations, other.observations)
            numpy.testing.assert_array_equal(one.observations[0], one.observations[3])
            one.step(one.random_actions())
            other.step(other.random_actions())

    def test_every_seat_at_once(self):
        game = Game("turn_the_tide", players=5, rewards="points")
        batch = Batch(game, 6, every_seat=True, knowledge="information")
        self.assertEqual(batch.observations.shape, (6, 5, game.information_state_tensor_size()))
        self.assertEqual(batch.masks.shape, (6, 5, 60))
        earned, ended = numpy.zeros((6, 5)), 0
        for _ in range(200):
            batch.step(batch.random_actions())
            earned += batch.rewards
            ended += batch.done.sum()
        self.assertGreater(ended, 0)
        self.assertNotEqual(earned.sum(), 0)

    def test_bots_play_the_other_seats(self):
        for info in springtide.games():
            game = Game(info["id"])
            for level in (info["levels"][1], "hard", "best"):
                bots = {seat: level for seat in range(1, game.num_players())}
                one, other = (Batch(game, 2, bots=bots, nodes=5, threads=threads) for threads in (1, 2))
                for _ in range(10):
                    self.assertTrue((one.current_player == 0).all())
                    one.step(one.random_actions())
                    other.step(other.random_actions())
                numpy.testing.assert_array_equal(one.observations, other.observations)

    def test_other_threads_run_meanwhile(self):
        """Steps let go of the interpreter; two threads with a batch each get the same results as one after the other."""
        game = Game("turn_the_tide", players=4)

        def play(seed, results):
            batch = Batch(game, 64, seed=seed)
            for _ in range(100):
                batch.step(batch.random_actions())
            results[seed] = batch.observations.copy()

        together, alone = {}, {}
        threads = [threading.Thread(target=play, args=(seed, together)) for seed in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for seed in (1, 2):
            play(seed, alone)
            numpy.testing.assert_array_equal(alone[seed], together[seed])


if __name__ == "__main__":
    unittest.main()
