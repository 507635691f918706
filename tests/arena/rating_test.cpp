#include "arena/rating.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "arena/statistics.hpp"
#include "core/random.hpp"

/// What the ratings of a league promise.
namespace springtide::arena {
namespace {

constexpr double points_of_strength = 173.7177927613007;

/// Games of a table, won as the model says.
RatedBlock drawn(const std::vector<double>& strengths, const std::vector<std::size_t>& table, int games,
                 Random& random) {
    RatedBlock block{.table = table, .shares = std::vector<double>(table.size()), .games = static_cast<double>(games)};
    for (int game = 0; game < games; ++game) {
        double sum = 0;
        for (const std::size_t member : table) sum += std::exp(strengths[member]);
        double lot = random.unit() * sum;
        std::size_t place = 0;
        while (place + 1 < table.size() && lot >= std::exp(strengths[table[place]]))
            lot -= std::exp(strengths[table[place++]]);
        block.shares[place] += 1.0 / games;
    }
    return block;
}

std::vector<RatedBlock> league(const std::vector<double>& strengths, std::size_t players, int blocks, int games,
                               Random& random) {
    std::vector<RatedBlock> played;
    for (int block = 0; block < blocks; ++block) {
        std::vector<std::size_t> table;
        while (table.size() < players) table.push_back(random.below(static_cast<std::uint32_t>(strengths.size())));
        played.push_back(drawn(strengths, table, games, random));
    }
    return played;
}

TEST(Ratings, AreEloWithTwoPlayers) {
    const Ratings ratings = Ratings::fit(2, {{.table = {0, 1}, .shares = {.75, .25}, .games = 1e6}});
    EXPECT_NEAR(ratings.difference(0, 1).value, elo(.75), .1);
    EXPECT_NEAR(ratings.expected({0, 1})[0], .75, 1e-4);
}

TEST(Ratings, FindWhatTheGamesWereDrawnFrom) {
    const std::vector<double> strengths = {-.8, -.1, .2, .7};
    for (const std::size_t players : {2U, 3U, 5U}) {
        Random random(players);
        const Ratings ratings = Ratings::fit(4, league(strengths, players, 2000, 50, random));
        for (std::size_t i = 0; i < strengths.size(); ++i)
            EXPECT_NEAR(ratings.of(i).value, strengths[i] * points_of_strength, 5)
                << players << " players, member " << i;
        EXPECT_NEAR(ratings.misfit(), 1, .15) << "the model holds here";
    }
}

TEST(Ratings, TheIntervalHoldsTheTruthAboutNineteenTimesInTwenty) {
    const std::vector<double> strengths = {-.5, 0, .5};
    constexpr int leagues = 400;
    Random random(5);
    int held = 0;
    for (int each = 0; each < leagues; ++each) {
        const Estimate difference = Ratings::fit(3, league(strengths, 3, 40, 30, random)).difference(2, 0);
        held += std::abs(difference.value - points_of_strength) <= difference.margin() ? 1 : 0;
    }
    EXPECT_GT(held, leagues * 93 / 100);
    EXPECT_LT(held, leagues) << "intervals that always hold say too little";
}

TEST(Ratings, SomebodyWhoAlwaysWinsIsFarAheadAndNotInfinitely) {
    const Estimate difference =
        Ratings::fit(2, {{.table = {0, 1, 1}, .shares = {1, 0, 0}, .games = 150}}).difference(0, 1);
    EXPECT_TRUE(std::isfinite(difference.value));
    EXPECT_GT(difference.value, 300);
    EXPECT_GT(difference.margin(), 50) << "how far ahead is not known";
}

TEST(Ratings, WithoutGamesNothingIsKnown) {
    const Ratings ratings = Ratings::fit(3, {});
    EXPECT_DOUBLE_EQ(ratings.of(1).value, 0);
    EXPECT_GT(ratings.difference(0, 1).margin(), 500);
}

TEST(Ratings, BotsThatSuitEachOtherWidenTheIntervals) {
    // Each beats the next in a circle: no number for each explains that.
    std::vector<RatedBlock> circle;
    std::vector<RatedBlock> equals;
    for (std::size_t block = 0; block < 60; ++block) {
        circle.push_back({.table = {block % 3, (block + 1) % 3}, .shares = {.8, .2}, .games = 100});
        equals.push_back({.table = {block % 3, (block + 1) % 3}, .shares = {.5, .5}, .games = 100});
    }
    EXPECT_GT(Ratings::fit(3, circle).misfit(), 20);
    EXPECT_LT(Ratings::fit(3, equals).misfit(), 1);
    EXPECT_GT(Ratings::fit(3, circle).difference(0, 1).margin(), 4 * Ratings::fit(3, equals).difference(0, 1).margin());
}

TEST(Ratings, ATableWithBothTellsMostAboutThem) {
    Random random(7);
    const Ratings ratings = Ratings::fit(4, league({-1.5, 0, .1, 1.5}, 3, 40, 30, random));
    const double direct = ratings.gain(1, 2, {1, 2, 2}, 30);
    EXPECT_GT(direct, ratings.gain(1, 2, {0, 3, 3}, 30));
    EXPECT_GT(direct, ratings.gain(1, 2, {1, 3, 3}, 30));
    EXPECT_GT(direct, 0);
    EXPECT_LT(direct, 1);
}

TEST(Ratings, AGainIsWhatMoreGamesBring) {
    std::vector<RatedBlock> blocks = {{.table = {0, 1}, .shares = {.5, .5}, .games = 1000}};
    const Ratings before = Ratings::fit(2, blocks);
    blocks[0].games = 2000;
    const double left = Ratings::fit(2, blocks).difference(0, 1).variance / before.difference(0, 1).variance;
    EXPECT_NEAR(before.gain(0, 1, {0, 1}, 1000), 1 - left, .01);
}

TEST(Ratings, AQuestionMayBeAskedAfterEveryBlock) {
    constexpr int leagues = 200;
    Random random(9);
    int wrong = 0;
    for (int each = 0; each < leagues; ++each) {
        std::vector<RatedBlock> blocks;
        for (int block = 0; block < 60; ++block) {
            blocks.push_back(drawn({0, 0}, {0, 1, static_cast<std::size_t>(block % 2)}, 30, random));
            const Answer answer = answer_to(Ratings::fit(2, blocks).difference(0, 1), 1);
            if (answer != Answer::open && answer != Answer::equal) {
                ++wrong;
                break;
            }
        }
    }
    EXPECT_LE(wrong, leagues / 20) << "equals are told apart by mistake";
}

TEST(Ratings, AnswersAreFoundWhereThereAreSome) {
    EXPECT_EQ(answer_to({.value = 100, .variance = 100}, 15), Answer::first_is_stronger);
    EXPECT_EQ(answer_to({.value = -100, .variance = 100}, 15), Answer::second_is_stronger);
    EXPECT_EQ(answer_to({.value = 2, .variance = 25}, 15), Answer::equal);
    EXPECT_EQ(answer_to({.value = 15, .variance = 100}, 15), Answer::open);
}

}  // namespace
}  // namespace springtide::arena
