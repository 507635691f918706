#include <gtest/gtest.h>

#include <set>

#include "rules/high_tide_leiman/moves.hpp"
#include "rules/high_tide_leiman/rules.hpp"

/// Random play works out the moves once for each position; it must be the same play.
namespace springtide::high_tide_leiman {
namespace {

TEST(LeimanPlayout, EveryMoveHasOneNumber) {
    Random random(5);
    for (int round = 0; round < 200; ++round) {
        State state = start({.stones = 1, .first = First::blue}, 2);
        apply_chance(state, draw(state, random));
        while (state.phase == Phase::moving) {
            const auto actions = legal_actions(state, state.mover);
            const Moves moves = moves_of(state, state.mover);
            std::set<Action> numbered;
            for (unsigned number = 0; number < static_cast<unsigned>(moves.count()); ++number) {
                const auto [from, to] = move_number(moves, number);
                numbered.insert({cell_of_bit(from), cell_of_bit(to)});
            }
            ASSERT_EQ(numbered, std::set<Action>(actions.begin(), actions.end()));
            ASSERT_EQ(static_cast<std::size_t>(moves.count()), actions.size());
            apply(state, state.mover, random_action(state, state.mover, random));
        }
    }
}

TEST(LeimanPlayout, IsWhatRandomActionsPlay) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random one(seed);
        Random other(seed);
        const First first = seed % 5 == 0 ? First::pie : First::random;
        State quick = start({.stones = static_cast<std::uint8_t>(1 + seed % 3), .first = first}, 2);
        State slow = quick;
        const auto played = play_out(quick, one);
        std::uint64_t decisions = 0;
        while (slow.phase != Phase::over) {
            if (to_act(slow).chance) {
                apply_chance(slow, draw(slow, other));
                continue;
            }
            apply(slow, slow.mover, random_action(slow, slow.mover, other));
            ++decisions;
        }
        ASSERT_EQ(quick, slow) << seed;
        EXPECT_EQ(played, decisions);
        EXPECT_EQ(one.next(), other.next()) << "as many lots were drawn";
    }
}

TEST(LeimanPlayout, GoesOnFromTheMiddleOfARound) {
    Random random(9);
    State state = start({.stones = 1, .first = First::pink}, 2);
    apply_chance(state, draw(state, random));
    for (int i = 0; i < 4; ++i) apply(state, state.mover, random_action(state, state.mover, random));
    EXPECT_GT(play_out(state, random), 0U);
    EXPECT_EQ(state.phase, Phase::over);
    EXPECT_EQ(play_out(state, random), 0U) << "nothing is played after the end";
}

}  // namespace
}  // namespace springtide::high_tide_leiman
