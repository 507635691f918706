"""The bridge to OpenSpiel keeps what OpenSpiel documents of a game in Python. Where OpenSpiel is installed it is the real one."""
import importlib
import json
import random
import sys
import unittest

import numpy
import springtide
import springtide.open_spiel

try:
    import pyspiel
except ImportError:
    import pyspiel_double as pyspiel
    sys.modules["pyspiel"] = pyspiel
    bridge = importlib.reload(springtide.open_spiel)
    del sys.modules["pyspiel"]
else:
    bridge = springtide.open_spiel


def play(game, seed, visit):
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        visit(state)
        if state.is_simultaneous_node():
            legal = [state.legal_actions(seat) for seat in range(game.num_players())]
            state.apply_actions([rng.choice(actions) if actions else 0 for actions in legal])
        elif state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(rng.choices([action for action, _ in outcomes], [chance for _, chance in outcomes])[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    visit(state)
    return state


STRINGS = ("springtide_turn_the_tide", "springtide_turn_the_tide(players=5,cascade=false,rewards=points)",
           "springtide_high_tide_henn(players=4,coins=true,coin_values=1 2 3 4 5 6 7 9)", "springtide_high_tide_leiman(stones=1)")


class Bridge(unittest.TestCase):
    def test_every_game_is_registered(self):
        self.assertLessEqual(set(bridge.names()), set(pyspiel.registered_names()))
        self.assertEqual(len(bridge.names()), len(springtide.games()))

    def test_parameters_reach_the_game(self):
        game = pyspiel.load_game(STRINGS[2])
        self.assertEqual(game.num_players(), 4)
        options = dict(game.springtide.options)
        self.assertEqual((options["coins"], options["coin_values"]), ("true", "1,2,3,4,5,6,7,9"))
        self.assertEqual(game.get_type().reward_model, pyspiel.GameType.RewardModel.TERMINAL)
        with self.assertRaises((springtide.Error, RuntimeError)):
            pyspiel.load_game("springtide_turn_the_tide(players=9)")

    def test_the_type_says_what_kind_of_game_it_is(self):
        types = {name: pyspiel.load_game(name).get_type() for name in bridge.names()}
        tide, henn, leiman = (types[name] for name in bridge.names())
        kind = pyspiel.GameType
        self.assertEqual(tide.dynamics, kind.Dynamics.SIMULTANEOUS)
        self.assertEqual(leiman.dynamics, kind.Dynamics.SEQUENTIAL)
        self.assertEqual(tide.information, kind.Information.IMPERFECT_INFORMATION)
        self.assertEqual(leiman.information, kind.Information.PERFECT_INFORMATION)
        self.assertEqual(henn.information, kind.Information.PERFECT_INFORMATION)
        surfers = pyspiel.load_game("springtide_high_tide_henn(surfers=true,surfers_hidden=true)").get_type()
        self.assertEqual(surfers.information, kind.Information.IMPERFECT_INFORMATION)
        self.assertEqual({one.utility for one in (tide, henn, leiman)}, {kind.Utility.ZERO_SUM})

    def test_whole_games_are_played_as_ours_are(self):
        for text in STRINGS:
            with self.subTest(game=text):
                game = pyspiel.load_game(text)
                end = play(game, 1, lambda state, game=game: self.check(game, state))
                again = springtide.load_record(end.springtide.record())
                self.assertEqual(again, end.springtide)
                self.assertTrue(all(game.min_utility() <= value <= game.max_utility() for value in end.returns()))
                self.assertAlmostEqual(sum(end.returns()), game.utility_sum() if game.utility_sum() is not None
                                       else sum(end.springtide.points()), places=5)

    def check(self, game, state):
        ours = state.springtide
        self.assertEqual(state.current_player(), ours.current_player())
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            self.assertAlmostEqual(sum(chance for _, chance in outcomes), 1)
            self.assertLessEqual(len(outcomes), game.max_chance_outcomes())
            self.assertTrue(all(state.action_to_string(action) for action, _ in outcomes))
            return
        before = str(state)
        for seat in range(game.num_players()):
            self.assertEqual(state.legal_actions(seat), ours.legal_actions(seat))
            numpy.testing.assert_array_equal(state.observation_tensor(seat), ours.observation_tensor(seat))
            numpy.testing.assert_array_equal(state.information_state_tensor(seat), ours.information_state_tensor(seat))
            json.loads(state.information_state_string(seat))
            self.assertEqual(state.observation_string(seat), ours.observation_string(seat))
            for action in state.legal_actions(seat):
                self.assertEqual(state.action_to_string(seat, action), ours.action_to_string(seat, action))
        if not state.is_terminal() and not state.is_simultaneous_node():
            child = state.child(state.legal_actions()[0])
            self.assertNotEqual(str(child), before)
        self.assertEqual(str(state), before)
        self.assertEqual(str(state.clone()), before)
        for player in (-1, game.num_players() + 1):
            with self.assertRaisesRegex(RuntimeError, "player"):
                state.observation_tensor(player)

    def test_a_history_tells_everything(self):
        """Explicit chance: the same actions lead to the same state, and other ones to another deal."""
        for text in STRINGS:
            end = play(pyspiel.load_game(text), 5, lambda state: None)
            again, actions = end.get_game().new_initial_state(), end.history()
            while actions:
                if again.is_simultaneous_node():
                    count = again.get_game().num_players()
                    again.apply_actions(actions[:count])
                    actions = actions[count:]
                else:
                    again.apply_action(actions.pop(0))
            self.assertEqual(str(again), str(end))

    def test_the_bytes_of_a_seed_all_count(self):
        game = pyspiel.load_game("springtide_turn_the_tide")
        deals = set()
        for place in (None, 0, 1, 2, 3):
            state = game.new_initial_state()
            for byte in range(4):
                self.assertEqual(state.chance_outcomes(), [(outcome, 1 / 256) for outcome in range(256)])
                before = str(state)
                state.apply_action(200 if byte == place else 0)
                self.assertNotEqual(str(state), before)
            self.assertNotEqual(len(state.chance_outcomes()), 256)
            deals.add(str(state))
        self.assertEqual(len(deals), 5)

    def test_what_a_player_cannot_know_is_drawn_anew(self):
        game = pyspiel.load_game("springtide_turn_the_tide")
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        other = state.resample_from_infostate(1, lambda: 0.25)
        self.assertIsInstance(other, bridge.State)
        self.assertEqual(other.information_state_string(1), state.information_state_string(1))
        self.assertNotEqual(str(other), str(state))

    def test_an_observer_without_private_knowledge_tells_what_all_know(self):
        game = pyspiel.load_game("springtide_turn_the_tide")
        state = game.new_initial_state()
        kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
        observer = game.make_py_observer(kind)
        observer.set_from(state, 0)
        self.assertIsNone(observer.tensor)
        self.assertEqual(observer.string_from(state, 0), state.springtide.observation_string())
        apart = pyspiel.IIGObservationType(public_info=False, perfect_recall=False)
        self.assertIsNone(game.make_py_observer(apart))


if __name__ == "__main__":
    unittest.main()
