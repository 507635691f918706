"""Bots, arena, solver, review and the data."""
import hashlib
import pathlib
import unittest

import springtide
from springtide import Game, bot, data

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"


class Bots(unittest.TestCase):
    def test_every_level_answers_with_a_legal_action(self):
        for info in springtide.games():
            state = Game(info["id"]).new_initial_state()
            state.resolve_chance(springtide.Random(1))
            for level in info["levels"]:
                seat = state.to_act()[0]
                answer = bot(level, milliseconds=20, nodes=100).choose(state, seat, seed=1)
                self.assertIn(answer["action"], state.legal_actions(seat), (info["id"], level))

    def test_an_unknown_level_is_refused(self):
        state = Game("high_tide_leiman").new_initial_state()
        state.resolve_chance(springtide.Random(1))
        with self.assertRaisesRegex(springtide.Error, "the levels are"):
            bot("genius").step(state)

    def test_bots_see_only_what_their_seat_may_know(self):
        """In two states that the seat cannot tell apart a bot does the same."""
        state = Game("turn_the_tide", players=3).new_initial_state()
        state.resolve_chance(springtide.Random(3))
        for seed in range(5):
            other = state.resample_from_infostate(0, seed)
            self.assertEqual(other.choose("rule_of_thumb", 0)["action"], state.choose("rule_of_thumb", 0)["action"])

    def test_evaluate_is_fair_and_repeatable(self):
        game = Game("turn_the_tide", players=3)
        equal = springtide.evaluate(game, bot("rule_of_thumb"), bot("rule_of_thumb"), deals=5)
        self.assertAlmostEqual(equal["share"], 1 / 3)
        self.assertAlmostEqual(equal["margin"], 0)
        better = springtide.evaluate(game, bot("rule_of_thumb"), bot("random"), deals=20, seed=1)
        self.assertEqual(better, springtide.evaluate(game, bot("rule_of_thumb"), bot("random"), deals=20, seed=1))
        self.assertGreater(better["share"] - better["margin"], better["equal"])

    def test_a_bot_of_ones_own(self):
        class Lowest(springtide.Bot):
            def step(self, state, seat=None):
                return state.legal_actions(seat)[0]

        result = springtide.evaluate(Game("turn_the_tide"), Lowest(), bot("random"), deals=3)
        self.assertEqual(result["deals"], 3)

    def test_the_arena_is_the_programs_own(self):
        report = springtide.arena(Game("turn_the_tide", players=3), ["random", "rule_of_thumb"], deals=10, seed="x")
        self.assertEqual(report["game"], "turn_the_tide")
        shares = {(pairing["one"], pairing["rest"]): pairing["share"]["mean"] for pairing in report["pairings"]}
        self.assertGreater(shares["rule_of_thumb", "random"], shares["random", "rule_of_thumb"])
        again = springtide.arena(Game("turn_the_tide", players=3), ["random", "rule_of_thumb"], deals=10, seed="x",
                                 threads=1)
        self.assertEqual([pairing["share"] for pairing in again["pairings"]],
                         [pairing["share"] for pairing in report["pairings"]])
        with self.assertRaises(springtide.Error):
            springtide.arena(Game("turn_the_tide"), ["random"], deals=1)


class Leiman(unittest.TestCase):
    def test_puzzles_have_one_winning_move(self):
        puzzles = data.puzzles()
        self.assertEqual({puzzle["rating"] for puzzle in puzzles}, {1, 2, 3, 4, 5})
        for puzzle in puzzles[::30]:
            state = springtide.load_position(puzzle["position"])
            mover = state.current_player()
            found = springtide.solve(state)
            winning = [action for action, end in found["moves"].items() if end["winner"] == mover]
            self.assertEqual([state.action_to_string(action) for action in winning], [puzzle["solution"]])
            self.assertEqual(sorted(found["moves"]), state.legal_actions())

    def test_the_line_leads_to_the_ending(self):
        state = springtide.load_position(data.puzzles()[5]["position"])
        found = springtide.solve(state)
        for action in found["line"]:
            state.apply_action(action)
        self.assertEqual(state.winners(), [found["winner"]])

    def test_what_cannot_be_solved_is_refused(self):
        for state in (Game("high_tide_leiman").new_initial_state(), Game("turn_the_tide").new_initial_state(), "a b"):
            with self.assertRaises(springtide.Error):
                springtide.solve(state)

    def test_review_finds_the_mistake(self):
        puzzle = data.puzzles()[0]
        state = springtide.load_position(puzzle["position"])
        solution = state.string_to_action(puzzle["solution"])
        state.apply_action(next(action for action in state.legal_actions() if action != solution))
        moves = springtide.review(state)
        self.assertEqual(len(moves), 1)
        self.assertTrue(moves[0]["turning_point"])
        self.assertEqual(moves[0]["better"], puzzle["solution"])

    def test_solved_setups_agree_with_the_solver(self):
        winner = data.solved_setups()
        for index in (17,):
            found = springtide.solve(data.setup_position(index))
            self.assertEqual(found["winner"] == 0, bool(winner[index]))
        self.assertEqual(data.setup_members(17), 12)
        with self.assertRaises(springtide.Error):
            data.solved_setups("weather")
        for index in (-1, len(winner)):
            with self.assertRaises(springtide.Error):
                data.setup_position(index)
        with self.assertRaises(springtide.Error):
            data.setup_class(data.puzzles()[0]["position"])


class Data(unittest.TestCase):
    def test_checksums(self):
        checked = 0
        for sums in DATA.glob("*/SHA256SUMS"):
            for line in sums.read_text().splitlines():
                expected, name = line.split()
                content = (sums.parent / name).read_bytes()
                self.assertEqual(hashlib.sha256(content).hexdigest(), expected, name)
                checked += 1
        self.assertGreaterEqual(checked, 4)

    def test_self_play_can_be_played_again(self):
        for info in springtide.games():
            games = list(data.self_play(info["id"]))
            self.assertGreaterEqual(len(games), 100)
            self.assertTrue({level for game in games for level in game["levels"]} <= set(info["levels"]))
            for game in games:
                state = springtide.load_record(game["record"])
                self.assertTrue(state.is_terminal())
                self.assertEqual(state.get_game().id, info["id"])
                self.assertEqual((state.points(), state.winners()), (game["points"], game["winners"]))


if __name__ == "__main__":
    unittest.main()
