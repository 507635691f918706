#include <gtest/gtest.h>

#include <algorithm>

#include "bots/high_tide_leiman/bots.hpp"
#include "bots/high_tide_leiman/length_solver.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"
#include "bots/high_tide_leiman/solver.hpp"
#include "tests/solver/brute_force.hpp"

namespace springtide::test {

using namespace high_tide_leiman;
using Bots = GameBots<State>;

namespace {

Choice<Action> ask(std::string_view level, const State& state, Random& random, const BotRequest& request = {}) {
    return Bots::choose(level, observe(state, Observer::seat(state.mover)), request, random);
}

BotRequest so_many_nodes(std::uint64_t nodes) {
    BotRequest request;
    request.nodes = nodes;
    return request;
}

/// Rounds the first level wins, each of so many set-ups played from both sides.
int rounds_won(std::string_view first, std::string_view second, int setups) {
    Random random(1);
    int won = 0;
    for (int i = 0; i < setups; ++i) {
        const State set_up = first_position(draw_setup(random));
        for (const Seat seat_of_first : {seat_blue, seat_pink}) {
            State state = set_up;
            while (state.phase == Phase::moving) {
                const auto level = state.mover == seat_of_first ? first : second;
                apply(state, state.mover, ask(level, state, random).action);
            }
            if (state.round_winner == seat_of_first) ++won;
        }
    }
    return won;
}

}  // namespace

TEST(LeimanLevels, every_level_moves_legally_in_every_position_of_a_round) {
    Random random(2);
    for (const State& state : random_round(random))
        for (const auto& row : Bots::levels())
            EXPECT_TRUE(is_legal(state, state.mover, ask(row.name, state, random).action)) << row.name;
}

TEST(LeimanLevels, each_level_clearly_beats_the_one_below) {
    EXPECT_GE(rounds_won("easy", "random", 50), 75);
    EXPECT_GE(rounds_won("medium", "easy", 50), 65);
    EXPECT_GE(rounds_won("hard", "medium", 50), 75);
    EXPECT_GE(rounds_won("best", "hard", 10), 12);  // ten are won by force; 62 of 80 in a longer match
}

TEST(LeimanLevels, the_same_lots_give_the_same_move) {
    Random setups(3);
    for (int round = 0; round < 10; ++round) {
        const State state = first_position(draw_setup(setups));
        for (const auto level : {"easy", "medium", "hard"}) {
            Random once(7);
            Random again(7);
            EXPECT_EQ(ask(level, state, once).action, ask(level, state, again).action);
        }
    }
}

TEST(LeimanLevels, perfect_proves_the_winner_and_shows_how) {
    Random random(4);
    for (int round = 0; round < 10; ++round) {
        State state = random_round(random).front();
        const auto choice = ask("perfect", state, random);
        EXPECT_TRUE(choice.exact);
        ASSERT_TRUE(choice.winner);
        ASSERT_FALSE(choice.line.empty());
        EXPECT_EQ(choice.line.front(), choice.action);
        for (const Action action : choice.line) apply(state, state.mover, action);
        EXPECT_EQ(state.phase, Phase::over);
        EXPECT_EQ(state.round_winner, *choice.winner);
    }
}

TEST(LeimanLevels, perfect_never_lets_a_win_slip) {
    Random random(5);
    for (int round = 0; round < 10; ++round) {
        State state = random_round(random).front();
        const Seat winner = *ask("perfect", state, random).winner;
        while (state.phase == Phase::moving)
            apply(state, state.mover, ask(state.mover == winner ? "perfect" : "hard", state, random).action);
        EXPECT_EQ(state.round_winner, winner);
    }
}

TEST(LeimanLevels, perfect_wins_by_as_much_as_can_be_forced) {
    Random random(6);
    Solver solver;
    for (int round = 0; round < 5; ++round) {
        State state = random_round(random).front();
        const Ending ending = *solver.ending(state);
        while (state.phase == Phase::moving)
            apply(state, state.mover, ask(state.mover == ending.winner ? "perfect" : "hard", state, random).action);
        EXPECT_EQ(state.round_winner, ending.winner);
        const int margin = visible(state, seat_blue) - visible(state, seat_pink);
        EXPECT_GE(ending.winner == seat_blue ? margin : -margin,
                  ending.winner == seat_blue ? ending.margin : -ending.margin);
    }
}

TEST(LeimanLevels, perfect_leaves_the_winner_the_fewest_winning_answers_and_then_holds_out_longest) {
    Random random(7);
    Solver solver;
    LengthSolver lengths;
    struct Problem {
        std::size_t answers = State::ActionList::capacity();
        std::size_t length = 0;
    };
    int lost = 0;
    int decided_by_length = 0;
    while (lost < 80) {
        const auto states = random_round(random);
        const State& state = states[states.size() / 2];
        if (*solver.winner(state) == state.mover) continue;
        ++lost;
        const auto problem = [&](Action action) {
            State next = state;
            apply(next, state.mover, action);
            if (next.phase == Phase::over) return Problem{};
            return Problem{.answers = *solver.winning_moves(next, State::ActionList::capacity()),
                           .length = lengths.forced_win(next)->length};
        };
        const Problem left = problem(ask("perfect", state, random).action);
        for (const Action action : legal_actions(state, state.mover)) {
            const Problem other = problem(action);
            EXPECT_LE(left.answers, other.answers);
            if (other.answers != left.answers) continue;
            EXPECT_GE(left.length, other.length);
            decided_by_length += other.length < left.length ? 1 : 0;
        }
    }
    EXPECT_GT(decided_by_length, 5);
}

TEST(LeimanLevels, best_keeps_to_its_budget_and_says_what_is_not_proven) {
    Random random(8);
    int proven = 0;
    int open = 0;
    for (int round = 0; round < 20; ++round) {
        const auto states = random_round(random);
        for (const State& state : {states.front(), states[1], states[2], states.back()}) {
            const auto choice = ask("best", state, random, so_many_nodes(3000));
            EXPECT_TRUE(is_legal(state, state.mover, choice.action));
            EXPECT_EQ(choice.exact, choice.winner.has_value());
            if (choice.exact) {
                EXPECT_EQ(choice.line.front(), choice.action);
                EXPECT_EQ(*choice.winner, *Solver().winner(state));
                ++proven;
            } else {
                EXPECT_TRUE(choice.line.empty());
                ++open;
            }
        }
    }
    EXPECT_GT(proven, 20);
    EXPECT_GT(open, 10);
}

TEST(LeimanLevels, best_without_time_for_a_proof_still_beats_medium) {
    Random random(9);
    int won = 0;
    for (int i = 0; i < 80; ++i) {
        State state = first_position(draw_setup(random));
        const Seat best = i % 2 == 0 ? seat_blue : seat_pink;
        while (state.phase == Phase::moving)
            apply(state, state.mover,
                  state.mover == best ? ask("best", state, random, so_many_nodes(2000)).action
                                      : ask("medium", state, random).action);
        if (state.round_winner == best) ++won;
    }
    EXPECT_GE(won, 48);  // of 80; 45 to 58 with other lots
}

}  // namespace springtide::test
