#include "tests/high_tide_henn/situation.hpp"

/// Baywatch: the tiles used in the own turn (HB5 to HB10), alone and together.
namespace springtide::high_tide_henn {
namespace {

/// Four players in the order of their seats; seat 0 holds tiles, and it is its turn.
Situation holding(std::initializer_list<Tile> tiles, Options options = {}) {
    options.baywatch = true;
    Situation game(4, options);
    for (const Tile tile : tiles) game.give(0, tile);
    game.chance("towels 0,1,2,3");
    if (options.coins)
        game.chance(
            "coins k:8,7,6,5,4,3,2,1;p:8,7,6,5,4,3,2,1;b:8,7,6,5,4,3,2,1;o:8,7,6,5,4,3,2,1;y:8,7,6,5,4,3,2,1;"
            "w:8,7,6,5,4,3,2,1");
    return game.chance("baywatch queue_jump");
}

/// The same after a roll.
Situation rolled(std::initializer_list<Tile> tiles, std::string_view dice, const Options& options = {}) {
    return holding(tiles, options).play("roll").chance("roll " + std::string(dice));
}

/// Seat 1 holds tiles and is next; two pairs lie on the track.
Situation with_pairs(std::initializer_list<Tile> tiles) {
    Situation game = holding({});
    for (const Tile tile : tiles) game.give(1, tile);
    game.play("roll").chance("roll k5 p2").play("decline").chance("roll b4 b1").play("decline");
    return game.chance("roll o3 k1").play("accept");
}

TEST(HighTideHenn, HB5_RentalGoesDownAndTheNextPlayerDoesNotMoveIt) {
    auto game = holding({Tile::rental});
    EXPECT_EQ(game.legal(), (Texts{"roll", "use rental"}));
    game.play("use rental");
    EXPECT_EQ(game.state.track.rental, 5);
    EXPECT_EQ(game.legal(), Texts{"roll"});
    game.turn("k1 p1");
    EXPECT_EQ(game.state.track.rental, 5) << "the next player does not move it";
    game.turn("b1 o1");
    EXPECT_EQ(game.state.track.rental, 0) << "the one after does";
}

TEST(HighTideHenn, HB5_OffFromTheLastSpace) {
    auto game = with_pairs({Tile::rental});
    EXPECT_EQ(game.state.track.rental, 5);
    game.play("use rental");
    EXPECT_EQ(game.state.track.rental, 0);
    EXPECT_EQ(broken_invariant(game.state), nullptr);
}

TEST(HighTideHenn, HB5_AfterARollItMakesRoomToDecline) {
    auto game =
        rolled({Tile::rental}, "k1 p1").play("decline").chance("roll b1 o1").play("decline").chance("roll y1 w1");
    EXPECT_EQ(game.legal(), (Texts{"accept", "use rental"}));
    game.play("use rental");
    EXPECT_EQ(game.legal(), (Texts{"accept", "decline"}));
    game.play("decline").chance("roll y2 w2");
    EXPECT_EQ(game.legal(), Texts{"accept"});
}

TEST(HighTideHenn, HB5_RefusedWithoutRentalAndAfterChoosing) {
    auto game = with_pairs({Tile::rental});
    game.state.track.rental = 0;
    EXPECT_FALSE(game.allows("use rental"));
    EXPECT_EQ(game.refusal("use rental"), "the rental is off the track already (HB5)");
    auto late = rolled({Tile::rental, Tile::adjust}, "k1 p1").play("accept");
    EXPECT_EQ(late.refusal("use rental"), "the rental is moved before the pair is chosen (HB5)");
}

TEST(HighTideHenn, HB5_InTheLastTurnItMeansNothingForTheNextRound) {
    Situation game = holding({});
    game.give(3, Tile::rental).turn("k1 p1").turn("b1 o1").turn("y1 w1");
    game.state.track.rental = 5;
    game.play("use rental").turn("k1 p1").chance("roll b1 o1").chance("baywatch swap");
    EXPECT_EQ(game.state.track.rental, 4);
    game.turn("k2 p2");
    EXPECT_EQ(game.state.track.rental, 5);
}

TEST(HighTideHenn, HB6_EachDieCountsOneMoreOrLess) {
    auto game = rolled({Tile::adjust}, "k3 p2").play("accept");
    EXPECT_EQ(game.legal(), (Texts{"move", "use adjust -1 -1", "use adjust -1 0", "use adjust -1 +1", "use adjust 0 -1",
                                   "use adjust 0 +1", "use adjust +1 -1", "use adjust +1 0", "use adjust +1 +1"}));
    auto other = game;
    game.play("use adjust +1 -1");
    EXPECT_EQ(game.where(0, 'k'), 4);
    EXPECT_EQ(game.where(0, 'p'), 1);
    other.play("move");
    EXPECT_EQ(other.where(0, 'k'), 3);
    EXPECT_TRUE(other.has(0, Tile::adjust)) << "holding a tile never forces its use";
}

TEST(HighTideHenn, HB6_BetweenOneAndSixAndAtLeastOneChanges) {
    auto game = rolled({Tile::adjust}, "k6 p1").play("accept");
    EXPECT_EQ(game.legal(), (Texts{"move", "use adjust -1 0", "use adjust -1 +1", "use adjust 0 +1"}));
    EXPECT_EQ(game.refusal("use adjust +1 0"),
              "a die counts 1 to 6, at least one must change, and its deckchair must be dry (HB6)");
    EXPECT_NE(game.refusal("use adjust 0 0"), "");
}

TEST(HighTideHenn, HB6_TheDiceThemselvesDoNotChange) {
    auto game = holding({}).give(1, Tile::adjust).turn("k2 p2").play("roll").chance("roll b3 o2");
    game.play({"accept", "use adjust -1 -1"});
    EXPECT_EQ(game.where(1, 'b'), 2);
    EXPECT_EQ(game.state.baywatch.open_dice_of, 0) << "5 against 4: open dice count as they were rolled";
    EXPECT_EQ(game.in_pool("b3"), 1);
}

TEST(HighTideHenn, HB6_RefusedBeforeAPairIsChosenAndForAWetDeckchair) {
    auto game = rolled({Tile::adjust}, "k3 p2");
    EXPECT_EQ(game.refusal("use adjust +1 0"), "dice are adjusted after a pair is chosen (HB6)");
    game.stand(0, 'k', sea).play("accept");
    EXPECT_EQ(game.legal(), (Texts{"move", "use adjust 0 -1", "use adjust 0 +1"}));
    auto both_wet = rolled({Tile::adjust}, "k3 p2").stand(0, 'k', sea).stand(0, 'p', sea).play("accept");
    EXPECT_EQ(both_wet.acting(), 1) << "nothing to use, nothing is asked";
}

TEST(HighTideHenn, HB7_SwapTheRollForAPairOnTheTrack) {
    auto game = with_pairs({Tile::swap}).play("roll").chance("roll y6 w1");
    EXPECT_EQ(game.legal(), (Texts{"accept", "use swap 1", "use swap 2"})) << "one free space: no declining";
    game.play("use swap 2");
    EXPECT_EQ(game.track(4), "y6 w1") << "the roll lies on the first free space";
    EXPECT_EQ(game.legal(), (Texts{"reroll none", "reroll left", "reroll right"})) << "with that space's re-roll";
    game.play("reroll left").chance("reroll 6");
    EXPECT_EQ(game.where(1, 'b'), 7);
    EXPECT_EQ(game.where(1, 'y'), 0);
    EXPECT_EQ(game.track(2), "towel 1");
    EXPECT_EQ(game.in_pool("b6"), 1);
}

TEST(HighTideHenn, HB7_AlsoAPairDeclinedInTheSameTurn) {
    auto game = rolled({Tile::swap}, "k6 p6").play("decline").chance("roll b1 o1");
    EXPECT_EQ(game.legal(), (Texts{"accept", "decline", "use swap 1"}));
    game.play({"use swap 1", "reroll none"});
    EXPECT_EQ(game.where(0, 'k'), 6);
    EXPECT_EQ(game.track(1), "towel 0");
    EXPECT_EQ(game.track(2), "b1 o1");
}

TEST(HighTideHenn, HB7_RefusedWithoutARollOrWithoutAPair) {
    auto game = with_pairs({Tile::swap});
    EXPECT_EQ(game.refusal("use swap 1"), "a roll is swapped instead of accepting it (HB7)");
    auto empty = rolled({Tile::swap}, "k6 p6");
    EXPECT_EQ(empty.legal(), (Texts{"accept", "decline"}));
    EXPECT_EQ(empty.refusal("use swap 1"), "no dice lie on that space (HB7)");
    auto itself = with_pairs({Tile::swap}).play("roll").chance("roll y6 w1");
    EXPECT_EQ(itself.refusal("use swap 4"), "no dice lie on that space (HB7)") << "the roll itself did not lie there";
}

TEST(HighTideHenn, HB8_RerollOneDieOfTheChosenPair) {
    auto game = rolled({Tile::reroll}, "k1 p2").play("accept");
    EXPECT_EQ(game.legal(), (Texts{"move", "use reroll left", "use reroll right"}));
    game.play("use reroll right");  // k1 lies right of p2
    EXPECT_FALSE(game.chance_may("reroll 5 5"));
    game.chance("reroll 5");
    EXPECT_EQ(game.where(0, 'k'), 5);
    EXPECT_EQ(game.where(0, 'p'), 2);
    EXPECT_EQ(game.state.baywatch.open_dice.total(), 7) << "open dice count as they lie in the end";
}

TEST(HighTideHenn, HB8_RefusedBeforeAPairIsChosen) {
    const auto game = rolled({Tile::reroll, Tile::adjust}, "k1 p2");
    EXPECT_EQ(game.refusal("use reroll left"), "a die is re-rolled after a pair is chosen (HB8)");
}

TEST(HighTideHenn, HB4_AfterAdjustingOneDieTheOtherMayBeRolledAgain) {
    auto game = rolled({Tile::reroll, Tile::adjust}, "k3 p2").play({"accept", "use adjust +1 0"});
    EXPECT_EQ(game.legal(), (Texts{"move", "use reroll right"}));
    EXPECT_EQ(game.refusal("use reroll left"), "a die that was adjusted is not rolled again (HB4)");
    game.play("use reroll right").chance("reroll 6");
    EXPECT_EQ(game.where(0, 'k'), 4) << "the adjusted die counts as adjusted";
    EXPECT_EQ(game.where(0, 'p'), 6);
    EXPECT_EQ(game.state.baywatch.open_dice.total(), 9) << "3 and 6 lie there";
    auto other = rolled({Tile::reroll, Tile::adjust}, "k3 p2").play({"accept", "use adjust 0 -1"});
    EXPECT_EQ(other.legal(), (Texts{"move", "use reroll left"}));
}

TEST(HighTideHenn, HB4_WithBothDiceAdjustedNoneIsRolledAgain) {
    auto game = rolled({Tile::reroll, Tile::adjust}, "k1 p2").play({"accept", "use adjust +1 +1"});
    EXPECT_EQ(game.acting(), 1) << "nothing is left to use, so the dice are played";
    EXPECT_TRUE(game.has(0, Tile::reroll));
}

TEST(HighTideHenn, HB4_ADieRolledAgainMayBeAdjusted) {
    auto game = rolled({Tile::reroll, Tile::adjust}, "k3 p2").play({"accept", "use reroll left"}).chance("reroll 5");
    game.play("use adjust +1 +1");
    EXPECT_EQ(game.where(0, 'k'), 6);
    EXPECT_EQ(game.where(0, 'p'), 3);
}

TEST(HighTideHenn, HB4_ColourAndDirectionDoNotMakeADieAdjusted) {
    auto game = rolled({Tile::reroll, Tile::recolour, Tile::backward}, "k3 p2").stand(0, 'w', 9);
    game.play({"accept", "use recolour left w", "use backward left", "use reroll left"}).chance("reroll 4");
    EXPECT_EQ(game.where(0, 'w'), 5);
    auto adjusted = rolled({Tile::reroll, Tile::adjust, Tile::backward}, "k3 p2").stand(0, 'k', 9);
    adjusted.play({"accept", "use adjust -1 0", "use backward left"});
    EXPECT_EQ(adjusted.legal(), (Texts{"move", "use reroll right"})) << "2 back is not the 3 it shows";
}

TEST(HighTideHenn, HB8_ADieOfAWetDeckchairMayBeRolledAgainForTheOpenDice) {
    auto game = rolled({Tile::reroll}, "k6 p2").stand(0, 'k', sea).play("accept");
    EXPECT_EQ(game.legal(), (Texts{"move", "use reroll left", "use reroll right"}));
    game.play("use reroll left").chance("reroll 1");
    EXPECT_EQ(game.state.baywatch.open_dice.total(), 3);
}

TEST(HighTideHenn, HB6_ADieOfAWetDeckchairIsAdjustedOnceItHasAnotherColour) {
    auto game = rolled({Tile::adjust, Tile::recolour}, "k3 p2").stand(0, 'k', sea).play("accept");
    EXPECT_EQ(game.refusal("use adjust +1 +1"),
              "a die counts 1 to 6, at least one must change, and its deckchair must be dry (HB6)");
    game.play({"use recolour left b", "use adjust +1 +1"});
    EXPECT_EQ(game.where(0, 'b'), 4);
    EXPECT_EQ(game.where(0, 'p'), 3);
    auto lost = rolled({Tile::adjust, Tile::recolour}, "k3 p2").stand(0, 'b', sea);
    lost.play({"accept", "use adjust +1 0", "use recolour left b"});
    EXPECT_EQ(lost.where(0, 'k'), 0) << "adjusted, then given to a wet deckchair: the die is lost";
}

TEST(HighTideHenn, HB10_ADieOfAWetDeckchairGoesBackwardOnceItHasAnotherColour) {
    auto game = rolled({Tile::backward, Tile::recolour}, "k3 p2").stand(0, 'k', sea).stand(0, 'b', 5).play("accept");
    EXPECT_EQ(game.refusal("use backward left"), "the deckchair of that die is in the water (HB10)");
    game.play({"use recolour left b", "use backward left"});
    EXPECT_EQ(game.where(0, 'b'), 2);
}

TEST(HighTideHenn, HB10_TwoDiceOfOneColourDoNotDrownOnTheWay) {
    auto game = rolled({Tile::backward}, "k6 k4").stand(0, 'k', 18).play({"accept", "use backward right"});
    EXPECT_EQ(game.where(0, 'k'), 20) << "6 forward and 4 backward are 2 forward";
    EXPECT_FALSE(game.wet(0, 'k'));
    EXPECT_EQ(game.acting(), 1) << "and there is no question";
}

TEST(HighTideHenn, HB9_OneDieCountsAsAnyColour) {
    auto game = rolled({Tile::recolour}, "k3 p2").play("accept");
    EXPECT_EQ(game.legal(),
              (Texts{"move", "use recolour left p", "use recolour left b", "use recolour left o", "use recolour left y",
                     "use recolour left w", "use recolour right k", "use recolour right b", "use recolour right o",
                     "use recolour right y", "use recolour right w"}));
    EXPECT_EQ(game.refusal("use recolour left k"), "the die counts as that colour already (HB9)");
    game.play("use recolour left w");
    EXPECT_EQ(game.where(0, 'w'), 3);
    EXPECT_EQ(game.where(0, 'k'), 0);
    EXPECT_EQ(game.state.baywatch.open_dice, (Pair{Die(black, 3), Die(purple, 2)})) << "the die itself stays black";
}

TEST(HighTideHenn, HB9_ToTheColourOfTheOtherDieTheyAddUp) {
    auto game = rolled({Tile::recolour}, "k3 p2").play({"accept", "use recolour left p"});
    EXPECT_EQ(game.where(0, 'p'), 5);
    auto lost = rolled({Tile::recolour}, "k3 p2").stand(0, 'y', sea).play({"accept", "use recolour left y"});
    EXPECT_EQ(lost.where(0, 'k'), 0) << "also to a beach where the own deckchair is in the water: the die is lost";
}

TEST(HighTideHenn, HB9_RefusedBeforeAPairIsChosen) {
    const auto game = rolled({Tile::recolour}, "k3 p2");
    EXPECT_EQ(game.refusal("use recolour left w"), "a die is recoloured after a pair is chosen (HB9)");
}

TEST(HighTideHenn, HB10_OneDieMovesAwayFromTheWaterAtMostToTheBar) {
    auto game = rolled({Tile::backward}, "k5 p2").stand(0, 'k', 9).stand(0, 'p', 1).play("accept");
    EXPECT_EQ(game.legal(), (Texts{"move", "use backward left", "use backward right"}));
    auto right = game;
    game.play("use backward left");
    EXPECT_EQ(game.where(0, 'k'), 4);
    EXPECT_EQ(game.where(0, 'p'), 3);
    right.play("use backward right");
    EXPECT_EQ(right.where(0, 'k'), 14);
    EXPECT_EQ(right.where(0, 'p'), 0);
    auto at_bar = rolled({Tile::backward}, "k5 p2").play({"accept", "use backward left"});
    EXPECT_EQ(at_bar.where(0, 'k'), 0) << "at the bar it stays there, which may be just what one wants";
}

TEST(HighTideHenn, HB10_TwoDiceOfOneColourDoNotStopAtTheBarOnTheWay) {
    auto game = rolled({Tile::backward}, "k5 k3").stand(0, 'k', 2).play({"accept", "use backward left"});
    EXPECT_EQ(game.where(0, 'k'), 0) << "5 backward and 3 forward are 2 backward";
    EXPECT_EQ(game.acting(), 1);
    auto below = rolled({Tile::backward}, "k5 k3").stand(0, 'k', 1).play({"accept", "use backward left"});
    EXPECT_EQ(below.where(0, 'k'), 0) << "at most to the bar";
}

/// Written from the clause: signs, sum, bar and water, and nothing of the rules.
TEST(HighTideHenn, HB10_TwoDiceOfOneColourAreAddedWithTheirSignsFromEverySpace) {
    for (int from = 0; from <= 20; ++from)
        for (int left = 1; left <= 6; ++left)
            for (int right = 1; right <= left; ++right)
                for (const bool left_back : {true, false}) {
                    auto game = rolled({Tile::backward}, "k" + std::to_string(left) + " k" + std::to_string(right))
                                    .stand(0, 'k', from)
                                    .play({"accept", left_back ? "use backward left" : "use backward right"});
                    const int end = from + (left_back ? right - left : left - right);
                    const std::string what = std::to_string(from) + ": " + std::to_string(left) + ", " +
                                             std::to_string(right) + (left_back ? " left back" : " right back");
                    EXPECT_EQ(game.acting(), 1) << what;
                    EXPECT_EQ(game.wet(0, 'k'), end > 20) << what;
                    if (end <= 20) {
                        EXPECT_EQ(game.where(0, 'k'), end < 0 ? 0 : end) << what;
                    }
                }
}

TEST(HighTideHenn, HB10_NoQuestionWhereTheOrderChangesNothing) {
    auto game =
        rolled({Tile::backward}, "k5 k3").stand(1, 'k', 7).stand(0, 'k', 9).play({"accept", "use backward left"});
    EXPECT_EQ(game.where(0, 'k'), 7);
    EXPECT_EQ(game.on('k', 7), (std::vector<int>{1, 0}));
    EXPECT_EQ(game.acting(), 1);
}

TEST(HighTideHenn, HB10_NoQuestionForADeckchairInTheWater) {
    const auto game = rolled({}, "k5 k3").stand(0, 'k', sea).play("accept");
    EXPECT_TRUE(game.wet(0, 'k'));
    EXPECT_EQ(game.acting(), 1) << "both dice are lost in either order";
}

TEST(HighTideHenn, HB10_TheSumMayEndInTheWater) {
    auto game = rolled({Tile::backward}, "k6 k3").stand(0, 'k', 18).play({"accept", "use backward right"});
    EXPECT_TRUE(game.wet(0, 'k'));
}

TEST(HighTideHenn, HB10_ASumOfNothingIsNoArrivalAndTakesNoCoin) {
    auto game =
        rolled({Tile::backward}, "k3 k3").stand(0, 'k', 9).stand(1, 'k', 9).play({"accept", "use backward left"});
    EXPECT_EQ(game.on('k', 9), (std::vector<int>{0, 1})) << "it stays left of the one that came later";
    EXPECT_FALSE(game.told("red moves on the black beach from space 9 to space 9"))
        << testing::PrintToString(game.told());
    Options options;
    options.coins = true;
    auto coins = rolled({Tile::backward}, "k6 k6", options).stand(0, 'k', 5).play({"accept", "use backward left"});
    EXPECT_EQ(coins.where(0, 'k'), 5) << "no coin on 11, and the bar has none";
    EXPECT_EQ(coins.acting(), 1) << "a coin lies on space 5, and it is not asked for";
    EXPECT_EQ(coins.state.coins.taken[0][black], 0);
}

TEST(HighTideHenn, HB10_RefusedBeforeAPairIsChosenAndForAWetDeckchair) {
    auto game = rolled({Tile::backward}, "k5 p2");
    EXPECT_EQ(game.refusal("use backward left"), "a die goes backward after a pair is chosen (HB10)");
    game.stand(0, 'k', sea).play("accept");
    EXPECT_EQ(game.legal(), (Texts{"move", "use backward right"}));
    EXPECT_EQ(game.refusal("use backward left"), "the deckchair of that die is in the water (HB10)");
}

TEST(HighTideHenn, HB10_OneDieIsUsedFirstOnlyToTakeACoin) {
    Options options;
    options.coins = true;
    auto game = rolled({Tile::backward}, "k5 k3", options).stand(0, 'k', 9).play({"accept", "use backward left"});
    EXPECT_EQ(game.legal(), (Texts{"first left", "move"}))
        << "back first stops at the coin on 4; forward first at none";
    auto together = game;
    game.play("first left");
    EXPECT_EQ(game.where(0, 'k'), 7);
    EXPECT_EQ(game.acting(), 1);
    EXPECT_EQ(game.state.coins.taken[0][black], 4) << "without a question: only for the coin it stopped";
    together.play("move");
    EXPECT_EQ(together.where(0, 'k'), 7);
    EXPECT_EQ(together.legal(), (Texts{"coin take", "coin leave"})) << "the coin where the move ends (HC2)";
    auto both = rolled({Tile::backward}, "k3 k2", options).stand(0, 'k', 4).play({"accept", "use backward left"});
    EXPECT_EQ(both.legal(), (Texts{"first left", "first right", "move"}));
    both.play("first right");
    EXPECT_EQ(both.state.coins.taken[0][black], 6);
    EXPECT_EQ(both.where(0, 'k'), 3);
}

TEST(HighTideHenn, HB10_ACoinOnTheWayOfASumOfNothingIsANewArrival) {
    Options options;
    options.coins = true;
    auto game = rolled({Tile::backward}, "k3 k3", options).stand(0, 'k', 5).stand(1, 'k', 5);
    game.play({"accept", "use backward left"});
    EXPECT_EQ(game.legal(), (Texts{"first left", "first right", "move"}));
    auto stays = game;
    stays.play("move");
    EXPECT_EQ(stays.on('k', 5), (std::vector<int>{0, 1}));
    EXPECT_EQ(stays.acting(), 1);
    game.play("first left");
    EXPECT_EQ(game.state.coins.taken[0][black], 2);
    EXPECT_EQ(game.on('k', 5), (std::vector<int>{1, 0})) << "it went to the coin and came back";
}

TEST(HighTideHenn, HB_TwoTilesAdjustAndRecolourTogether) {
    auto game = rolled({Tile::adjust, Tile::recolour}, "k3 p2").play({"accept", "use recolour right k"});
    EXPECT_TRUE(game.allows("use adjust +1 +1"));
    game.play("use adjust +1 +1");
    EXPECT_EQ(game.where(0, 'k'), 7);
}

TEST(HighTideHenn, HB_TwoTilesRerollAndBackwardKeepTheDirection) {
    auto game = rolled({Tile::reroll, Tile::backward}, "k3 p2").stand(0, 'k', 10);
    game.play({"accept", "use backward left", "use reroll left"}).chance("reroll 6");
    EXPECT_EQ(game.where(0, 'k'), 4);
}

TEST(HighTideHenn, HB_TwoTilesAdjustABackwardDie) {
    auto game = rolled({Tile::adjust, Tile::backward}, "k3 p2").stand(0, 'k', 10);
    game.play({"accept", "use backward left", "use adjust +1 0"});
    EXPECT_EQ(game.where(0, 'k'), 6) << "one more, in its direction";
    EXPECT_EQ(game.where(0, 'p'), 2);
}

TEST(HighTideHenn, HB_ThreeTilesRentalSwapAndReroll) {
    auto game = with_pairs({Tile::rental, Tile::swap, Tile::reroll}).play({"use rental", "roll"}).chance("roll y6 w1");
    EXPECT_TRUE(game.allows("decline")) << "the rental made room";
    game.play({"use swap 1", "reroll left"}).chance("reroll 1");
    EXPECT_EQ(game.legal(), (Texts{"move", "use reroll left", "use reroll right"}));
    game.play("use reroll right").chance("reroll 6");
    EXPECT_EQ(game.where(1, 'k'), 1);
    EXPECT_EQ(game.where(1, 'p'), 6);
    EXPECT_EQ(game.state.baywatch.tiles[1], 0);
    EXPECT_EQ(game.track(1), "towel 1");
}

TEST(HighTideHenn, HB_ThreeTilesHeadStartRecolourAndBackwardOnOneBeach) {
    auto game = Situation(4, [] {
        Options options;
        options.baywatch = true;
        return options;
    }());
    game.give(0, Tile::head_start).give(0, Tile::recolour).give(0, Tile::backward);
    game.chance("towels 0,1,2,3").chance("baywatch swap").play("use head_start k 2").play("roll").chance("roll k4 p3");
    game.play({"accept", "use recolour right k", "use backward left"});
    EXPECT_EQ(game.where(0, 'k'), 1) << "2, and then 3 forward and 4 backward in one";
    EXPECT_EQ(game.where(0, 'p'), 0);
    EXPECT_EQ(game.acting(), 1);
}

TEST(HighTideHenn, HB_TilesThatAreWonKeepForLaterRounds) {
    auto game = holding({Tile::backward}).turn("k1 p1");
    EXPECT_EQ(game.state.phase, Phase::using_tiles);
    game.play("move").turn("b2 o2").turn("y2 w2").turn("k2 p2").chance("roll b1 o1").chance("baywatch swap");
    EXPECT_TRUE(game.has(0, Tile::backward));
    EXPECT_TRUE(game.has(0, Tile::queue_jump)) << "won with the open dice of 2";
}

}  // namespace
}  // namespace springtide::high_tide_henn
