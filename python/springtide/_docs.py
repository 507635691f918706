"""Documentation of the C++ classes, with examples; `import springtide` attaches it, so that help() shows it."""
from ._core import Batch, Game, Random, State

Game.__doc__ = """A game with its number of players and its options.

Game(id, players=None, rewards="win", **options): options as springtide.games() lists them, written as Python writes them.
`rewards` decides what returns() and rewards() count: "win" pays the winners at the end what the others lose (1 for winning
alone, sums to 0), "points" are those of the rulebook as soon as they are counted.

>>> from springtide import Game
>>> game = Game("turn_the_tide", players=4, cascade=False)
>>> game.num_players(), game.num_distinct_actions(), game.max_game_length()
(4, 60, 192)
>>> game.min_utility(), game.max_utility(), game.utility_sum()
(-0.3333333432674408, 1.0, 0.0)

Action ids are dense, mean the same in every state and never change. What a seat sees is a row of floats; fields() says
which of them mean what, as (first, how many, words):

>>> game.fields()["hand"]
(0, 60, 'the weather cards 1 to 60 in the own hand')
"""

State.__doc__ = """A game being played: a plain value that can be copied, compared, hashed, pickled and written as a record.

Who acts: current_player() is a seat, or PlayerId.CHANCE, SIMULTANEOUS or TERMINAL; to_act() lists the seats.

>>> from springtide import Game, PlayerId, Random
>>> state = Game("turn_the_tide", players=3).new_initial_state()
>>> state.is_chance_node()
True
>>> state.resolve_chance(Random(1))      # deals the cards, turns up two tide cards
>>> state.current_player() == PlayerId.SIMULTANEOUS, state.to_act()
(True, [0, 1, 2])

Decisions: legal_actions(seat) and legal_actions_mask(seat) say what may be done; apply_action(action, seat) does it for a
seat, apply_actions for all at once. Where no seat is named, the first that is to act is meant.

>>> state.apply_actions([state.legal_actions(seat)[0] for seat in range(3)])
>>> state.action_to_string(0, 11), state.string_to_action(0, "12")      # the seat first, as in OpenSpiel
('12', 11)

Chance: chance_outcomes() lists (index, probability), and apply_action(index) plays one; where there is too much to list (a
deal, a set-up) sample_chance(random) draws. apply_chance(text) plays what you name.

Knowledge: observation_string and observation_tensor are what lies on the table for a seat, information_state_string and
information_state_tensor also what a perfect memory adds. resample_from_infostate(seat, seed) gives a state that this seat
could not tell from the real one. board(seat) draws the table as the terminal does, str(state) with all secrets.

>>> other = state.resample_from_infostate(0, seed=5)
>>> other.information_state_string(0) == state.information_state_string(0)
True

The end: is_terminal(), returns(), points(), winners(); rewards() is what the last decision earned. Records: history(),
record() (read by load_record and by the program), serialize() and Game.deserialize_state(). choose(level) asks one of
Springtide's bots. child(action) is a copy with the action played.
"""

Random.__doc__ = """Springtide's own generator: one seed gives the same numbers on every machine.

>>> from springtide import Random
>>> Random(1).below(1000) == Random(1).below(1000)
True
"""

Batch.__doc__ = """Many games at once, stepped by threads of their own while the interpreter is free.

Batch(game, games, *, seed=0, threads=0, knowledge="observation", every_seat=False, bots={}, rotate=False, nodes=100,
      **arrays)

After reset() and step(actions) the arrays show every game as the seat sees it that is to act: `observations`, `masks` (1
for a legal action), `current_player`, `rewards` (by seat, earned in this step) and `done` (the game ended, and the next one
has begun; `final_observations` then has its end). Arrays of your own can be given by these names. What a game does follows
from its seed alone: reset(seeds) sets them one by one.

>>> from springtide import Batch, Game
>>> batch = Batch(Game("turn_the_tide", players=4), 1000, seed=1)
>>> for step in range(10):
...     batch.step(batch.random_actions())
>>> batch.observations.shape, batch.masks.shape, batch.rewards.shape
((1000, 219), (1000, 60), (1000, 4))

A game can be taken out as a State and another put in; a batch can be pickled and copied, and goes on as the first would:

>>> state = batch.state(7)
>>> batch.set_state(8, state)
>>> batch.state(8) == state
True

With `every_seat` all seats choose in one step and every array has a row for each seat; `current_player` is then 1 where a
seat is to act. `bots` names the level that plays a seat; with `rotate` they change seats from game to game,
and `nodes` is what a move may cost where the level searches.

>>> against = Batch(Game("turn_the_tide", players=3), 8, bots={1: "random", 2: "random"})
>>> against.step(against.random_actions())
>>> set(against.current_player) == {0}
True
"""
