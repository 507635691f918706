#include "table/games.hpp"
#include "tests/high_tide_henn/situation.hpp"

/// The base game, clause by clause (H1 to H23).
namespace springtide::high_tide_henn {
namespace {

std::string refused_table(int players, const OptionTexts& options) {
    const auto table =
        new_table("high_tide_henn", {.players = players, .options = options, .seed = {}, .position = {}});
    return table ? "" : table.error().message;
}

/// Four players in the order of their seats, at the first decision.
Situation four(const Options& options = {}) { return Situation(4, options).chance("towels 0,1,2,3"); }

TEST(HighTideHenn, H1_ThreeToSixPlayersWithADeckchairOnEveryBeachAndATowel) {
    EXPECT_NE(refused_table(2, {}), "");
    EXPECT_NE(refused_table(7, {}), "");
    for (int players = 3; players <= 6; ++players) {
        EXPECT_EQ(refused_table(players, {}), "");
        const Situation game(players);
        for (const char beach : colour_letters) EXPECT_EQ(std::ssize(game.on(beach, 0)), players);
    }
    EXPECT_EQ(Situation(6).chance("towels 5,4,3,2,1,0").pile(), (std::vector<int>{4, 3, 2, 1, 0}));
}

TEST(HighTideHenn, H2_TwoDiceOfEachColourWithThreeOrFourPlayersThreeWithMore) {
    for (const Colour colour : all_colours) {
        EXPECT_EQ(Situation(3).state.bag.count(colour), 2);
        EXPECT_EQ(Situation(4).state.bag.count(colour), 2);
        EXPECT_EQ(Situation(5).state.bag.count(colour), 3);
        EXPECT_EQ(Situation(6).state.bag.count(colour), 3);
    }
    EXPECT_EQ(Situation(4).state.bag.size(), 12);
    EXPECT_EQ(Situation(5).state.bag.size(), 18);
    auto game = four().play("roll");
    EXPECT_TRUE(game.chance_may("roll k1 k2"));
    game.chance("roll k1 k2").play("decline");
    EXPECT_FALSE(game.chance_may("roll k1 p2")) << "both black dice are out of the bag";
    game.chance("roll p1 b2").play("accept");
    for (int i = 0; i < 2; ++i) game.play("roll").chance("roll o1 y1").play("accept");
    game.play("roll").chance("roll w1 w1").play("accept");
    EXPECT_EQ(game.state.round, 2);
    EXPECT_EQ(game.state.bag.size(), 12) << "every round starts with all dice in the bag";
}

TEST(HighTideHenn, H3_TheTrackHasOneSpaceMoreThanPlayers) {
    for (int players = 3; players <= 6; ++players) EXPECT_EQ(space_count(players), players + 1);
    // With the rental off, three players have four spaces: after two towels one roll may be declined, not two.
    auto game = Situation(3).chance("towels 0,1,2").turn("k1 p1").turn("b1 o1");
    game.play("roll").chance("roll y1 w1").play("decline").chance("roll y2 w2");
    EXPECT_EQ(game.legal(), Texts{"accept"});
}

TEST(HighTideHenn, H4_TheRentalStartsEveryRoundOnSpaceFour) {
    auto game = four();
    EXPECT_EQ(game.state.track.rental, 4);
    game.turn("k1 p1").turn("b1 o1").turn("y1 w1").turn("k1 p1").chance("roll b1 o1");
    EXPECT_EQ(game.state.round, 2);
    EXPECT_EQ(game.state.track.rental, 4);
}

TEST(HighTideHenn, H4_RentalStartIsAnOptionAndBeyondTheTrackItBlocksNothing) {
    Options options;
    options.rental_start = 2;
    auto low = four(options).play("roll").chance("roll k1 p1");
    EXPECT_EQ(low.legal(), Texts{"accept"}) << "one space above the rental";
    options.rental_start = 7;
    const auto high = Situation(3, options).chance("towels 0,1,2");
    EXPECT_EQ(high.state.track.rental, 0);
    EXPECT_EQ(free_spaces(high.state), 4);
    EXPECT_NE(refused_table(4, {{"rental_start", "1"}}), "");
    EXPECT_NE(refused_table(4, {{"rental_start", "8"}}), "");
}

TEST(HighTideHenn, H5_BeachLengthIsAnOptionOfTwelveToThirty) {
    EXPECT_EQ(four().water('k'), 21);
    Options options;
    options.beach_length = 12;
    EXPECT_EQ(four(options).water('w'), 13);
    EXPECT_EQ(refused_table(4, {{"beach_length", "30"}}), "");
    EXPECT_NE(refused_table(4, {{"beach_length", "11"}}), "");
    EXPECT_NE(refused_table(4, {{"beach_length", "31"}}), "");
}

TEST(HighTideHenn, H6_TheTopTowelStartsAndPlayFollowsThePile) {
    auto game = Situation(4).chance("towels 2,0,3,1");
    for (const int seat : {2, 0, 3, 1}) {
        EXPECT_EQ(game.acting(), seat);
        game.turn(seat % 2 == 0 ? "k1 p1" : "b1 o1");
    }
    EXPECT_FALSE(Situation(4).chance_may("towels 0,1,2"));
    EXPECT_FALSE(Situation(4).chance_may("towels 0,1,2,2"));
    EXPECT_FALSE(Situation(4).chance_may("towels 0,1,2,4"));
}

TEST(HighTideHenn, H7_TheRentalMovesDownBeforeEveryTurnButTheFirst) {
    auto game = four();
    EXPECT_EQ(game.state.track.rental, 4);
    game.turn("k1 p1");
    EXPECT_EQ(game.state.track.rental, 5);
    game.turn("b1 o1");
    EXPECT_EQ(game.state.track.rental, 0) << "from the last usable space it is taken off";
    EXPECT_TRUE(game.told("the rental is taken off the track"));
    game.turn("y1 w1");
    EXPECT_EQ(game.state.track.rental, 0) << "and stays off for the round";
}

TEST(HighTideHenn, H8_OnlySpacesAboveTheRentalAreUsable) {
    auto game = four();
    EXPECT_EQ(usable_spaces(game.state), 3);
    game.play("roll").chance("roll k1 k2").play("decline").chance("roll p1 p2").play("decline").chance("roll b1 b2");
    EXPECT_EQ(game.legal(), Texts{"accept"}) << "space 3 is the last above the rental";
    game.play("accept");
    EXPECT_EQ(game.track(3), "towel 0");
    EXPECT_EQ(usable_spaces(game.state), 4);
    game.play({"take 1", "reroll none"});
    EXPECT_EQ(usable_spaces(game.state), 5) << "all, once the rental is off";
}

TEST(HighTideHenn, H9_TakeAPairOrRoll) {
    auto game = four();
    EXPECT_EQ(game.legal(), Texts{"roll"}) << "taking needs a pair";
    game.play("roll").chance("roll k1 k2").play("decline").chance("roll p1 p2").play("decline").chance("roll b1 b2");
    game.play("accept");
    EXPECT_EQ(game.legal(), (Texts{"roll", "take 1", "take 2"}));
    EXPECT_EQ(game.refusal("take 3"), "no dice lie on that space (H9)");
    EXPECT_EQ(game.refusal("accept"), "choose now: 'roll' or 'take <space>' (a pair on the track)");
}

TEST(HighTideHenn, H9_RollingNeedsAFreeUsableSpace) {
    Options options;
    options.rental_start = 3;
    auto game = four(options).play("roll").chance("roll k1 k2").play("decline").chance("roll p1 p2").play("accept");
    game.play("roll").chance("roll b1 b2").play("accept");
    // Rental on 5: spaces 1 to 4 are usable, three of them are occupied.
    EXPECT_EQ(game.legal(), (Texts{"roll", "take 1"}));
    game.state.track.rental = 4;
    EXPECT_EQ(game.legal(), Texts{"take 1"});
    EXPECT_EQ(game.refusal("roll"), "no space of the track is free for a roll, so you must take a pair (H9)");
}

TEST(HighTideHenn, H10_DecliningNeedsTwoFreeSpaces) {
    auto game = four().play("roll").chance("roll k1 k2");
    EXPECT_EQ(game.legal(), (Texts{"accept", "decline"}));
    game.play("decline").chance("roll p1 p2");
    EXPECT_EQ(game.legal(), (Texts{"accept", "decline"}));
    game.play("decline").chance("roll b1 b2");
    EXPECT_EQ(game.legal(), Texts{"accept"});
    EXPECT_EQ(game.refusal("decline"), "only one space of the track is free, so you cannot decline this roll (H10)");
}

TEST(HighTideHenn, H11_ADeclinedPairLiesOnTheTopmostFreeSpaceHigherNumberLeft) {
    auto game = four().play("roll").chance("roll b1 y2").play("decline");
    EXPECT_EQ(game.track(1), "y2 b1") << "the rulebooks' figure: yellow 2 left, blue 1 right";
    game.chance("roll w3 k3").play("decline");
    EXPECT_EQ(game.track(2), "k3 w3") << "equal numbers lie in board order";
    EXPECT_TRUE(to_act(game.state).chance) << "two new dice are drawn and rolled";
    game.chance("roll p4 p4");
    EXPECT_EQ(game.refusal("take 1"), "after rolling, pairs on the track cannot be taken any more in this turn (H11)");
}

TEST(HighTideHenn, H11_ARollIsReadInEitherOrder) {
    auto one = four().play("roll").chance("roll y2 b1");
    auto other = four().play("roll").chance("roll b1 y2");
    EXPECT_EQ(one.state, other.state);
    EXPECT_EQ(one.state.hand, (Pair{Die(yellow, 2), Die(blue, 1)}));
}

/// Three pairs on the track, and the second of four players to choose; nothing is blocked.
Situation three_pairs() {
    Options options;
    options.rental_start = 7;
    auto game = four(options).play("roll").chance("roll k5 p2").play("decline").chance("roll b4 b1").play("decline");
    return game.chance("roll o3 k1").play("decline").chance("roll w1 y1").play("accept");
}

TEST(HighTideHenn, H12_FromSpaceOneOneOrBothDiceMayBeRolledAgain) {
    auto game = three_pairs().play("take 1");
    EXPECT_EQ(game.legal(), (Texts{"reroll none", "reroll left", "reroll right", "reroll both"}));
    game.play("reroll both");
    EXPECT_FALSE(game.chance_may("reroll 4")) << "two numbers, the left die first";
    game.chance("reroll 1 6");
    EXPECT_EQ(game.where(1, 'k'), 1);
    EXPECT_EQ(game.where(1, 'p'), 6) << "the result stands";
}

TEST(HighTideHenn, H12_FromSpaceTwoOneDieMayBeRolledAgain) {
    auto game = three_pairs().play("take 2");
    EXPECT_EQ(game.legal(), (Texts{"reroll none", "reroll left", "reroll right"}));
    EXPECT_EQ(game.refusal("reroll both"), "of a pair from space 2 only one die may be rolled again (H12)");
    game.play("reroll right").chance("reroll 3");
    EXPECT_EQ(game.where(1, 'b'), 7);
    EXPECT_EQ(game.acting(), 2) << "the choice is made once";
}

TEST(HighTideHenn, H12_FromAnyOtherSpaceNone) {
    auto game = three_pairs().play("take 3");
    EXPECT_EQ(game.acting(), 2);
    EXPECT_EQ(game.where(1, 'o'), 3);
    EXPECT_EQ(game.where(1, 'k'), 1);
}

TEST(HighTideHenn, H13_ThePairMovesTheDeckchairsOfItsColours) {
    const auto game = four().turn("w5 k2");  // the rulebooks' figure
    EXPECT_EQ(game.where(0, 'w'), 5);
    EXPECT_EQ(game.where(0, 'k'), 2);
    for (const char beach : std::string_view("pboy")) EXPECT_EQ(game.where(0, beach), 0);
}

TEST(HighTideHenn, H13_TwoDiceOfOneColourAddUp) {
    auto game = four().turn("p4 p3");
    EXPECT_EQ(game.where(0, 'p'), 7);
    EXPECT_EQ(game.acting(), 1) << "nothing to decide";
    EXPECT_TRUE(game.told("red moves on the purple beach from the bar to space 7"));
}

TEST(HighTideHenn, H14_ADeckchairGoesToTheRightOfThoseOnItsSpace) {
    auto game = four().turn("k3 p1").turn("k3 o2").turn("b1 o2");
    EXPECT_EQ(game.on('k', 3), (std::vector<int>{0, 1}));
    EXPECT_EQ(game.on('o', 2), (std::vector<int>{1, 2}));
}

TEST(HighTideHenn, H14_OrderOfArrivalStaysWhenSomebodyLeaves) {
    auto game = four();
    game.stand(3, 'k', 8).stand(1, 'k', 8).stand(0, 'k', 8).stand(2, 'k', 6);
    EXPECT_EQ(game.on('k', 8), (std::vector<int>{3, 1, 0}));
    game.stand(3, 'k', 10);
    EXPECT_EQ(game.on('k', 8), (std::vector<int>{1, 0}));
    game.stand(2, 'k', 8).stand(1, 'k', 8);
    EXPECT_EQ(game.on('k', 8), (std::vector<int>{0, 2, 1})) << "away and back again is a new arrival";
    EXPECT_EQ(broken_invariant(game.state), nullptr);
}

TEST(HighTideHenn, H15_TowelOnTheFirstFreeSpaceDiceIntoThePool) {
    auto game = four().play("roll").chance("roll y2 b1").play("decline").chance("roll w5 k2").play("accept");
    EXPECT_EQ(game.track(2), "towel 0");
    EXPECT_EQ(game.in_pool("w5"), 1);
    EXPECT_EQ(game.in_pool("k2"), 1);
    game.play({"take 1", "reroll none"});
    EXPECT_EQ(game.track(1), "towel 1") << "the space of the pair that was taken is free first";
    EXPECT_EQ(game.in_pool("y2"), 1);
    EXPECT_EQ(game.state.bag.count(yellow), 1) << "dice in the pool are out of the bag for this round";
}

TEST(HighTideHenn, H16_APairLeftOnTheTrackBringsTheWaves) {
    auto game = four().play("roll").chance("roll w5 k3").play("decline").chance("roll p1 b1").play("accept");
    game.turn("p1 b1").turn("o1 y1").turn("o1 y1");
    EXPECT_EQ(game.state.round, 2);
    EXPECT_EQ(game.water('w'), 18) << "the rulebooks' figure: white 5 and black 3 flood white by 3";
    EXPECT_EQ(game.water('k'), 19) << "and black by 2";
    for (const char beach : std::string_view("pboy")) EXPECT_EQ(game.water(beach), 21);
}

TEST(HighTideHenn, H16_TheLastPlayerRollsIfTheSpaceIsEmpty) {
    auto game = four().turn("k1 p1").turn("b1 o1").turn("y1 w1").turn("k1 p1");
    EXPECT_TRUE(to_act(game.state).chance);
    EXPECT_EQ(game.state.phase, Phase::rolling_waves);
    EXPECT_EQ(game.state.active, 3) << "the last player draws";
    game.chance("roll b2 o6");
    EXPECT_TRUE(game.told("beige rolls for the waves: orange 6 and blue 2, laid on space 5"));
    EXPECT_EQ(game.water('o'), 18);
    EXPECT_EQ(game.water('b'), 19);
}

TEST(HighTideHenn, H17_BothWavesOnOneBeachIfTheColoursAreEqual) {
    auto game = four().turn("k1 p1").turn("o1 o1").turn("y1 w1").turn("k1 p1").chance("roll b2 b6");
    EXPECT_EQ(game.water('b'), 16);
}

TEST(HighTideHenn, H17_TheBarIsNeverFlooded) {
    auto game = four().flood('b', 3).turn("k1 p1").turn("y1 o1").turn("y1 w1").turn("k1 p1").chance("roll b2 b6");
    EXPECT_EQ(game.water('b'), 1);
    EXPECT_EQ(std::ssize(game.on('b', 0)), 4);
    EXPECT_FALSE(anyone_wet(game.state));
    EXPECT_EQ(game.state.round, 2);
}

TEST(HighTideHenn, H18_ADeckchairOnAFloodedSpaceIsInTheWater) {
    auto game = four().stand(1, 'b', 18).stand(2, 'b', 17).stand(3, 'o', 19).stand(0, 'o', 18);
    game.turn("k1 p1").turn("y1 p1").turn("y1 w1").turn("k1 w1").chance("roll b6 o2");
    EXPECT_TRUE(game.wet(1, 'b')) << "a large wave reaches space 18";
    EXPECT_FALSE(game.wet(2, 'b'));
    EXPECT_TRUE(game.wet(3, 'o')) << "a small wave reaches space 19";
    EXPECT_FALSE(game.wet(0, 'o'));
}

TEST(HighTideHenn, H18_ADeckchairMovedPastTheLastDrySpaceIsInTheWater) {
    auto game = four().stand(0, 'k', 18).stand(0, 'p', 18).turn("k2 p3");
    EXPECT_EQ(game.where(0, 'k'), 20) << "the last dry space";
    EXPECT_TRUE(game.wet(0, 'p'));
    EXPECT_TRUE(game.told("red moves on the purple beach from space 18 into the water"));
}

TEST(HighTideHenn, H18_AWetDeckchairMovesNoMore) {
    auto game = four().stand(0, 'k', sea).turn("k6 p1");
    EXPECT_TRUE(game.wet(0, 'k'));
    EXPECT_EQ(game.where(0, 'p'), 1) << "the other die counts";
    EXPECT_TRUE(game.told("red cannot move on the black beach: the deckchair is in the water"));
}

/// The last turn of a round has come; the waves follow on beaches where nobody stands.
Situation last_turn(const Options& options = {}) { return four(options).turn("k1 p1").turn("k1 p1").turn("o1 o1"); }

TEST(HighTideHenn, H19_TheGameEndsAfterRoundSix) {
    auto game = last_turn();
    game.state.round = 5;
    game.turn("y1 y1").chance("roll w1 w2");
    EXPECT_EQ(game.state.round, 6);
    EXPECT_FALSE(is_over(game.state));
    game.turn("k1 p1").turn("k1 p1").turn("o1 o1").turn("y1 y1").chance("roll w1 w2");
    EXPECT_TRUE(is_over(game.state));
}

TEST(HighTideHenn, H19_TheRoundInWhichADeckchairGotWetIsPlayedOut) {
    auto game = four().stand(0, 'k', 20).turn("k1 p1");
    EXPECT_TRUE(game.wet(0, 'k'));
    EXPECT_EQ(game.acting(), 1);
    game.turn("k1 p1").turn("o1 o1").turn("y1 y1").chance("roll w1 w2");
    EXPECT_EQ(game.water('w'), 16) << "waves included";
    EXPECT_TRUE(is_over(game.state));
}

TEST(HighTideHenn, H19_AWaveThatWetsADeckchairEndsTheGame) {
    auto game = last_turn().stand(2, 'w', 17).turn("y1 y1").chance("roll w1 w2");
    EXPECT_TRUE(game.wet(2, 'w'));
    EXPECT_TRUE(is_over(game.state));
    EXPECT_EQ(game.state.round, 1);
}

TEST(HighTideHenn, H19_EndingAtOnceScoresRightAfterTheMove) {
    Options options;
    options.ending = Ending::at_once;
    auto game = four(options).stand(0, 'k', 20).turn("k1 p1");
    EXPECT_TRUE(is_over(game.state));
    EXPECT_EQ(game.where(0, 'p'), 1) << "both dice of the move count";
    EXPECT_EQ(game.track(1), "towel 0");
    auto wave = last_turn(options).stand(2, 'w', 18).stand(1, 'b', 19).turn("y1 y1").chance("roll w2 b1");
    EXPECT_TRUE(is_over(wave.state));
    EXPECT_TRUE(wave.wet(2, 'w'));
    EXPECT_TRUE(wave.wet(1, 'b')) << "the two waves of a pair come together";
}

TEST(HighTideHenn, H20_TheLowestTowelStartsTheNextRound) {
    // The rulebooks' figure: pink, brown, blue, red, beige, green from the top; green starts, pink is last.
    constexpr int red = 0, brown = 1, green = 2, beige = 3, pink = 4, blue_player = 5;
    auto game = Situation(6).chance("towels 4,1,5,0,3,2");
    game.turn("k1 p1").turn("k1 p1").turn("k1 p1").turn("b1 o1").turn("b1 o1").turn("b1 o1").chance("roll w1 y1");
    EXPECT_EQ(game.acting(), green);
    EXPECT_EQ(game.pile(), (std::vector<int>{beige, red, blue_player, brown, pink}));
    EXPECT_EQ(game.state.bag.size(), 18);
    EXPECT_EQ(game.state.track.occupied(), 0);
    EXPECT_EQ(game.state.pool, Pool{});
}

TEST(HighTideHenn, H20_ThePairLeftOverIsPassedOverWhenTowelsArePiled) {
    auto game = four().play("roll").chance("roll w5 k3").play("decline").chance("roll p1 b1").play("accept");
    game.turn("p1 b1").turn("o1 y1").turn("o1 y1");
    EXPECT_EQ(game.acting(), 3);
    EXPECT_EQ(game.pile(), (std::vector<int>{2, 1, 0}));
}

TEST(HighTideHenn, H21_FourTwoAndWithFiveOrSixPlayersOne) {
    // The rulebooks' figure: beige right of brown on 8, red on 6.
    constexpr int red = 0, brown = 1, beige = 3;
    for (const int players : {4, 6}) {
        Situation game(players);
        game.stand(brown, 'k', 8).stand(beige, 'k', 8).stand(red, 'k', 6).stand(2, 'k', 5);
        EXPECT_EQ(game.points(beige, 'k'), 4);
        EXPECT_EQ(game.points(brown, 'k'), 2);
        EXPECT_EQ(game.points(red, 'k'), players == 6 ? 1 : 0);
        EXPECT_EQ(game.points(2, 'k'), 0);
    }
    EXPECT_EQ(place_points(3, 2), 0);
    EXPECT_EQ(place_points(5, 2), 1);
}

TEST(HighTideHenn, H21_WetDeckchairsAreRemoved) {
    // The rulebooks' figure for the purple beach: red is in the water, blue and pink are at the bar.
    Situation game(6);
    game.stand(0, 'p', sea).stand(3, 'p', 12).stand(2, 'p', 9).stand(1, 'p', 4);
    EXPECT_EQ(game.points_on('p'), (std::vector<int>{0, 1, 2, 4, 1, 1}));
}

TEST(HighTideHenn, H22_ADeckchairAtTheBarEarnsOnePointAndNoPlace) {
    Situation game(5);
    EXPECT_EQ(game.points_on('y'), (std::vector<int>{1, 1, 1, 1, 1}));
    game.stand(4, 'y', 1);
    EXPECT_EQ(game.points_on('y'), (std::vector<int>{1, 1, 1, 1, 4}));
}

TEST(HighTideHenn, H23_MostPointsWinTiesShare) {
    auto game = last_turn();
    game.state.round = 6;
    game.turn("y1 y1").chance("roll w1 w2");
    ASSERT_TRUE(is_over(game.state));
    // Black: seat 1 came after seat 0. Purple likewise. Orange: seat 2 alone. Yellow: seat 3 alone.
    const Result points = result(game.state);
    EXPECT_EQ(points.points, (std::array<std::int16_t, max_seats>{2 + 2 + 4, 4 + 4 + 4, 4 + 5, 4 + 5, 0, 0}));
    EXPECT_EQ(points.winners, SeatSet::of(1));
    game.stand(1, 'k', 0).stand(1, 'p', 0).stand(0, 'k', 0).stand(0, 'p', 0);
    EXPECT_EQ(result(game.state).winners.bits(), 0b1100) << "seats 2 and 3 share the victory";
    game.stand(2, 'w', 1).stand(3, 'w', 2);
    EXPECT_EQ(result(game.state).points[2], result(game.state).points[3] - 2);
    EXPECT_EQ(result(game.state).winners, SeatSet::of(3));
    game.stand(2, 'w', 0).stand(3, 'w', 0).stand(3, 'b', sea);
    EXPECT_EQ(result(game.state).points[2], result(game.state).points[3] + 1);
    EXPECT_EQ(result(game.state).winners, SeatSet::of(2)) << "one point decides";
}

TEST(HighTideHenn, H23_NobodyHasPointsBeforeTheEnd) {
    const auto game = four().turn("k1 p1");
    EXPECT_EQ(result(game.state).points, (std::array<std::int16_t, max_seats>{}));
    EXPECT_TRUE(result(game.state).winners.empty());
}

TEST(HighTideHenn, EditionDefaultsToTheGermanTextAndHidesCoinsOnlyThere) {
    const auto of = [](const OptionTexts& given) {
        return *Text::options(*OptionReader::read(Text::info(), given), 4);
    };
    EXPECT_EQ(of({}).edition, Edition::de);
    EXPECT_TRUE(of({}).coins_hidden);
    EXPECT_FALSE(of({{"edition", "en"}}).coins_hidden);
    EXPECT_TRUE(of({{"edition", "en"}, {"coins_hidden", "true"}}).coins_hidden);
    EXPECT_EQ(of({}).ending, Ending::after_round);
    EXPECT_EQ(of({{"edition", "en"}}).ending, Ending::after_round);
}

}  // namespace
}  // namespace springtide::high_tide_henn
