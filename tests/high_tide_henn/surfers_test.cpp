#include "tests/high_tide_henn/situation.hpp"

/// Surfer (HU1 to HU4).
namespace springtide::high_tide_henn {
namespace {

Options with_surfers(bool hidden = false) {
    Options options;
    options.surfers = true;
    options.surfers_hidden = hidden;
    return options;
}

Situation four(const Options& options = with_surfers()) {
    return Situation(4, options).chance("towels 0,1,2,3").chance("surfers k,b,y,w");
}

TEST(HighTideHenn, HU1_OneTileForEachPlayerTheOthersAreUnused) {
    Situation game(3, with_surfers());
    game.chance("towels 0,1,2");
    EXPECT_EQ(game.state.phase, Phase::dealing_surfers);
    EXPECT_EQ(outcome_count(game.state), 6U * 5 * 4);
    EXPECT_FALSE(game.chance_may("surfers k,b,b")) << "one tile per beach";
    EXPECT_FALSE(game.chance_may("surfers k,b"));
    game.chance("surfers k,b,y");
    EXPECT_EQ(game.state.surfers[2], yellow);
    EXPECT_EQ(game.state.surfers[3], no_surfer);
    EXPECT_TRUE(game.told("red has a surfer on the black beach"));
    EXPECT_EQ(game.acting(), 0);
    Situation six(6, with_surfers());
    EXPECT_EQ(outcome_count(six.chance("towels 0,1,2,3,4,5").state), 720U);
}

// Only observe() makes a Seen: nobody can hand a bot or a view the true state.
static_assert(!std::is_aggregate_v<Seen<State>> && !std::is_default_constructible_v<Seen<State>> &&
              !std::is_constructible_v<Seen<State>, State, Observer>);

TEST(HighTideHenn, HU1_HC2_WhetherPeopleAtOneScreenMustLookAway) {
    Options options;
    options.surfers_hidden = true;
    EXPECT_FALSE(has_secrets(options)) << "coins and surfers are not in play";
    options.surfers = true;
    EXPECT_TRUE(has_secrets(options));
    options.surfers_hidden = false;
    EXPECT_FALSE(has_secrets(options));
    options.coins = true;
    EXPECT_TRUE(has_secrets(options)) << "face down with the German text";
    options.coins_hidden = false;
    EXPECT_FALSE(has_secrets(options));
}

TEST(HighTideHenn, HU1_FaceUpEverybodySeesThemHiddenOnlyTheOwnOne) {
    const auto open = four();
    EXPECT_EQ(observe(open.state, Observer::spectator()).state(), open.state);
    auto hidden = four(with_surfers(true));
    const State seen = observe(hidden.state, Observer::seat(1)).state();
    EXPECT_EQ(seen.surfers,
              (BySeat<std::uint8_t>{hidden_surfer, blue, hidden_surfer, hidden_surfer, no_surfer, no_surfer}));
    EXPECT_EQ(hidden.events[0].private_to, 0) << "the deal is told to each alone";
    EXPECT_EQ(hidden.events[1].private_to, 1);
    hidden.state.phase = Phase::over;
    EXPECT_EQ(observe(hidden.state, Observer::seat(1)).state(), hidden.state) << "the end shows all";
}

TEST(HighTideHenn, HU1_AGuessGivesEverybodyElseADifferentUnseenBeach) {
    const auto game = four(with_surfers(true));
    Random random(1);
    std::array<int, colour_count> seen_at_seat_0{};
    for (int i = 0; i < 2000; ++i) {
        const State guess = resample(observe(game.state, Observer::seat(1)), random);
        EXPECT_EQ(guess.surfers[1], blue);
        EXPECT_EQ(broken_invariant(guess), nullptr);
        ++seen_at_seat_0[guess.surfers[0]];
    }
    EXPECT_EQ(seen_at_seat_0[blue], 0);
    for (const Colour colour : {black, purple, orange, yellow, white}) EXPECT_NEAR(seen_at_seat_0[colour], 400, 100);
}

TEST(HighTideHenn, HU2_ASurferInTheWaterIsFirstWithSixAndTheNextIsSecond) {
    // The rulebooks' figure: green's surfer on yellow is in the water, blue stands on the sand.
    auto game = four().stand(2, 'y', sea).stand(1, 'y', 9);
    EXPECT_EQ(game.points_on('y'), (std::vector<int>{1, 2, 6, 1}));
    game.stand(0, 'y', 12);
    EXPECT_EQ(game.points_on('y'), (std::vector<int>{2, 0, 6, 1})) << "the 4 points are not awarded";
    game.stand(3, 'y', sea);
    EXPECT_EQ(game.points(3, 'y'), 0) << "another wet deckchair is removed as usual";
}

TEST(HighTideHenn, HU2_WithFivePlayersTheThirdPlaceIsAwardedToo) {
    Situation game(5, with_surfers());
    game.chance("towels 0,1,2,3,4").chance("surfers k,b,y,w,p");
    game.stand(0, 'k', sea).stand(1, 'k', 9).stand(2, 'k', 9).stand(3, 'k', 4);
    EXPECT_EQ(game.points_on('k'), (std::vector<int>{6, 1, 2, 0, 1}));
}

TEST(HighTideHenn, HU3_ASurferOnTheSandIsRemovedBeforeRanking) {
    auto game = four().stand(0, 'k', 15).stand(1, 'k', 9).stand(2, 'k', 7);
    EXPECT_EQ(game.points_on('k'), (std::vector<int>{0, 4, 2, 1}));
    const auto pair = four().stand(1, 'k', 9).stand(0, 'k', 15);
    EXPECT_EQ(pair.points_on('k'), (std::vector<int>{0, 4, 1, 1})) << "also not second";
}

TEST(HighTideHenn, HU3_ASurferAtTheBarScoresTwo) {
    const auto game = four();
    EXPECT_EQ(game.points_on('k'), (std::vector<int>{2, 1, 1, 1}));
    EXPECT_EQ(game.points_on('p'), (std::vector<int>{1, 1, 1, 1})) << "nobody's surfer is there";
}

TEST(HighTideHenn, HU4_ASurferInTheWaterEndsTheGame) {
    auto game = four().stand(0, 'k', 20).turn("k1 p1");
    EXPECT_TRUE(game.wet(0, 'k'));
    game.turn("k1 p1").turn("o1 o1").turn("y1 y1").chance("roll w1 w2");
    EXPECT_TRUE(is_over(game.state));
    Options options = with_surfers();
    options.ending = Ending::at_once;
    EXPECT_TRUE(is_over(four(options).stand(0, 'k', 20).turn("k1 p1").state));
}

}  // namespace
}  // namespace springtide::high_tide_henn
