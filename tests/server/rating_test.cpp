// Ratings, and what somebody gains who plays for them instead of for the game.
#include "server/rating.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/random.hpp"

namespace springtide::server {
namespace {

TEST(Rating, TheExampleOfGlicko2) {
    // One game of the example in Glickman's paper: 1500/200 beats 1400/30.
    const auto after =
        rate({{.guest = "a", .game = "g", .rating = 1500, .deviation = 200, .volatility = 0.06, .games = 0, .name = ""},
              {.guest = "b", .game = "g", .rating = 1400, .deviation = 30, .volatility = 0.06, .games = 0, .name = ""}},
             {.places = {0, 1}, .gave_up = {}, .meetings = {}});
    EXPECT_NEAR(after[0].rating, 1563.6, 0.5);
    EXPECT_NEAR(after[0].deviation, 175.4, 0.5);
    EXPECT_EQ(after[0].games, 1);
    EXPECT_LT(after[1].rating, 1400);
}

TEST(Rating, MoreThanTwo) {
    const RatingRow fresh{
        .guest = "", .game = "g", .rating = 1500, .deviation = 350, .volatility = 0.06, .games = 0, .name = ""};
    const auto after = rate({fresh, fresh, fresh, fresh}, {.places = {0, 1, 1, 3}, .gave_up = {}, .meetings = {}});
    EXPECT_GT(after[0].rating, after[1].rating);
    EXPECT_DOUBLE_EQ(after[1].rating, after[2].rating);
    EXPECT_GT(after[2].rating, after[3].rating);
    EXPECT_NEAR(after[0].rating + after[1].rating + after[2].rating + after[3].rating, 6000, 1e-6);
    for (const auto& row : after) EXPECT_LT(row.deviation, 350);
}

RatingRow player(double rating, double deviation) {
    return {
        .guest = "", .game = "g", .rating = rating, .deviation = deviation, .volatility = 0.06, .games = 0, .name = ""};
}

/// Somebody at 1662, who is well known, beats accomplices who are new, one after the other, all within a week.
double farmed(int games, int accomplices, bool hardly_played) {
    RatingRow farmer = player(1662, 60);
    std::vector<RatingRow> victims(static_cast<std::size_t>(accomplices), player(1500, 350));
    std::vector<int> met(victims.size(), 0);
    for (int game = 0; game < games; ++game) {
        const auto i = static_cast<std::size_t>(game % accomplices);
        const auto after = rate({farmer, victims[i]}, {.places = {0, 1},
                                                       .gave_up = {false, true},
                                                       .is_hardly_played = hardly_played,
                                                       .meetings = {{0, met[i]}, {met[i], 0}}});
        farmer = after[0];
        victims[i] = after[1];
        ++met[i];
    }
    return farmer.rating - 1662;
}

TEST(Rating, QuickResignationsGiveNothing) {
    EXPECT_EQ(farmed(50, 1, true), 0);
    EXPECT_EQ(farmed(5000, 10, true), 0);
}

TEST(Rating, TheSamePeopleAgainAndAgainGiveLittle) {
    const double once = farmed(1, 1, false);
    for (const int accomplices : {1, 3, 10}) {
        const double few = farmed(50, accomplices, false);
        const double many = farmed(5000, accomplices, false);
        std::cout << accomplices << " accomplices: one game " << once << ", 50 games " << few << ", 5000 games " << many
                  << "\n";
        EXPECT_LT(many, 5 * accomplices * once) << accomplices;
        EXPECT_LT(many - farmed(100 * accomplices, accomplices, false), 0.1) << "more games give nothing more";
    }
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
                    const auto after = rate({rows[a], rows[b]}, {.places = {first_wins ? 0 : 1, first_wins ? 1 : 0},
                                                                 .gave_up = {false, false},
                                                                 .meetings = {{0, met}, {met, 0}}});
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
