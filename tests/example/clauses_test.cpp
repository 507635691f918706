#include <gtest/gtest.h>

#include "examples/pebbles/notation.hpp"
#include "tests/kit/game_kit.hpp"

/// The example game of docs/how-to/adding-a-game.md: its clauses, and everything the kit checks of any game.
SPRINGTIDE_GAME_KIT(Pebbles, springtide::pebbles::State);

namespace springtide::pebbles {
namespace {

State thrown(int players, std::uint8_t pebbles, Options options = {}) {
    State state = start(options, players);
    apply_chance(state, {pebbles});
    return state;
}

void take(State& state, std::initializer_list<std::uint8_t> each) {
    for (const std::uint8_t pebbles : each) apply(state, state.mover, {pebbles});
}

TEST(Pebbles, P1_TwoToFourPlayers) {
    EXPECT_FALSE(new_table("pebbles", {.players = 1, .options = {}, .seed = {}, .position = {}}));
    EXPECT_FALSE(new_table("pebbles", {.players = 5, .options = {}, .seed = {}, .position = {}}));
}

TEST(Pebbles, P2_TheSeaThrowsTwelveToTwentyFour) {
    const State state = start({}, 2);
    EXPECT_EQ(outcome_count(state), 13U);
    EXPECT_FALSE(is_possible(state, {11}));
    EXPECT_TRUE(is_possible(state, {12}));
    EXPECT_TRUE(is_possible(state, {24}));
    EXPECT_FALSE(is_possible(state, {25}));
}

TEST(Pebbles, P3_OneToThreeInTurnAndNoMoreThanLieThere) {
    State state = thrown(3, 12);
    EXPECT_EQ(legal_actions(state, 0).size(), 3U);
    EXPECT_EQ(legal_actions(state, 1).size(), 0U);
    take(state, {3, 3, 3, 1});
    EXPECT_EQ(state.mover, 1);
    EXPECT_EQ(state.heap, 2);
    EXPECT_EQ(legal_actions(state, 1).size(), 2U);
    EXPECT_EQ(GameText<State>::why_not(state, 1, {3}).message,
              "take 1 to 3 pebbles, and no more than the 2 that lie there (P3)");
}

TEST(Pebbles, P4_APebbleIsAPointAndTheLastHidesTheShell) {
    State state = thrown(2, 12, {.shell = 5});
    take(state, {3, 3, 3, 2, 1});
    EXPECT_TRUE(is_over(state));
    EXPECT_EQ(result(state).points[0], 12);
    EXPECT_EQ(result(state).points[1], 5);
}

TEST(Pebbles, P5_MostPointsWinAndATieIsShared) {
    State state = thrown(2, 12);
    take(state, {3, 3, 3, 3});
    EXPECT_EQ(result(state).winners, SeatSet::of(1)) << "the shell decides";
    State even = thrown(2, 12, {.shell = 0});
    take(even, {3, 3, 3, 3});
    EXPECT_EQ(result(even).winners, SeatSet::first(2));
}

}  // namespace
}  // namespace springtide::pebbles
