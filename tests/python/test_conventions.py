"""At home beside OpenSpiel, Gymnasium and PettingZoo: their words, their base classes, whole numbers, help for everything."""
import importlib
import inspect
import os
import pathlib
import pkgutil
import subprocess
import sys
import tempfile
import unittest

import kit
import numpy
import springtide
from springtide import Batch, Game, Random, pettingzoo, spaces, vector

STAND_IN = {
    "gymnasium/__init__.py": "from . import spaces, vector\n",
    "gymnasium/spaces.py": (
        "import numpy\n"
        "class Space:\n    def __init__(self, *args, **kwargs):\n        self.arguments = args\n"
        "class Box(Space): pass\nclass Discrete(Space): pass\nclass MultiDiscrete(Space): pass\nclass Dict(Space): pass\n"),
    "gymnasium/vector.py": (
        "import enum\nclass AutoresetMode(enum.Enum):\n    SAME_STEP = 'SameStep'\nclass VectorEnv: pass\n"),
    "pettingzoo/__init__.py": "class AECEnv: pass\nclass ParallelEnv: pass\n",
}
INHERITANCE = """
import gymnasium, pettingzoo
import springtide.pettingzoo, springtide.vector
game = springtide.Game("turn_the_tide")
in_turn, together = springtide.pettingzoo.AECEnv(game), springtide.pettingzoo.ParallelEnv(game)
many = springtide.vector.VectorEnv(game, 2, "random")
assert isinstance(in_turn, pettingzoo.AECEnv) and isinstance(together, pettingzoo.ParallelEnv)
assert isinstance(many, gymnasium.vector.VectorEnv)
assert many.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
for space in (in_turn.observation_space("player_0"), in_turn.action_space("player_0"), in_turn.state_space,
              many.action_space, many.observation_space, many.single_action_space):
    assert isinstance(space, gymnasium.spaces.Space), space
many.reset(seed=1)
in_turn.reset(seed=1)
together.reset(seed=1)
print("inherited")
"""


