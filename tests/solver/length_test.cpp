#include <gtest/gtest.h>

#include "bots/high_tide_leiman/length_solver.hpp"
#include "tests/solver/brute_force.hpp"
#include "tests/solver/twins.hpp"

/// How long a round lasts if its winner hurries and its loser delays.
namespace springtide::test {

using namespace high_tide_leiman;

namespace {

struct Played {
    Seat winner;
    std::size_t length;
};

/// Every line to its end with nothing but the rules; nothing once `budget` positions were visited.
std::optional<Played> plain_length(const State& state, int& budget) {
    if (--budget < 0) return std::nullopt;
    if (state.phase == Phase::over) return Played{.winner = round_result(state).winner, .length = 0};
    std::optional<Played> won;   // the mover's quickest win
    std::optional<Played> lost;  // the slowest loss of who moves
    for (const Action action : legal_actions(state, state.mover)) {
        State next = state;
        apply(next, state.mover, action);
        auto played = plain_length(next, budget);
        if (!played) return std::nullopt;
        ++played->length;
        if (played->winner == state.mover) {
            if (!won || played->length < won->length) won = played;
        } else if (!lost || played->length > lost->length) {
            lost = played;
        }
    }
    return won ? won : lost;
}

/// The position before the last `moves` moves of a random round that is not over early.
State position_before_the_end(Random& random, std::size_t moves) {
    for (;;) {
        const auto states = random_round(random);
        if (states.size() >= moves + 7) return states[states.size() - moves];
    }
}

}  // namespace

TEST(Length, agrees_with_plain_search_on_late_positions) {
    Random random(1);
    LengthSolver solver;
    int checked = 0;
    int won_by_mover = 0;
    std::size_t longest = 0;
    while (checked < 2000) {
        const auto states = random_round(random);
        std::vector<std::size_t> lengths;
        for (auto state = states.rbegin(); state != states.rend(); ++state) {
            int budget = 3000;
            const auto expected = plain_length(*state, budget);
            if (!expected) break;
            for (const bool swap : {false, true}) {
                const State asked = twin(*state, symmetries[0], swap);
                const auto forced = solver.forced_win(asked);
                ASSERT_EQ(forced->winner, swap ? opponent(expected->winner) : expected->winner);
                ASSERT_EQ(forced->length, expected->length);
            }
            won_by_mover += expected->winner == state->mover ? 1 : 0;
            longest = std::max(longest, expected->length);
            lengths.push_back(expected->length);
            ++checked;
        }
        // Forwards again: what is known of a position must hold for whoever asks about a later one.
        LengthSolver once(1);
        for (auto state = states.end() - std::ssize(lengths); state != states.end(); ++state, lengths.pop_back())
            ASSERT_EQ(once.forced_win(*state)->length, lengths.back());
    }
    EXPECT_GT(won_by_mover, 500);
    EXPECT_LT(won_by_mover, 1500);
    EXPECT_GE(longest, 8U);
}

TEST(Length, of_the_position_after_every_move_agrees_with_plain_search) {
    Random random(2);
    LengthSolver solver;
    int checked = 0;
    while (checked < 1000) {
        const State state = position_before_the_end(random, 5);
        for (const Action action : legal_actions(state, state.mover)) {
            State next = state;
            apply(next, state.mover, action);
            int budget = 500;
            const auto expected = plain_length(next, budget);
            if (!expected || next.phase == Phase::over) continue;
            const auto forced = solver.forced_win(next);
            ASSERT_EQ(forced->winner, expected->winner);
            ASSERT_EQ(forced->length, expected->length);
            ++checked;
        }
    }
}

TEST(Length, twins_last_alike) {
    Random random(3);
    for (int round = 0; round < 15; ++round) {
        const State state = position_before_the_end(random, 8);
        LengthSolver solver;
        const auto forced = *solver.forced_win(state);
        for (const bool swap : {false, true}) {
            const State other = twin(state, symmetries[random.below(symmetry_count)], swap);
            const auto found = *solver.forced_win(other);
            EXPECT_EQ(found.length, forced.length);
            EXPECT_EQ(found.winner, swap ? opponent(forced.winner) : forced.winner);
        }
    }
}

TEST(Length, L8_the_round_ends_with_the_last_move_of_the_line_and_every_move_of_it_counts_one) {
    Random random(4);
    LengthSolver solver;
    for (int number = 0; number < 15; ++number) {
        State state = position_before_the_end(random, 8);
        const auto round = *solver.round(state);
        std::size_t left = round.line.size();
        for (const Action action : round.line) {
            ASSERT_EQ(state.phase, Phase::moving);
            LengthSolver fresh(1);
            const auto forced = *fresh.forced_win(state);
            EXPECT_EQ(forced.winner, round.winner);
            EXPECT_EQ(forced.length, left);
            ASSERT_TRUE(is_legal(state, state.mover, action));
            apply(state, state.mover, action);
            --left;
        }
        EXPECT_EQ(state.phase, Phase::over);
        EXPECT_EQ(state.round_winner, round.winner);
    }
}

TEST(Length, no_defence_lasts_longer_and_no_attack_that_wins_is_quicker) {
    Random random(5);
    LengthSolver solver;
    int quick_wins = 0;
    for (int number = 0; number < 40; ++number) {
        const State start = position_before_the_end(random, 8);
        const auto forced = *solver.forced_win(start);
        for (const Seat follows : {seat_blue, seat_pink}) {  // the other moves at random
            State state = start;
            std::size_t moves = 0;
            for (; state.phase == Phase::moving; ++moves) {
                const auto round = *solver.round(state);
                EXPECT_EQ(round.line.size(), solver.forced_win(state)->length);
                apply(state, state.mover,
                      state.mover == follows ? round.line[0] : pick_random_action(state, state.mover, random));
            }
            if (follows == forced.winner) {
                EXPECT_EQ(state.round_winner, forced.winner);
                EXPECT_LE(moves, forced.length);
            } else if (state.round_winner == forced.winner) {
                EXPECT_GE(moves, forced.length);
                ++quick_wins;
            }
        }
    }
    EXPECT_GT(quick_wins, 5);
}

TEST(Length, a_small_table_costs_time_and_never_truth) {
    Random random(6);
    LengthSolver large(std::size_t{1} << 22U);
    LengthSolver small(1);
    for (int number = 0; number < 30; ++number) {
        const State state = position_before_the_end(random, 8);
        EXPECT_EQ(small.forced_win(state)->length, large.forced_win(state)->length);
    }
}

TEST(Length, repeats_its_work_exactly_after_clear) {
    Random random(7);
    const State state = position_before_the_end(random, 8);
    LengthSolver solver;
    const auto first = solver.forced_win(state)->length;
    const auto nodes = solver.nodes();
    EXPECT_GT(nodes, 0U);
    solver.forced_win(position_before_the_end(random, 8));
    solver.clear();
    EXPECT_EQ(solver.nodes(), 0U);
    EXPECT_EQ(solver.forced_win(state)->length, first);
    EXPECT_EQ(solver.nodes(), nodes);
}

TEST(Length, stops_when_the_watch_says_so_and_can_be_asked_again) {
    Random random(8);
    const State state = position_before_the_end(random, 8);
    LengthSolver fresh;
    const auto whole = fresh.forced_win(state)->length;
    for (std::uint64_t most = 1; most < fresh.nodes(); most *= 2) {
        LengthSolver solver;
        const auto enough = [](void* limit, std::uint64_t nodes) {
            return nodes <= *static_cast<const std::uint64_t*>(limit);
        };
        solver.set_watch(enough, &most, 1);
        EXPECT_FALSE(solver.forced_win(state));
        EXPECT_EQ(solver.nodes(), most + 1);
        EXPECT_FALSE(solver.round(state));
        solver.set_watch(nullptr, nullptr);
        EXPECT_EQ(solver.forced_win(state)->length, whole);
    }
}

}  // namespace springtide::test
