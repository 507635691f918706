// Ratings, and what somebody gains who plays for them instead of for the game.
#include "server/competitions/rating.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/random.hpp"

namespace springtide::server {
namespace {

TEST(Rating, TheExampleOfGlicko2) {
    // One game of the example in Glickman's paper: 1500/200 beats 1400/30.
    const auto after =
        rate({{.guest = "a", .game = "g", .rating = 1500, .deviation = 200, .volatility = 0.06, .games = 0},
              {.guest = "b", .game = "g", .rating = 1400, .deviation = 30, .volatility = 0.06, .games = 0}},
             {.places = {0, 1}, .gave_up = {}, .meetings = {}});
    EXPECT_NEAR(after[0].rating, 1563.6, 0.5);
    EXPECT_NEAR(after[0].deviation, 175.4, 0.5);
    EXPECT_EQ(after[0].games, 1);
    EXPECT_LT(after[1].rating, 1400);
}

TEST(Rating, MoreThanTwo) {
    const RatingRow fresh{.guest = "", .game = "g", .rating = 1500, .deviation = 350, .volatility = 0.06, .games = 0};
    const auto after = rate({fresh, fresh, fresh, fresh}, {.places = {0, 1, 1, 3}, .gave_up = {}, .meetings = {}});
    EXPECT_GT(after[0].rating, after[1].rating);
    EXPECT_DOUBLE_EQ(after[1].rating, after[2].rating);
    EXPECT_GT(after[2].rating, after[3].rating);
    EXPECT_NEAR(after[0].rating + after[1].rating + after[2].rating + after[3].rating, 6000, 1e-6);
    for (const auto& row : after) EXPECT_LT(row.deviation, 350);
}

RatingRow player(double rating, double deviation) {
    return {.guest = "", .game = "g", .rating = rating, .deviation = deviation, .volatility = 0.06, .games = 0};
}

TEST(Rating, QuickResignationsGiveNothing) {
    const auto after = rate({player(1662, 60), player(1500, 60)},
                            {.places = {0, 1}, .gave_up = {false, true}, .is_hardly_played = true, .meetings = {}});
    EXPECT_EQ(after[0].rating, 1662);
    EXPECT_LT(after[1].rating, 1500);
}

/// What a player at 1600 gains in a week from so many games against one who is as well known.
double gained_from_one(int games) {
    RatingRow one = player(1600, 60);
    const RatingRow other = player(1600, 60);
    for (int met = 0; met < games; ++met)
        one = rate({one, other},
                   {.places = {0, 1}, .gave_up = {}, .meetings = {.often = {{0, met}, {met, 0}}, .opponents = {}}})[0];
    return one.rating - 1600;
}

TEST(Rating, TheSameOpponentAgainAndAgainGivesLittle) {
    EXPECT_LT(gained_from_one(5000), 5 * gained_from_one(1));
    EXPECT_LT(gained_from_one(5000) - gained_from_one(50), 0.1) << "more games give nothing more";
}

TEST(Rating, AnOpponentWithALargeDeviationMovesOthersLittle) {
    const auto gained = [](double deviation) {
        return rate({player(1600, 60), player(1600, deviation)}, {.places = {0, 1}, .gave_up = {}, .meetings = {}})[0]
                   .rating -
               1600;
    };
    EXPECT_GT(gained(100), 8);
    EXPECT_LT(gained(350), 1.5);
    EXPECT_LT(gained(220), gained(110) / 2);
}

/// Two well-known players, who have met so many opponents; 15 settle them.
std::vector<RatingRow> after_win(int opponents_of_winner, int opponents_of_loser, double before = 1500) {
    return rate({player(before, 100), player(1500, 100)},
                {.places = {0, 1},
                 .gave_up = {},
                 .meetings = {.often = {{0, 0}, {0, 0}},
                              .opponents = {{.all = opponents_of_winner, .settled = opponents_of_winner},
                                            {.all = opponents_of_loser, .settled = opponents_of_loser}}},
                 .settled_from = 15,
                 .at = 7});
}

TEST(Rating, UnsettledPlayersMoveNoSettledOnes) {
    EXPECT_GT(after_win(15, 15)[0].rating, 1510);
    EXPECT_EQ(after_win(15, 14)[0].rating, 1500);
    EXPECT_LT(after_win(15, 14)[1].rating, 1490) << "but are moved by them";
}

TEST(Rating, AnUnsettledPlayerStaysNearTheMiddle) {
    EXPECT_EQ(after_win(14, 15, 1545)[0].rating, 1550);
    EXPECT_EQ(after_win(14, 15, 1800)[0].rating, 1800) << "who came further before goes no further";
    EXPECT_GT(after_win(15, 15, 1545)[0].rating, 1550);
}

TEST(Rating, AListedPlayerIsWellKnownAndHasMetSettledOpponents) {
    EXPECT_EQ(after_win(15, 15)[0].listed_until, 7 + opponents_count_for);
    EXPECT_EQ(after_win(14, 15)[0].listed_until, 0);
    const auto unsure = rate(
        {player(1500, 200), player(1500, 200)},
        {.places = {0, 1},
         .gave_up = {},
         .meetings = {.often = {{0, 0}, {0, 0}}, .opponents = {{.all = 20, .settled = 20}, {.all = 20, .settled = 20}}},
         .settled_from = 15});
    EXPECT_EQ(unsure[0].listed_until, 0);
}

TEST(Rating, WhoGivesUpAtOnceLosesAllTheSame) {
    const auto after = rate({player(1500, 80), player(1500, 80)},
                            {.places = {0, 1}, .gave_up = {false, true}, .is_hardly_played = true, .meetings = {}});
    EXPECT_EQ(after[0].rating, 1500);
    EXPECT_LT(after[1].rating, 1495);
}

/// Honest people of known strength, everybody against everybody, two games a week each pair. How far they are from
/// their strength on average, when meetings count and when they do not.
double honest_people_are_off(bool meetings_count) {
    constexpr std::size_t people = 16;
    Random random(5);
    std::vector<RatingRow> rows(people, player(1500, 350));
    const auto strength = [](std::size_t i) { return 1200 + 40 * static_cast<double>(i); };
    for (int week = 0; week < 30; ++week)
        for (int again = 0; again < 2; ++again)
            for (std::size_t a = 0; a < people; ++a)
                for (std::size_t b = a + 1; b < people; ++b) {
                    const double chance = 1 / (1 + std::pow(10, (strength(b) - strength(a)) / 400));
                    const bool first_wins = random.below(1'000'000) < static_cast<std::uint32_t>(chance * 1e6);
                    const int met = meetings_count ? again : 0;
                    const auto after =
                        rate({rows[a], rows[b]}, {.places = {first_wins ? 0 : 1, first_wins ? 1 : 0},
                                                  .gave_up = {false, false},
                                                  .meetings = {.often = {{0, met}, {met, 0}}, .opponents = {}}});
                    rows[a] = after[0];
                    rows[b] = after[1];
                }
    double off = 0;
    for (std::size_t i = 0; i < people; ++i) off += std::abs(rows[i].rating - strength(i)) / people;
    return off;
}

TEST(Rating, HonestPeopleAreRatedAsWellAsBefore) {
    const double before = honest_people_are_off(false);
    const double now = honest_people_are_off(true);
    std::cout << "honest people are off by " << now << " on average, and by " << before
              << " if all games counted alike\n";
    EXPECT_LT(now, before + 10);
}

TEST(Rating, ADamagedRowBeginsAnew) {
    const auto after =
        rate({player(NAN, -3), player(INFINITY, 1e300)}, {.places = {0, 1}, .gave_up = {false, false}, .meetings = {}});
    for (const auto& row : after) EXPECT_TRUE(std::isfinite(row.rating) && row.deviation > 0) << row.rating;
}

}  // namespace
}  // namespace springtide::server