class OtherLibraries(unittest.TestCase):
    def test_adapters_and_spaces_derive_from_what_is_installed(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in STAND_IN.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
            environment = {**os.environ, "PYTHONPATH": f"{folder}:{os.environ['PYTHONPATH']}"}
            done = subprocess.run([sys.executable, "-c", INHERITANCE], capture_output=True, text=True, env=environment, check=False)
        self.assertEqual(done.stdout, "inherited\n", done.stderr)

    def test_the_same_knowledge_is_the_default_everywhere(self):
        game = Game("turn_the_tide", players=4)
        size = game.observation_tensor_size()
        self.assertNotEqual(size, game.information_state_tensor_size())
        self.assertEqual(sum(count for _, count, _ in game.fields().values()), size)
        self.assertEqual(Batch(game, 1).observations.shape[1], size)
        self.assertEqual(vector.VectorEnv(game, 1, "random").single_observation_space.shape, (size,))
        for make in (pettingzoo.AECEnv, pettingzoo.ParallelEnv):
            self.assertEqual(make(game).observation_space("player_0")["observation"].shape, (size,))

    def test_masks_for_many_numbers_at_once(self):
        space = spaces.MultiDiscrete([3, 5])
        space.seed(1)
        masks = (numpy.array([0, 0, 1], numpy.int8), numpy.array([1, 0, 0, 1, 0], numpy.int8))
        drawn = {tuple(int(n) for n in space.sample(mask=masks)) for _ in range(50)}
        self.assertEqual(drawn, {(2, 0), (2, 3)})
        self.assertEqual(space.sample(mask=(numpy.zeros(3, numpy.int8), masks[1]))[0], 0)
        with self.assertRaises(ValueError):
            space.sample(mask=masks[:1])
        env = vector.VectorEnv(Game("high_tide_leiman"), 4, "random")
        _, infos = env.reset(seed=1)
        for _ in range(30):
            _, _, _, _, infos = env.step(env.action_space.sample(mask=tuple(infos["action_mask"])))

    def test_illegal_actions_are_refused_or_drawn_anew(self):
        game = Game("turn_the_tide")
        env = pettingzoo.AECEnv(game)
        env.reset(seed=1)
        mask = env.last()[0]["action_mask"]
        illegal = int(numpy.flatnonzero(mask == 0)[0])
        with self.assertRaises(springtide.Error):
            env.step(illegal)
        ends = []
        for _ in range(2):
            lenient = pettingzoo.AECEnv(game, illegal="random")
            lenient.reset(seed=1)
            for _ in lenient.agent_iter():
                over = lenient.last()[2]
                lenient.step(None if over else illegal)
            ends.append(lenient._state.record())
        self.assertEqual(ends[0], ends[1])


class WholeNumbers(unittest.TestCase):
    """A float is refused, never cut off."""
    FLOATS = (1.0, 1.7, numpy.float32(1), numpy.float64(1.2), numpy.array(1.5), "1", None)

    def test_states(self):
        state = Game("high_tide_leiman").new_initial_state()
        state.resolve_chance(Random(1))
        before = state.clone()
        for action in self.FLOATS:
            for call in (state.apply_action, state.child, state.action_to_string):
                with self.assertRaisesRegex(TypeError, "whole number"):
                    call(action)
        with self.assertRaisesRegex(TypeError, "whole number"):
            state.apply_actions([1.0, None])
        self.assertEqual(state, before)
        for action in (10**30, -(2**70), -1, 89):
            for call in (state.apply_action, state.child, state.action_to_string):
                with self.assertRaisesRegex(springtide.Error, f"there is no action {action}; the actions are 0 to 88"):
                    call(action)
        state.apply_action(numpy.int8(state.legal_actions()[0]) if state.legal_actions()[0] < 128 else state.legal_actions()[0])

    def test_chance_says_which_outcome_it_has_not(self):
        state = Game("high_tide_leiman").new_initial_state()
        for outcome in (2, -1, 10**30):
            with self.assertRaisesRegex(springtide.Error, f"no (outcome|action) {outcome};"):
                state.apply_action(outcome)
            with self.assertRaisesRegex(springtide.Error, f"chance has no outcome {outcome}; its outcomes are 0 to 1 now"):
                state.chance_to_string(outcome)

    def test_seats_and_notation(self):
        state = Game("high_tide_leiman").new_initial_state()
        state.resolve_chance(Random(1))
        for seat in (0.0, "0", [0]):
            for call in (state.legal_actions, state.observation_tensor, state.information_state_string, state.board,
                         state.player_return, lambda given: state.apply_action(0, given),
                         lambda given: state.action_to_string(given, 0)):
                with self.assertRaisesRegex(TypeError, "a seat is a whole number, not "):
                    call(seat)
        with self.assertRaisesRegex(springtide.Error, f"there is no seat {10**30}; the seats are 0 to 1"):
            state.legal_actions(10**30)
        for call in (state.string_to_action, lambda given: state.string_to_action(0, given), state.apply_chance):
            with self.assertRaisesRegex(TypeError, "notation is text, not 7"):
                call(7)

    def test_batches(self):
        batch = Batch(Game("turn_the_tide"), 4, seed=1)
        good = batch.random_actions().copy()
        before = batch.observations.copy()
        for bad in (good.astype(float), good.astype(numpy.float32), good.astype(object), [str(n) for n in good]):
            with self.assertRaisesRegex(TypeError, "whole numbers"):
                batch.step(bad)
        with self.assertRaisesRegex(springtide.Error, f"there is no action {2**32}; the actions are 0 to 59"):
            batch.step(good.astype(numpy.int64) * 0 + 2**32)  # would be the same numbers in 32 bits
        numpy.testing.assert_array_equal(batch.observations, before)
        for kind in (numpy.int8, numpy.uint8, numpy.int16, numpy.int64, numpy.uint64):
            twin = Batch(Game("turn_the_tide"), 4, seed=1)
            twin.step(good.astype(kind))
        batch.step(good)
        numpy.testing.assert_array_equal(batch.observations, twin.observations)
        batch.step([int(n) for n in batch.random_actions()])

    def test_environments(self):
        in_turn = pettingzoo.AECEnv(Game("high_tide_leiman"))
        in_turn.reset(seed=1)
        action = int(numpy.flatnonzero(in_turn.last()[0]["action_mask"])[0])
        with self.assertRaisesRegex(TypeError, "whole number"):
            in_turn.step(action + 0.5)
        in_turn.step(numpy.array(action))
        together = pettingzoo.ParallelEnv(Game("turn_the_tide"))
        together.reset(seed=1)
        with self.assertRaisesRegex(TypeError, "whole number"):
            together.step({agent: 1.0 for agent in together.agents})


class WordsOfOpenSpiel(unittest.TestCase):
    def test_the_seat_comes_before_the_action(self):
        """pyspiel.State: action_to_string(player, action) or (action), string_to_action(player, text) or (text)."""
        state = Game("high_tide_leiman").new_initial_state()
        self.assertEqual(state.action_to_string(springtide.PlayerId.CHANCE, 1), state.chance_to_string(1))
        self.assertEqual(state.action_to_string(1), state.chance_to_string(1))
        state.resolve_chance(Random(1))
        action = state.legal_actions()[-1]
        text = state.action_to_string(action)
        self.assertNotIn(action, (0, 1))
        for seat in (0, 1):
            self.assertEqual(state.action_to_string(seat, action), text)
            self.assertEqual(state.string_to_action(seat, text), action)
        with self.assertRaisesRegex(springtide.Error, f"there is no seat {action}"):
            state.action_to_string(action, 1)  # as it was before: no other action is named in silence

    def test_a_sampler_draws_what_a_seat_cannot_know(self):
        state = Game("turn_the_tide").new_initial_state()
        state.resolve_chance(Random(1))
        drawn = [state.resample_from_infostate(0, lambda value=value: value) for value in (0.0, 0.25, 0.25, 0.999)]
        self.assertEqual(drawn[1], drawn[2])
        self.assertNotEqual(drawn[0], drawn[3])
        self.assertEqual(drawn[3].information_state_string(0), state.information_state_string(0))

    def test_no_game_leaves_its_bounds(self):
        longest = {}
        for game in kit.all_games(most=4):
            for rewards in ("win", "points"):
                named = dict(game.options)
                game = Game(game.id, players=game.num_players(), rewards=rewards, **named)
                decisions = 0

                def count(state):
                    nonlocal decisions
                    decisions += bool(state.to_act())

                end = kit.play_random(game, 5, count)
                self.assertLessEqual(decisions, game.max_game_length(), game)
                self.assertTrue(all(game.min_utility() <= value <= game.max_utility() for value in end.returns()),
                                (game, end.returns()))
                if game.utility_sum() is not None:
                    self.assertAlmostEqual(sum(end.returns()), game.utility_sum(), places=5)
                longest[game.id] = max(longest.get(game.id, 0), decisions / game.max_game_length())
        for game, share in longest.items():
            self.assertGreater(share, 0.08, f"the bound of {game} says little")

    def test_bounds_can_be_reached(self):
        game = Game("high_tide_leiman", stones=2, rewards="points")
        self.assertEqual((game.min_utility(), game.max_utility()), (0, 2))
        self.assertEqual(max(kit.play_random(game, 1).returns()), 2)
        alone = kit.play_random(Game("high_tide_leiman"), 1)
        self.assertEqual(sorted(alone.returns()), [alone.get_game().min_utility(), alone.get_game().max_utility()])

    def test_shapes_children_and_returns(self):
        for game in kit.default_games():
            self.assertEqual(game.observation_tensor_shape(), [game.observation_tensor_size()])
            self.assertEqual(game.information_state_tensor_shape(), [game.information_state_tensor_size()])
            state = game.new_initial_state()
            state.resolve_chance(Random(1))
            before, action = state.clone(), state.legal_actions()[0]
            child = state.child(action)
            self.assertEqual(state, before)
            state.apply_action(action)
            self.assertEqual(child, state)
            end = kit.play_random(game, 1)
            self.assertEqual([end.player_return(seat) for seat in range(game.num_players())], end.returns())
            self.assertEqual([end.player_reward(seat) for seat in range(game.num_players())], end.rewards())

    def test_states_are_read_again_by_their_game(self):
        for game in kit.default_games():
            end = kit.play_random(game, 2)
            again = game.deserialize_state(end.serialize())
            self.assertEqual(again, end)
            self.assertEqual(again.get_game(), game)
        with self.assertRaisesRegex(springtide.Error, "another game"):
            Game("turn_the_tide", players=4).deserialize_state(kit.play_random(Game("turn_the_tide"), 2).serialize())


class Help(unittest.TestCase):
    def public(self, thing):
        return [(name, member) for name, member in vars(thing).items() if not name.startswith("_")]

    def test_everything_explains_itself(self):
        """A docstring from C++ begins with a signature that pybind11 writes; words must follow it."""
        silent = []
        for kind in (springtide.Game, springtide.State, springtide.Batch, springtide.Random):
            for name, member in self.public(kind):
                words = inspect.getdoc(member) or ""
                if not words.split("\n\n", 1)[-1].strip() or words.strip().startswith(f"{name}(") and "\n\n" not in words:
                    silent.append(f"{kind.__name__}.{name}")
        names = [found.name for found in pkgutil.iter_modules(springtide.__path__, "springtide.") if not found.name.endswith("__")]
        for module in (springtide, *map(importlib.import_module, names)):
            self.assertTrue(module.__doc__, module.__name__)
            for name, member in self.public(module):
                if getattr(member, "__module__", "").startswith("springtide") and not inspect.getdoc(member):
                    silent.append(name)
                if inspect.isclass(member) and member.__module__.startswith("springtide"):
                    silent += [f"{name}.{method}" for method, code in self.public(member)
                               if (inspect.isfunction(code) or isinstance(code, property)) and not code.__doc__]
        self.assertEqual(silent, [])


if __name__ == "__main__":
    unittest.main()
