#include "tests/high_tide_henn/situation.hpp"

/// Baywatch: the open dice and the tiles as such (HB1 to HB4, HB14), and the tiles used before a turn (HB11 to HB13).
namespace springtide::high_tide_henn {
namespace {

Options with_baywatch(Ending ending = Ending::after_round) {
    Options options;
    options.baywatch = true;
    options.ending = ending;
    return options;
}

struct Held {
    int seat;
    Tile tile;
};

/// Four players in the order of their seats, with tiles won in earlier rounds.
Situation four(std::initializer_list<Held> held = {}, std::string_view offered = "baywatch rental",
               const Options& options = with_baywatch()) {
    Situation game(4, options);
    for (const auto& [seat, tile] : held) game.give(seat, tile);
    return game.chance("towels 0,1,2,3").chance(offered);
}

TEST(HighTideHenn, HB1_NineTilesTheTopOneIsTurnedUp) {
    Situation game(4, with_baywatch());
    game.chance("towels 0,1,2,3");
    EXPECT_EQ(game.state.phase, Phase::revealing_tile);
    EXPECT_EQ(outcome_count(game.state), 9U);
    game.chance("baywatch swap");
    EXPECT_EQ(game.state.baywatch.on_offer, static_cast<int>(Tile::swap));
    EXPECT_EQ(game.acting(), 0);
    game.turn("k1 p1").turn("b2 o2").turn("y2 w2").turn("k2 p2").chance("roll b1 o1");
    EXPECT_EQ(outcome_count(game.state), 8U);
    EXPECT_FALSE(game.chance_may("baywatch swap")) << "it is not in the stack any more";
}

TEST(HighTideHenn, HB2_TheFirstPlayerKeepsTheAcceptedPair) {
    const auto game = four().turn("k6 p6");
    EXPECT_EQ(game.state.baywatch.open_dice_of, 0);
    EXPECT_EQ(game.in_pool("k6"), 0);
    EXPECT_EQ(game.state.baywatch.open_dice, (Pair{Die(black, 6), Die(purple, 6)}));
}

TEST(HighTideHenn, HB2_AnEqualOrLowerTotalTakesOverAHigherGoesToThePool) {
    auto game = four().turn("k3 p2").turn("b4 o2");
    EXPECT_EQ(game.state.baywatch.open_dice_of, 0);
    EXPECT_EQ(game.in_pool("b4"), 1);
    game.turn("b1 o4");
    EXPECT_EQ(game.state.baywatch.open_dice_of, 2) << "equal is enough";
    EXPECT_EQ(game.in_pool("k3"), 1) << "the former open dice go to the pool";
    EXPECT_EQ(game.in_pool("p2"), 1);
    EXPECT_EQ(game.in_pool("o4"), 0);
}

TEST(HighTideHenn, HB2_APairTakenFromTheTrackCountsAfterItsReroll) {
    auto game = four().play("roll").chance("roll k6 p5").play("decline").chance("roll b2 o2").play("accept");
    game.play({"take 1", "reroll both"}).chance("reroll 1 3");
    EXPECT_EQ(game.state.baywatch.open_dice_of, 1);
    EXPECT_EQ(game.state.baywatch.open_dice.total(), 4);
    auto high = four().play("roll").chance("roll k1 p1").play("decline").chance("roll b2 o2").play("accept");
    high.play({"take 1", "reroll left"}).chance("reroll 6");
    EXPECT_EQ(high.state.baywatch.open_dice_of, 0) << "the final total counts";
}

TEST(HighTideHenn, HB2_WhoJumpsTheQueueIsTheRoundsFirstPlayer) {
    auto game = four({{2, Tile::queue_jump}}).play("use queue_jump");
    game.turn("k6 p6");
    EXPECT_EQ(game.state.baywatch.open_dice_of, 2);
}

TEST(HighTideHenn, HB3_WhoHasTheOpenDiceWinsTheTileForTheNextRound) {
    auto game = four({}, "baywatch adjust").turn("k3 p2").turn("b1 o1");
    EXPECT_FALSE(game.has(1, Tile::adjust)) << "not before the end of the round";
    EXPECT_EQ(game.refusal("use adjust +1 0"),
              "the tile adjust is won at the end of this round and used from the next one on (HB3)");
    game.turn("y2 w2").turn("k2 p2").chance("roll b2 o2");
    EXPECT_TRUE(game.has(1, Tile::adjust));
    EXPECT_EQ(game.state.phase, Phase::revealing_tile) << "the next tile is turned up";
    game.chance("baywatch swap");
    EXPECT_EQ(game.state.baywatch.open_dice_of, nobody);
    game.turn("k3 p2").turn("b1 o1").turn("y2 w2");
    EXPECT_EQ(game.acting(), 1);
    EXPECT_TRUE(game.allows("use adjust +1 0"));
}

TEST(HighTideHenn, HB3_InTheLastRoundAPointInstead) {
    auto game = four().turn("k3 p2").turn("b1 o1").turn("y2 w2");
    game.state.round = 6;
    game.turn("k2 p2").chance("roll w1 y1");
    ASSERT_TRUE(is_over(game.state));
    EXPECT_FALSE(game.has(1, Tile::rental));
    EXPECT_EQ(score(game.state).baywatch, (BySeat<std::uint8_t>{0, 1, 0, 0, 0, 0}));
    EXPECT_TRUE(game.told("brown has the open dice of the last round, 1 point"));
}

TEST(HighTideHenn, HB3_ARoundThatAWetDeckchairMakesTheLastCountsAsLast) {
    auto game = four().stand(0, 'k', 20).turn("k3 p2").turn("b1 o1").turn("y2 w2").turn("k2 p2").chance("roll w1 y1");
    ASSERT_TRUE(is_over(game.state));
    EXPECT_EQ(score(game.state).baywatch[1], 1);
    auto at_once = four({}, "baywatch rental", with_baywatch(Ending::at_once)).stand(0, 'k', 20).turn("k3 p2");
    ASSERT_TRUE(is_over(at_once.state));
    EXPECT_EQ(score(at_once.state).baywatch[0], 1) << "the pair was accepted before the game ended";
}

TEST(HighTideHenn, HB3_EndingAtOnceThePointIsForTheOpenDiceOfThatMoment) {
    const auto near_water = [] {
        return four({}, "baywatch rental", with_baywatch(Ending::at_once)).stand(1, 'k', 19).turn("b3 o2");
    };
    auto higher = near_water().turn("k5 p4");
    ASSERT_TRUE(is_over(higher.state));
    EXPECT_EQ(score(higher.state).baywatch, (BySeat<std::uint8_t>{1, 0, 0, 0, 0, 0}));
    auto lower = near_water().turn("k2 p1");
    ASSERT_TRUE(is_over(lower.state));
    EXPECT_EQ(score(lower.state).baywatch, (BySeat<std::uint8_t>{0, 1, 0, 0, 0, 0}))
        << "open dice change hands before the game ends";
}

TEST(HighTideHenn, HB3_EndingAtOnceByAWave) {
    auto game = four({}, "baywatch rental", with_baywatch(Ending::at_once)).stand(2, 'w', 19);
    game.turn("k3 p2").turn("b1 o1").turn("y2 b2").turn("k2 p2").chance("roll w2 y1");
    ASSERT_TRUE(is_over(game.state));
    EXPECT_TRUE(game.wet(2, 'w'));
    EXPECT_EQ(score(game.state).baywatch, (BySeat<std::uint8_t>{0, 1, 0, 0, 0, 0}));
}

TEST(HighTideHenn, HB3_NobodyHasOpenDiceIfATileEndsTheGameBeforeTheFirstTurn) {
    auto game = four({{3, Tile::head_start}}, "baywatch rental", with_baywatch(Ending::at_once)).stand(3, 'k', 19);
    game.play("use head_start k 2");
    ASSERT_TRUE(is_over(game.state));
    EXPECT_EQ(score(game.state).baywatch, (BySeat<std::uint8_t>{}));
}

TEST(HighTideHenn, HB4_ATileWorksOnce) {
    auto game = four({{0, Tile::head_start}}).play("use head_start k 2");
    EXPECT_FALSE(game.has(0, Tile::head_start));
    EXPECT_EQ(game.acting(), 0);
    EXPECT_EQ(game.legal(), Texts{"roll"});
    EXPECT_EQ(game.refusal("use head_start k 2"), "you do not have the tile head_start");
    EXPECT_NE(game.state.baywatch.turned_up & (1U << static_cast<unsigned>(Tile::head_start)), 0U)
        << "it does not return to the stack";
}

TEST(HighTideHenn, HB11_QueueJumpBeforeAnotherPlayersTurn) {
    auto game = four({{2, Tile::queue_jump}});
    EXPECT_EQ(game.acting(), 2) << "asked before the turn of seat 0";
    EXPECT_EQ(game.legal(), (Texts{"pass", "use queue_jump"}));
    game.play("pass");
    EXPECT_EQ(game.acting(), 0);
    game.turn("k1 p1");
    EXPECT_EQ(game.acting(), 2) << "and again before the turn of seat 1";
    EXPECT_EQ(game.state.track.rental, 4) << "the rental moves when a turn begins";
    game.play("use queue_jump");
    EXPECT_EQ(game.acting(), 2);
    EXPECT_EQ(game.legal(), Texts{"roll"});
    EXPECT_EQ(game.pile(), (std::vector<int>{1, 3})) << "the others follow in their order";
    EXPECT_EQ(game.state.track.rental, 5) << "once";
    game.turn("b1 o1");
    EXPECT_EQ(game.acting(), 1);
    game.turn("y1 w1");
    EXPECT_EQ(game.acting(), 3);
}

TEST(HighTideHenn, HB11_NotBeforeTheOwnTurnAndNotWithTheTowelOnTheTrack) {
    auto game = four({{0, Tile::queue_jump}});
    EXPECT_EQ(game.legal(), Texts{"roll"}) << "seat 0 is next anyway";
    EXPECT_EQ(game.refusal("use queue_jump"), "the queue is jumped before another player's turn (HB11)");
    game.turn("k1 p1");
    EXPECT_EQ(game.acting(), 1) << "the towel of seat 0 is on the track: nobody is asked";
    auto own = four({{0, Tile::queue_jump}, {0, Tile::head_start}});
    EXPECT_EQ(own.acting(), 0);
    EXPECT_EQ(own.refusal("use queue_jump"), "it is your own turn that comes next (HB11)");
}

TEST(HighTideHenn, HB12_HeadStartBeforeTheFirstRoll) {
    auto game = four({{1, Tile::head_start}});
    EXPECT_EQ(game.acting(), 1);
    EXPECT_EQ(game.legal(),
              (Texts{"pass", "use head_start k 1", "use head_start k 2", "use head_start p 1", "use head_start p 2",
                     "use head_start b 1", "use head_start b 2", "use head_start o 1", "use head_start o 2",
                     "use head_start y 1", "use head_start y 2", "use head_start w 1", "use head_start w 2"}));
    auto one = game;
    one.play("use head_start w 1");
    EXPECT_EQ(one.where(1, 'w'), 1);
    EXPECT_EQ(one.acting(), 0);
    game.play("pass");
    EXPECT_EQ(game.acting(), 0);
    game.turn("k1 p1");
    EXPECT_EQ(game.acting(), 1);
    EXPECT_EQ(game.legal(), Texts{"roll"}) << "too late in this round";
    EXPECT_EQ(game.refusal("use head_start w 1"), "a head start is taken at the start of a round (HB12)");
    game.turn("b1 o1").turn("y1 w1").turn("k1 p1").chance("roll b1 o1").chance("baywatch swap");
    EXPECT_EQ(game.acting(), 1) << "but again at the start of the next";
}

TEST(HighTideHenn, HB12_AHeadStartMayLeadIntoTheWater) {
    auto game = four({{1, Tile::head_start}}).stand(1, 'k', 20).stand(0, 'k', 20);
    game.play("use head_start k 1");
    EXPECT_TRUE(game.wet(1, 'k'));
    EXPECT_EQ(game.acting(), 0) << "the round is played out";
}

TEST(HighTideHenn, HB13_PoolDieBeforeTheOwnTurn) {
    auto game = four({{2, Tile::pool_die}});
    EXPECT_EQ(game.acting(), 0) << "nobody is asked while the pool is empty or another is next";
    game.turn("k1 p1").turn("b4 b4");
    EXPECT_EQ(game.acting(), 2);
    EXPECT_EQ(game.legal(), (Texts{"pass", "use pool_die b4"}))
        << "open dice are not in the pool; equal dice are one choice";
    EXPECT_EQ(game.refusal("use pool_die k1"), "no such die lies in the pool, or its deckchair is in the water (HB13)");
    game.play("use pool_die b4");
    EXPECT_EQ(game.where(2, 'b'), 4);
    EXPECT_EQ(game.in_pool("b4"), 2) << "the die stays in the pool";
    EXPECT_EQ(game.acting(), 2) << "the turn follows as usual";
    EXPECT_EQ(game.legal(), Texts{"roll"});
}

TEST(HighTideHenn, HB13_NotBeforeTheTurnOfAnother) {
    auto game = four({{3, Tile::pool_die}}).turn("k1 p1").turn("b4 b4");
    EXPECT_EQ(game.acting(), 2) << "seat 3 is not asked before the turn of seat 2";
    EXPECT_EQ(game.state.phase, Phase::choosing);
    game.turn("o4 y4");
    EXPECT_EQ(game.acting(), 3);
    EXPECT_EQ(game.state.phase, Phase::before_turn);
}

TEST(HighTideHenn, HB13_NotInTheMiddleOfATurnNorForAWetDeckchair) {
    auto game = four({{2, Tile::pool_die}}).turn("k1 p1").turn("b4 b4").play("pass");
    EXPECT_EQ(game.legal(), Texts{"roll"});
    EXPECT_EQ(game.refusal("use pool_die b4"), "a pool die is used just before your own turn (HB13)");
    auto wet = four({{2, Tile::pool_die}}).stand(2, 'b', sea).turn("k1 p1").turn("b4 b4");
    EXPECT_EQ(wet.legal(), Texts{"roll"}) << "no die of the pool has a dry deckchair: nobody is asked";
}

TEST(HighTideHenn, HB13_APoolDieThatEndsTheGameAtOnce) {
    auto game = four({{2, Tile::pool_die}}, "baywatch rental", with_baywatch(Ending::at_once)).stand(2, 'b', 18);
    game.turn("k1 p1").turn("b4 o4").play("use pool_die b4");
    EXPECT_TRUE(game.wet(2, 'b'));
    EXPECT_TRUE(is_over(game.state));
    EXPECT_EQ(score(game.state).baywatch[0], 1) << "seat 0 has the open dice";
}

TEST(HighTideHenn, HB14_OfferedInTheOrderOfThePile) {
    auto game = Situation(4, with_baywatch()).give(0, Tile::head_start).give(1, Tile::queue_jump);
    game.chance("towels 2,1,3,0").chance("baywatch swap");
    EXPECT_EQ(game.acting(), 1) << "seat 1 lies above seat 0";
    game.play("pass");
    EXPECT_EQ(game.acting(), 0);
    game.play("pass");
    EXPECT_EQ(game.acting(), 2);
    EXPECT_EQ(game.state.phase, Phase::choosing);
    auto turned = Situation(4, with_baywatch()).give(0, Tile::head_start).give(1, Tile::queue_jump);
    turned.chance("towels 2,0,3,1").chance("baywatch swap");
    EXPECT_EQ(turned.acting(), 0);
}

TEST(HighTideHenn, HB14_TheActiveSeatIsAskedFirst) {
    auto game = four({{0, Tile::head_start}, {1, Tile::queue_jump}});
    EXPECT_EQ(game.acting(), 0);
    game.play("pass");
    EXPECT_EQ(game.acting(), 1);
}

TEST(HighTideHenn, HB14_SeveralTilesOfOneSeatInOneWindow) {
    auto game = four({{2, Tile::head_start}, {2, Tile::queue_jump}}).play("use head_start k 1");
    EXPECT_EQ(game.acting(), 2);
    EXPECT_EQ(game.legal(), (Texts{"pass", "use queue_jump"})) << "asked again while there is something to use";
    game.play("use queue_jump");
    EXPECT_EQ(game.acting(), 2);
    EXPECT_EQ(game.legal(), Texts{"roll"});
    EXPECT_EQ(game.pile(), (std::vector<int>{0, 1, 3}));
}

TEST(HighTideHenn, HB14_AJumpOpensTheWindowsOfTheTurnThatNowComes) {
    // Seat 2 jumps and, now being next, may use a die of the pool.
    auto game =
        four({{2, Tile::queue_jump}, {2, Tile::pool_die}}).play("pass").turn("k1 p1").play("pass").turn("b4 o4");
    EXPECT_EQ(game.acting(), 2) << "its own turn now: a pool die, no jump";
    EXPECT_EQ(game.legal(), (Texts{"pass", "use pool_die b4", "use pool_die o4"}));
    auto jumped = four({{3, Tile::queue_jump}, {3, Tile::pool_die}, {2, Tile::head_start}}).play({"pass", "pass"});
    jumped.turn("k1 p1").play("pass").turn("b4 o4").play("use queue_jump");
    EXPECT_EQ(jumped.acting(), 3);
    EXPECT_EQ(jumped.legal(), (Texts{"pass", "use pool_die b4", "use pool_die o4"}));
    jumped.play("use pool_die o4");
    EXPECT_EQ(jumped.legal(), Texts{"roll"});
    EXPECT_EQ(jumped.pile(), std::vector<int>{2});
}

TEST(HighTideHenn, HB14_AHeadStartIsOfferedAnewAfterAJump) {
    auto game = four({{1, Tile::head_start}, {3, Tile::queue_jump}}).play("pass").play("use queue_jump");
    EXPECT_EQ(game.acting(), 1) << "before the turn of seat 3, which is still the first of the round";
    game.play("use head_start y 2");
    EXPECT_EQ(game.acting(), 3);
    EXPECT_EQ(game.legal(), Texts{"roll"});
}

TEST(HighTideHenn, HB14_AfterAJumpTheJumperIsAskedFirstThenTheOneJumpedThenThePile) {
    auto game = four({{0, Tile::head_start}, {1, Tile::pool_die}, {2, Tile::queue_jump}, {3, Tile::queue_jump}});
    game.play("pass").play("pass");  // seat 0 and seat 2
    EXPECT_EQ(game.acting(), 3);
    game.play("use queue_jump");
    EXPECT_EQ(game.acting(), 0) << "passed before seat 0's own turn; before seat 3's it is asked again";
    game.play("pass");
    EXPECT_EQ(game.acting(), 2) << "passed too";
    EXPECT_EQ(game.legal(), (Texts{"pass", "use queue_jump"}));
    game.play("pass");
    EXPECT_EQ(game.acting(), 3);
    EXPECT_EQ(game.state.phase, Phase::choosing);
}

TEST(HighTideHenn, HB14_WhoWasJumpedMayJumpInTurn) {
    auto game = four({{0, Tile::queue_jump}, {3, Tile::queue_jump}});
    EXPECT_EQ(game.acting(), 3) << "seat 0 is next and cannot jump";
    game.play("use queue_jump");
    EXPECT_EQ(game.acting(), 0) << "now another's turn comes next";
    game.play("use queue_jump");
    EXPECT_EQ(game.acting(), 0);
    EXPECT_EQ(game.legal(), Texts{"roll"});
    EXPECT_EQ(game.pile(), (std::vector<int>{3, 1, 2}));
}

TEST(HighTideHenn, HB14_NobodyIsAskedWhoCannotUseATile) {
    auto game = four({{1, Tile::pool_die}, {2, Tile::swap}, {3, Tile::reroll}, {0, Tile::backward}});
    EXPECT_EQ(game.acting(), 0);
    EXPECT_EQ(game.state.phase, Phase::choosing);
}

TEST(HighTideHenn, HB_WithoutTheExpansionNoTileExists) {
    const auto game = Situation(4).chance("towels 0,1,2,3");
    EXPECT_EQ(game.refusal("use rental"), "there are no tiles without the expansion Baywatch");
}

}  // namespace
}  // namespace springtide::high_tide_henn
