"""Game and State: random games over all games and options, and what each method promises."""
import copy
import json
import pickle
import random
import unittest

import kit
import numpy
import springtide
from springtide import Game, PlayerId


class RandomGames(unittest.TestCase):
    """What the kit checks in C++, through Python."""

    def test_every_game_and_option(self):
        games = 0
        for game in kit.all_games():
            with self.subTest(game=repr(game)):
                rng = random.Random(games)
                end = kit.play_random(game, games, lambda state: self.check(game, state, rng))
                self.check_end(game, end)
            games += 1
        self.assertGreater(games, 100)

    def check(self, game, state, rng):
        self.assertIsNone(state.broken_invariant())
        to_act = state.to_act()
        player = state.current_player()
        if state.is_terminal():
            self.assertEqual(player, PlayerId.TERMINAL)
        elif state.is_chance_node():
            self.assertEqual(player, PlayerId.CHANCE)
        else:
            self.assertEqual(player, to_act[0] if len(to_act) == 1 else PlayerId.SIMULTANEOUS)
        for seat in range(game.num_players()):
            actions = state.legal_actions(seat)
            self.assertEqual(bool(actions), seat in to_act)
            self.assertEqual(actions, sorted(set(actions)))
            self.assertEqual(list(numpy.flatnonzero(state.legal_actions_mask(seat))), actions)
        if rng.random() < 0.05:
            self.check_closely(game, state, rng)

    def check_closely(self, game, state, rng):
        self.assertEqual(state.clone(), state)
        again = springtide.load_record(state.serialize())
        self.assertEqual(again, state)
        self.assertEqual(again.history(), state.history())
        self.assertEqual(pickle.loads(pickle.dumps(state)), state)
        for seat in range(game.num_players()):
            board = state.board(seat)
            self.assertTrue(3 < board.count("\n") and max(map(len, board.split("\n"))) <= 80, board)
            json.loads(state.information_state_string(seat))
            other = state.resample_from_infostate(seat, rng.getrandbits(64))
            self.assertIsNone(other.broken_invariant())
            self.assertEqual(other.information_state_string(seat), state.information_state_string(seat))
            numpy.testing.assert_array_equal(other.information_state_tensor(seat), state.information_state_tensor(seat))
            self.assertEqual(other.legal_actions(seat), state.legal_actions(seat))
            for action in state.legal_actions(seat):
                text = state.action_to_string(seat, action)
                self.assertEqual(state.string_to_action(seat, text), action)
                self.assertEqual(state.action_to_string(action, seat=seat), text)
                self.assertEqual(state.string_to_action(text, seat=seat), action)
        self.check_refusals(game, state)

    def check_refusals(self, game, state):
        before = state.clone()
        illegal = [action for action in range(-1, game.num_distinct_actions() + 1)
                   if action not in state.legal_actions(0)]
        for action in (illegal[0], illegal[-1], illegal[len(illegal) // 2]):
            with self.assertRaises(springtide.Error):
                state.apply_action(action, 0)
        self.assertEqual(state, before)

    def check_end(self, game, end):
        self.assertTrue(end.winners())
        self.assertAlmostEqual(sum(end.returns()), 0, places=5)
        best = max(end.returns())
        self.assertEqual([seat for seat, value in enumerate(end.returns()) if value == best], end.winners())
        longest = game.max_game_length()
        decisions = sum(1 for by, _ in end.history() if by >= 0)
        self.assertTrue(longest is None or decisions <= longest)
        with self.assertRaises(springtide.Error) as refused:
            end.apply_action(0, 0)
        self.assertEqual(refused.exception.code, "over")


class Watching(unittest.TestCase):
    """A bot that is asked again and again looks at what is new; it knows what one knows who reads the whole game."""

    def test_who_watched_knows_what_a_reader_knows(self):
        for game in (Game("turn_the_tide", players=4), Game("high_tide_henn", players=3)):
            rng, chance, asked, state = random.Random(7), springtide.Random(7), 0, game.new_initial_state()
            while not state.is_terminal() and asked < 40:
                if state.is_chance_node():
                    state.sample_chance(chance)
                    continue
                seat = rng.choice(state.to_act())
                if seat < 2:  # two who are asked, at times that differ, among others who play anything
                    choice = state.choose("best", seat, nodes=20, seed=asked)
                    asked += 1
                    if asked % 4 == 0:
                        read = springtide.load_record(state.record())
                        self.assertEqual(read.choose("best", seat, nodes=20, seed=asked - 1), choice)
                        state = state.clone()
                state.apply_action(rng.choice(state.legal_actions(seat)), seat)
            self.assertGreater(asked, 10)


class Games(unittest.TestCase):
    def test_options_are_given_as_python_writes_them(self):
        game = Game("high_tide_henn", players=4, coins=True, beach_length=15, coin_values=[1, 2, 3, 4, 5, 6, 7, 9])
        options = dict(game.options)
        self.assertEqual((options["coins"], options["beach_length"]), ("true", "15"))
        self.assertEqual(options["coin_values"], "1,2,3,4,5,6,7,9")

    def test_a_wrong_game_is_refused_in_words(self):
        for arguments, options, code in ((("tides",), {}, "unknown_game"), (("turn_the_tide", 2), {}, "bad_options"),
                                         (("turn_the_tide",), {"cascades": 1}, "bad_options"),
                                         (("high_tide_leiman",), {"stones": 9}, "bad_options"),
                                         (("high_tide_leiman",), {"rewards": "gold"}, "bad_request")):
            with self.assertRaises(springtide.Error) as refused:
                Game(*arguments, **options)
            self.assertEqual(refused.exception.code, code)
            self.assertGreater(len(str(refused.exception)), 10)

    def test_fields_say_which_floats_mean_what(self):
        for game in kit.default_games():
            state = game.new_initial_state()
            for knowledge, size, tensor in (
                    ("observation", game.observation_tensor_size(), state.observation_tensor(0)),
                    ("information", game.information_state_tensor_size(), state.information_state_tensor(0))):
                fields = game.fields(knowledge)
                self.assertEqual(sum(length for _, length, _ in fields.values()), size)
                self.assertEqual(tensor.shape, (size,))
                self.assertEqual(tensor.dtype, numpy.float32)

    def test_the_hand_is_in_the_observation(self):
        game = Game("turn_the_tide", players=4)
        state = game.new_initial_state()
        state.resolve_chance(springtide.Random(3))
        start, size, _ = game.fields()["hand"]
        for seat in range(4):
            cards = numpy.flatnonzero(state.observation_tensor(seat)[start:start + size])
            self.assertEqual(list(cards), state.legal_actions(seat))


class States(unittest.TestCase):
    def setUp(self):
        self.state = Game("turn_the_tide", players=3).new_initial_state()
        self.state.resolve_chance(springtide.Random(5))

    def test_apply_actions_plays_all_or_none(self):
        actions = [self.state.legal_actions(seat)[0] for seat in range(3)]
        before = self.state.clone()
        with self.assertRaises(springtide.Error):
            self.state.apply_actions([*actions[:2], actions[0]])
        with self.assertRaises(springtide.Error):
            self.state.apply_actions([*actions[:2], None])
        self.assertEqual(self.state, before)
        self.state.apply_actions(actions)
        one_by_one = before
        for seat in (2, 0, 1):
            one_by_one.apply_action(actions[seat], seat)
        self.assertEqual(self.state, one_by_one)

    def test_a_secret_choice_is_not_seen(self):
        before = self.state.information_state_string(1)
        for action in self.state.legal_actions(0)[:2]:
            chosen = self.state.clone()
            chosen.apply_action(action, 0)
            views = chosen.information_state_string(1)
            self.assertNotEqual(views, before)
        self.assertEqual(views, self.chosen(0).information_state_string(1))

    def chosen(self, index):
        state = self.state.clone()
        state.apply_action(state.legal_actions(0)[index], 0)
        return state

    def test_copies_do_not_follow(self):
        for twin in (self.state.clone(), copy.copy(self.state), copy.deepcopy(self.state)):
            twin.apply_action(twin.legal_actions(0)[0], 0)
            self.assertNotEqual(twin, self.state)
        self.assertEqual(hash(self.state.clone()), hash(self.state))

    def test_chance_outcomes_have_probabilities(self):
        state = Game("high_tide_henn", players=3).new_initial_state()
        random_numbers = springtide.Random(2)
        listed = 0
        while not state.is_terminal() and listed < 20:
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                self.assertAlmostEqual(sum(probability for _, probability in outcomes), 1)
                self.assertEqual([index for index, _ in outcomes], list(range(len(outcomes))))
                listed += 1
                index = random_numbers.below(len(outcomes))
                text = state.chance_to_string(index)
                twin = state.clone()
                twin.apply_chance(text)
                state.apply_action(index)
                self.assertEqual(state, twin)
            else:
                state.apply_action(state.legal_actions()[0])
        self.assertEqual(listed, 20)

    def test_what_is_too_much_to_list_is_sampled(self):
        state = Game("turn_the_tide").new_initial_state()
        with self.assertRaises(springtide.Error) as refused:
            state.chance_outcomes()
        self.assertEqual(refused.exception.code, "limit")
        twin = state.clone()
        self.assertEqual(state.sample_chance(springtide.Random(1)), twin.sample_chance(springtide.Random(1)))
        self.assertEqual(state, twin)

    def test_rewards_are_what_the_last_decision_earned(self):
        game = Game("turn_the_tide", rewards="points")
        sums = [0.0] * 3
        state = game.new_initial_state()
        numbers = springtide.Random(4)
        while not state.is_terminal():
            state.resolve_chance(numbers)
            state.apply_actions([state.legal_actions(seat)[0] if seat in state.to_act() else None for seat in range(3)])
            sums = [total + reward for total, reward in zip(sums, state.rewards())]
        self.assertEqual(sums, state.returns())
        self.assertEqual(state.returns(), [float(points) for points in state.points()])

    def test_a_resampled_state_has_no_history(self):
        other = self.state.resample_from_infostate(0, 1)
        for method in (other.record, other.history, other.serialize):
            with self.assertRaises(springtide.Error):
                method()

    def test_a_retracted_choice_leaves_no_trace(self):
        first, second = self.state.legal_actions(1)[:2]
        lines = self.state.record().rstrip("\n") + "\n1 {}\n1 retract\n1 {}\n".format(
            self.state.action_to_string(1, first), self.state.action_to_string(1, second))
        loaded = springtide.load_record(lines)
        self.state.apply_action(second, 1)
        self.assertEqual(loaded, self.state)
        self.assertEqual(loaded.history(), self.state.history())

    def test_a_broken_record_is_refused_with_its_line(self):
        with self.assertRaises(springtide.Error) as refused:
            springtide.load_record(self.state.record() + "0 99\n")
        self.assertIn("line", str(refused.exception))


if __name__ == "__main__":
    unittest.main()
