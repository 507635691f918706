#include "tests/high_tide_henn/situation.hpp"

/// Shark alert (HS1 to HS4).
namespace springtide::high_tide_henn {
namespace {

Options with_sharks(Edition edition = Edition::de) {
    Options options;
    options.sharks = true;
    options.edition = edition;
    return options;
}

/// Four players, the last turn done and the waves rolled on black and purple: the shark comes next.
Situation before_shark(std::string_view alert, const Options& options = with_sharks()) {
    auto game = Situation(4, options).chance("towels 0,1,2,3").chance(alert);
    return game.turn("k1 p1").turn("k1 p1").turn("o1 o1").turn("y1 y1");
}

TEST(HighTideHenn, HS1_AnAlertNamesABeachAtTheStartOfEveryRound) {
    Situation game(4, with_sharks());
    game.chance("towels 0,1,2,3");
    EXPECT_EQ(game.state.phase, Phase::raising_alert);
    EXPECT_EQ(outcome_count(game.state), 6U);
    game.chance("alert p");
    EXPECT_EQ(game.state.sharks.alert, purple);
    EXPECT_EQ(game.acting(), 0);
}

TEST(HighTideHenn, HS1_NoBeachComesTwiceRunning) {
    auto game = before_shark("alert w").chance("roll w1 w1").chance("shark 1");
    EXPECT_EQ(game.state.phase, Phase::raising_alert);
    EXPECT_EQ(game.state.round, 2);
    EXPECT_FALSE(game.chance_may("alert w"));
    EXPECT_EQ(outcome_count(game.state), 5U);
    game.chance("alert k")
        .turn("k1 p1")
        .turn("k1 p1")
        .turn("o1 o1")
        .turn("y1 y1")
        .chance("roll b1 b1")
        .chance("shark 2");
    EXPECT_TRUE(game.chance_may("alert w")) << "it was mixed back";
    EXPECT_FALSE(game.chance_may("alert k"));
}

TEST(HighTideHenn, HS2_TheLeaderOnThatBeachGoesBackBeforeTheWaves) {
    auto game = before_shark("alert b").stand(3, 'b', 19).stand(2, 'b', 12);
    game.chance("roll b1 w2");
    EXPECT_EQ(game.state.phase, Phase::revealing_shark);
    EXPECT_EQ(game.water('b'), 21) << "the waves have not come yet";
    game.chance("shark 3");
    EXPECT_EQ(game.where(3, 'b'), 16) << "pushed to 16, so the small wave misses it";
    EXPECT_EQ(game.where(2, 'b'), 12);
    EXPECT_EQ(game.water('b'), 19);
    EXPECT_FALSE(is_over(game.state));
}

TEST(HighTideHenn, HS2_AtMostToTheBar) {
    auto game = before_shark("alert b").stand(1, 'b', 2).chance("roll w1 w2").chance("shark 4");
    EXPECT_EQ(game.where(1, 'b'), 0);
}

TEST(HighTideHenn, HS2_NothingHappensIfNobodyIsOnTheSand) {
    auto game = before_shark("alert b").chance("roll w1 w2").chance("shark 4");
    EXPECT_TRUE(game.told("a shark 4 at the blue beach, and nobody is on the sand"));
    EXPECT_EQ(std::ssize(game.on('b', 0)), 4);
    EXPECT_EQ(game.state.round, 2);
}

TEST(HighTideHenn, HS2_AWetDeckchairIsPassedOver) {
    auto game = before_shark("alert b").stand(1, 'b', sea).stand(2, 'b', 9).chance("roll w1 w2").chance("shark 4");
    EXPECT_TRUE(game.wet(1, 'b'));
    EXPECT_EQ(game.where(2, 'b'), 5);
    EXPECT_TRUE(is_over(game.state));
}

TEST(HighTideHenn, HS2_ItComesInTheLastRoundToo) {
    auto game = before_shark("alert b").stand(1, 'b', 9).stand(2, 'b', 8);
    game.state.round = 6;
    game.chance("roll w1 w2").chance("shark 2");
    EXPECT_TRUE(is_over(game.state));
    EXPECT_EQ(game.points_on('b'), (std::vector<int>{1, 2, 4, 1}));
}

TEST(HighTideHenn, HS3_OfSeveralTheRightmostGoesBackInTheGermanText) {
    auto game = before_shark("alert b").stand(1, 'b', 9).stand(3, 'b', 9).stand(0, 'b', 6);
    game.chance("roll w1 w2").chance("shark 3");
    EXPECT_EQ(game.on('b', 9), std::vector<int>{1});
    EXPECT_EQ(game.on('b', 6), (std::vector<int>{0, 3})) << "it joins its new space on the right";
}

TEST(HighTideHenn, HS3_OfSeveralTheLeftmostGoesBackInTheEnglishText) {
    auto game = before_shark("alert b", with_sharks(Edition::en));
    game.stand(1, 'b', 9).stand(2, 'b', 9).stand(3, 'b', 9).stand(0, 'b', 6);
    game.chance("roll w1 w2").chance("shark 3");
    EXPECT_EQ(game.on('b', 9), (std::vector<int>{2, 3}));
    EXPECT_EQ(game.on('b', 6), (std::vector<int>{0, 1}));
}

TEST(HighTideHenn, HS4_SevenTilesEachUsedOnce) {
    auto game = before_shark("alert b").chance("roll w1 w2");
    EXPECT_EQ(outcome_count(game.state), 4U) << "1, 2, 3 and 4";
    EXPECT_EQ(outcome(game.state, 0).weight, 1U);
    EXPECT_EQ(outcome(game.state, 1).weight, 2U);
    game.chance("shark 1").chance("alert p").turn("k1 p1").turn("k1 p1").turn("o1 o1").turn("y1 y1").chance(
        "roll b1 b1");
    EXPECT_FALSE(game.chance_may("shark 1")) << "the only 1 is out of the game";
    EXPECT_EQ(outcome_count(game.state), 3U);
    EXPECT_TRUE(game.chance_may("shark 2"));
}

TEST(HighTideHenn, HS4_SharkValuesAreAnOption) {
    Options options = with_sharks();
    options.shark_values = {9, 9, 9, 9, 9, 9, 1};
    auto game = before_shark("alert b", options).stand(0, 'b', 15).chance("roll w1 w2");
    EXPECT_EQ(outcome(game.state, 0).weight, 6U);
    EXPECT_FALSE(game.chance_may("shark 2"));
    game.chance("shark 9");
    EXPECT_EQ(game.where(0, 'b'), 6);
}

TEST(HighTideHenn, HS_AGameThatEndsAtOnceMeetsNoShark) {
    Options options = with_sharks();
    options.ending = Ending::at_once;
    auto game = Situation(4, options).chance("towels 0,1,2,3").chance("alert b").stand(0, 'k', 20).stand(1, 'b', 9);
    game.turn("k1 p1");
    EXPECT_TRUE(is_over(game.state));
    EXPECT_EQ(game.where(1, 'b'), 9);
}

}  // namespace
}  // namespace springtide::high_tide_henn
