// Who is ahead at a club night, and why.
#include "server/tournament/standings.hpp"

#include <gtest/gtest.h>

namespace springtide::tournament {
namespace {

TEST(Standings, PointsAreThoseOneLeftBehind) {
    EXPECT_EQ(half_points_of({0, 1, 2, 3}, 0), 6);
    EXPECT_EQ(half_points_of({0, 1, 2, 3}, 3), 0);
    EXPECT_EQ(half_points_of({0, 0, 2, 2}, 1), 5);
    EXPECT_EQ(half_points_of({0, 0}, 1), 1);
    int sum = 0;
    for (std::size_t seat = 0; seat < 5; ++seat) sum += half_points_of({0, 1, 1, 1, 4}, seat);
    EXPECT_EQ(sum, 20) << "a table always gives as much";
}

TEST(Standings, TiesAreBrokenByWhomOneMet) {
    // 0 beats 1, 2 beats 3; then 0 loses to 2 and 1 beats 3: 0 and 1 have a point each, and 0 met the stronger ones.
    const std::vector<PlayedRound> rounds = {
        {.round = {.tables = {{.people = {0, 1}}, {.people = {2, 3}}}, .byes = {}}, .results = {{0, 1}, {0, 1}}},
        {.round = {.tables = {{.people = {0, 2}}, {.people = {1, 3}}}, .byes = {}}, .results = {{1, 0}, {0, 1}}}};
    const auto table = standings(4, 2, rounds);
    EXPECT_EQ(table[0].person, 2);
    EXPECT_EQ(table[0].half_points, 4);
    EXPECT_EQ(table[1].person, 0);
    EXPECT_EQ(table[1].opponents_half_points, 2 + 4);
    EXPECT_EQ(table[2].person, 1);
    EXPECT_EQ(table[2].opponents_half_points, 2 + 0);
    EXPECT_EQ(table[2].place, 3);
    EXPECT_EQ(table[3].person, 3);
    EXPECT_EQ(table[3].opponents_half_points, 4 + 2) << "at the second table both times";
    EXPECT_EQ(table[3].opponents, 2);
}

TEST(Standings, ThenByGamesWonAndElseThePlaceIsShared) {
    // All met each other with equal points: a player who won a game is ahead of one who shared two.
    const std::vector<PlayedRound> shared = {
        {.round = {.tables = {{.people = {0, 1}}}, .byes = {2}}, .results = {{0, 0}}}};
    const auto table = standings(3, 2, shared);
    EXPECT_EQ(table[0].half_points, 1);
    EXPECT_EQ(table[0].place, 1);
    EXPECT_EQ(table[1].place, 1);
    EXPECT_EQ(table[2].person, 2) << "the same points, but nobody met";
    EXPECT_EQ(table[2].place, 3);
    EXPECT_EQ(table[2].byes, 1);
}

TEST(Standings, AGameThatRunsOrDoesNotCountGivesNothing) {
    const std::vector<PlayedRound> rounds = {
        {.round = {.tables = {{.people = {0, 1}, .bots = 1}, {.people = {2}, .bots = 2}}, .byes = {}},
         .results = {{}, {1, 0, 1}}}};
    const auto table = standings(3, 3, rounds);
    EXPECT_EQ(table[0].person, 2);
    EXPECT_EQ(table[0].half_points, 1) << "behind one bot, with the other";
    EXPECT_EQ(table[0].won, 0);
    EXPECT_EQ(table[0].opponents, 0);
    EXPECT_EQ(table[1].played, 0);
    EXPECT_EQ(table[1].place, table[2].place);
}

}  // namespace
}  // namespace springtide::tournament
