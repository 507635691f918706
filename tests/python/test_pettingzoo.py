"""AECEnv and ParallelEnv keep what PettingZoo's documentation promises of such environments."""
import random
import unittest

import kit
import numpy
import springtide
from springtide import Game, pettingzoo


def some_games():
    return [*kit.default_games(), Game("turn_the_tide", players=5, rewards="points"),
            Game("high_tide_henn", players=4, coins=True, baywatch=True)]


def seeded(env):
    """The same random actions every time."""
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seat)
    return env


class Rendering(unittest.TestCase):
    def test_ansi_is_the_board_that_the_terminal_draws(self):
        for game in some_games():
            for make in (pettingzoo.AECEnv, pettingzoo.ParallelEnv):
                env = make(game, render_mode="ansi")
                env.reset(seed=1)
                board = env.render()
                self.assertIn(game.title.split(" (")[0], board)
                self.assertNotIn('"', board)
                self.assertGreater(board.count("\n"), 3)

    def test_no_hand_is_shown_to_a_spectator(self):
        env = pettingzoo.ParallelEnv(Game("turn_the_tide"))
        env.reset(seed=1)
        self.assertNotIn("your hand", env.render())
        self.assertIn("your hand", env._state.board(0))


class AgentsInTurn(unittest.TestCase):
    def test_whole_games_keep_the_contract(self):
        for game in some_games():
            with self.subTest(game=repr(game)):
                self.play(seeded(pettingzoo.AECEnv(game)))

    def play(self, env):
        env.reset(seed=3)
        self.assertEqual(env.agents, env.possible_agents)
        self.assertIsNot(env.agents, env.possible_agents)
        self.assertEqual(env.num_agents, env.max_num_agents)
        paid = {agent: 0.0 for agent in env.possible_agents}
        received = dict(paid)
        dead_steps = 0
        for agent in env.agent_iter():
            self.assertEqual(agent, env.agent_selection)
            self.assertIn(agent, env.agents)
            for per_agent in (env.rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(list(per_agent), env.agents)
            observation, reward, termination, truncation, info = env.last()
            self.assertIn(observation, env.observation_space(agent))
            self.assertFalse(truncation)
            received[agent] += reward
            if termination:
                self.assertFalse(observation["action_mask"].any())
                dead_steps += 1
                env.step(None)
                self.assertNotIn(agent, env.agents)
                continue
            numpy.testing.assert_array_equal(info["action_mask"], observation["action_mask"])
            action = env.action_space(agent).sample(observation["action_mask"])
            self.assertIn(action, env.action_space(agent))
            env.step(action)
            for other, value in env.rewards.items():
                paid[other] += value
        self.assertEqual(env.agents, [])
        self.assertEqual(dead_steps, env.max_num_agents)
        for agent in env.possible_agents:
            self.assertAlmostEqual(paid[agent], received[agent], places=5)

    def test_last_gives_the_reward_since_the_agent_acted(self):
        env = seeded(pettingzoo.AECEnv(Game("turn_the_tide", rewards="points")))
        env.reset(seed=1)
        while not any(env.rewards.values()):
            env.step(env.action_space(env.agent_selection).sample(env.observe(env.agent_selection)["action_mask"]))
        scored = dict(env.rewards)
        for _ in env.possible_agents:
            agent = env.agent_selection
            self.assertEqual(env.last()[1], scored[agent])
            env.step(env.action_space(agent).sample(env.infos[agent]["action_mask"]))

    def test_one_seed_is_one_game(self):
        games = []
        for _ in range(2):
            env = pettingzoo.AECEnv(Game("high_tide_henn"))
            env.reset(seed=42)
            rng, seen = random.Random(1), []
            for _ in range(30):
                mask = env.last()[0]["action_mask"]
                seen.append(env.last()[0]["observation"].tobytes())
                env.step(rng.choice(numpy.flatnonzero(mask)))
            games.append(seen)
        self.assertEqual(games[0], games[1])

    def test_wrong_steps_are_refused(self):
        env = seeded(pettingzoo.AECEnv(Game("high_tide_leiman")))
        env.reset(seed=1)
        mask = env.last()[0]["action_mask"]
        with self.assertRaises(springtide.Error):
            env.step(int(numpy.flatnonzero(mask == 0)[0]))
        with self.assertRaises(springtide.Error):
            env.step(None)
        numpy.testing.assert_array_equal(env.last()[0]["action_mask"], mask)
        while not env.terminations[env.agent_selection]:
            env.step(env.action_space(env.agent_selection).sample(env.last()[4]["action_mask"]))
        with self.assertRaises(springtide.Error):
            env.step(0)

    def test_spaces_are_the_same_objects_every_time(self):
        env = pettingzoo.AECEnv(Game("turn_the_tide"))
        for agent in env.possible_agents:
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
            self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertEqual(env.action_space(agent).n, 60)


class AgentsTogether(unittest.TestCase):
    def test_whole_games_keep_the_contract(self):
        for game in some_games():
            with self.subTest(game=repr(game)):
                self.play(seeded(pettingzoo.ParallelEnv(game)))

    def play(self, env):
        observations, infos = env.reset(seed=5)
        agents = env.possible_agents
        sums = {agent: 0.0 for agent in agents}
        while env.agents:
            self.assertEqual(env.agents, agents)
            self.assertEqual(list(observations), agents)
            self.assertEqual(list(infos), agents)
            for agent in agents:
                self.assertIn(observations[agent], env.observation_space(agent))
            actions = {agent: env.action_space(agent).sample(infos[agent]["action_mask"]) for agent in agents}
            answer = env.step(actions)
            self.assertEqual(len(answer), 5)
            observations, rewards, terminations, truncations, infos = answer
            for per_agent in answer:
                self.assertEqual(list(per_agent), agents)
            self.assertFalse(any(truncations.values()))
            self.assertEqual(all(terminations.values()), not env.agents)
            self.assertEqual(any(terminations.values()), not env.agents)
            for agent in agents:
                sums[agent] += rewards[agent]
        if env.game.reward_kind == "win":
            self.assertAlmostEqual(sum(sums.values()), 0, places=5)
            self.assertGreaterEqual(max(sums.values()), 0)
        with self.assertRaises(springtide.Error):
            env.step({})
        env.reset()
        self.assertEqual(env.agents, agents)

    def test_all_seats_choose_in_one_step(self):
        env = pettingzoo.ParallelEnv(Game("turn_the_tide", players=4))
        observations, infos = env.reset(seed=1)
        self.assertTrue(all(info["action_mask"].sum() == 12 for info in infos.values()))
        actions = {agent: int(numpy.flatnonzero(infos[agent]["action_mask"])[0]) for agent in env.agents}
        missing = dict(list(actions.items())[:3])
        with self.assertRaises(springtide.Error):
            env.step(missing)
        _, _, _, _, infos = env.step(actions)
        self.assertTrue(all(info["action_mask"].sum() == 11 for info in infos.values()))


if __name__ == "__main__":
    unittest.main()
