#include "bots/high_tide_leiman/solver.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <set>
#include <string>

#include "bots/high_tide_leiman/setup_classes.hpp"
#include "notation/high_tide_leiman.hpp"
#include "tests/solver/brute_force.hpp"
#include "tests/solver/twins.hpp"
#include "tests/source_dir.hpp"

namespace springtide::test {

using namespace high_tide_leiman;

namespace {

/// A set-up after a few random moves, if the round lasts that long.
State early_position(Random& random, std::size_t moves) {
    const auto states = random_round(random);
    return states[std::min(moves, states.size() - 1)];
}

/// The state after a line, which must be legal to its end.
State played_out(State state, const Solver::Line& line) {
    for (const Action action : line) {
        EXPECT_TRUE(is_legal(state, state.mover, action));
        apply(state, state.mover, action);
    }
    return state;
}

}  // namespace

TEST(Solver, agrees_with_brute_force_on_late_positions) {
    Random random(1);
    Solver solver;
    std::size_t checked = 0;
    while (checked < 4000) {
        for (const auto& [state, ending] : late_positions(random, 2000)) {
            ASSERT_EQ(solver.winner(state), ending.winner);
            ASSERT_EQ(solver.ending(state), ending);
            ++checked;
        }
    }
}

TEST(Solver, agrees_with_brute_force_on_every_move) {
    Random random(2);
    Solver solver;
    std::size_t checked = 0;
    while (checked < 2000) {
        for (const Late& late : late_positions(random, 500)) {
            const auto winners = solver.move_winners(late.state);
            const auto endings = solver.move_endings(late.state);
            const auto actions = legal_actions(late.state, late.state.mover);
            ASSERT_EQ(winners->size(), actions.size());
            ASSERT_EQ(endings->size(), actions.size());
            for (std::size_t i = 0; i < actions.size(); ++i) {
                State next = late.state;
                apply(next, next.mover, actions[i]);
                int budget = 500;
                const auto expected = brute_force(next, budget);
                ASSERT_EQ((*endings)[i].action, actions[i]);
                ASSERT_EQ((*endings)[i].found, expected);
                ASSERT_EQ((*winners)[i].found, expected->winner);
                ++checked;
            }
        }
    }
}

TEST(Solver, knows_the_winners_of_the_protocols_examples) {
    std::ifstream file(SPRINGTIDE_SOURCE_DIR "/tests/protocol/examples/high_tide_leiman.jsonl");
    ASSERT_TRUE(file);
    Solver solver;
    int unfinished = 0;
    for (std::string line; std::getline(file, line);) {
        const auto example = boost::json::parse(line);
        const auto state =
            GameText<State>::parse_position(example.at("position").as_string(), {.stones = 1, .first = First::blue});
        ASSERT_TRUE(state);
        const auto expected = example.at("winner_with_best_play").to_number<Seat>();
        if (state->phase == Phase::over) {
            EXPECT_EQ(round_result(*state).winner, expected);
        } else {
            EXPECT_EQ(solver.winner(*state), expected) << line;
            ++unfinished;
        }
    }
    EXPECT_GE(unfinished, 10);
}

TEST(Solver, twins_end_alike) {
    Random random(3);
    for (int round = 0; round < 12; ++round) {
        const State state = early_position(random, 3);
        Solver solver;
        const Ending ending = *solver.ending(state);
        for (const bool swap : {false, true}) {
            const auto& map = symmetries[random.below(symmetry_count)];
            const Ending expected = swap ? Ending{opponent(ending.winner), -ending.margin} : ending;
            EXPECT_EQ(solver.ending(twin(state, map, swap)), expected);
        }
    }
}

TEST(Solver, twins_have_the_same_number_of_moves) {
    Random random(4);
    std::set<CellMap> different(symmetries.begin(), symmetries.end());
    EXPECT_EQ(different.size(), symmetries.size());
    for (int round = 0; round < 50; ++round)
        for (const State& state : random_round(random))
            for (const auto& map : symmetries)
                ASSERT_EQ(perft(twin(state, map, true), 2, 1'000'000), perft(state, 2, 1'000'000));
}

TEST(Solver, lines_of_best_play_end_as_predicted) {
    Random random(5);
    Solver solver;
    for (int round = 0; round < 30; ++round) {
        const State state = early_position(random, 4);
        const Ending ending = *solver.ending(state);
        const State end = played_out(state, *solver.best_line(state));
        EXPECT_EQ(end.phase, Phase::over);
        EXPECT_EQ(final_ending(end), ending);
        const State other_end = played_out(state, *solver.winning_line(state));
        EXPECT_EQ(other_end.phase, Phase::over);
        EXPECT_EQ(other_end.round_winner, ending.winner);
    }
}

TEST(Solver, the_move_of_a_proof_keeps_the_win_against_any_answer) {
    Random random(6);
    Solver solver;
    for (int round = 0; round < 30; ++round) {
        State state = early_position(random, 4);
        const Seat winner = solver.prove(state)->winner;
        while (state.phase == Phase::moving) {
            const Action action =
                state.mover == winner ? solver.prove(state)->action : pick_random_action(state, state.mover, random);
            ASSERT_TRUE(is_legal(state, state.mover, action));
            apply(state, state.mover, action);
        }
        EXPECT_EQ(state.round_winner, winner);
    }
}

TEST(Solver, a_small_table_costs_time_and_never_truth) {
    Random random(7);
    Solver large(std::size_t{1} << 22U);
    Solver small(1);
    for (int round = 0; round < 30; ++round) {
        const State state = early_position(random, 4);
        EXPECT_EQ(small.ending(state), large.ending(state));
    }
}

/// What the search looks at to order moves is whole numbers, so this is the same with every compiler and on every
/// machine; a better order changes it, and docs/explanation/high-tide-leiman-solved.md with it.
TEST(Solver, needs_the_same_positions_everywhere) {
    Random random(1000);
    Solver solver;
    std::uint64_t nodes = 0;
    for (int i = 0; i < 20; ++i) {
        solver.clear();
        solver.winner(first_position(draw_setup(random)));
        nodes += solver.nodes();
    }
    EXPECT_EQ(nodes, 781'692U);
}

TEST(Solver, repeats_its_work_exactly_after_clear) {
    Random random(8);
    const State state = early_position(random, 3);
    Solver solver;
    const auto first = solver.ending(state);
    const auto nodes = solver.nodes();
    EXPECT_GT(nodes, 0U);
    EXPECT_EQ(solver.ending(early_position(random, 3)).has_value(), true);
    solver.clear();
    EXPECT_EQ(solver.nodes(), 0U);
    EXPECT_EQ(solver.ending(state), first);
    EXPECT_EQ(solver.nodes(), nodes);
}

TEST(Solver, stops_when_the_watch_says_so_and_can_be_asked_again) {
    Random random(9);
    State state = early_position(random, 0);
    Solver solver;
    int calls = 0;
    const auto stop_at_second_call = [](void* context, std::uint64_t) { return ++*static_cast<int*>(context) < 2; };
    for (solver.set_watch(stop_at_second_call, &calls); solver.ending(state); state = early_position(random, 0)) {
        calls = 0;
        solver.clear();
    }
    EXPECT_GE(calls, 2);
    EXPECT_FALSE(solver.move_winners(state));
    EXPECT_FALSE(solver.best_line(state));
    solver.set_watch(nullptr, nullptr);
    const auto resumed = solver.ending(state);
    Solver fresh;
    EXPECT_EQ(resumed, fresh.ending(state));
}

}  // namespace springtide::test
