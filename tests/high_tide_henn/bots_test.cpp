#include "bots/high_tide_henn/bots.hpp"

#include <cmath>

#include "bots/baselines/high_tide_henn.hpp"
#include "bots/playout.hpp"
#include "tests/high_tide_henn/situation.hpp"
#include "tests/kit/play_out.hpp"
#include "tests/kit/settings.hpp"

/// The baselines do what their definition says, to the letter.
namespace springtide::high_tide_henn {
namespace {

std::string choice(const Situation& game, std::string_view level) {
    const auto seat = static_cast<Seat>(game.acting());
    Random random(1);
    const auto chosen = GameBots<State>::choose(level, observe(game.state, Observer::seat(seat)), {}, random);
    return Text::action_text(game.state, seat, chosen.action);
}
std::string furthest(const Situation& game) { return choice(game, "furthest"); }
std::string careful(const Situation& game) { return choice(game, "careful"); }

Situation rolled(std::string_view dice, int players = 4) {
    Situation game(players);
    game.chance(players == 4 ? "towels 0,1,2,3" : "towels 0,1,2,3,4,5");
    return game.play("roll").chance("roll " + std::string(dice));
}

TEST(HighTideHennBaselines, FurthestDeclinesBelowTheLimitOfTheSpacesLeft) {
    // Three free spaces: two more may follow, so the limit is 7.972.
    EXPECT_EQ(furthest(rolled("k4 p3")), "decline");
    EXPECT_EQ(furthest(rolled("k4 p4")), "accept");
    // Two free: one more, the limit is 7.
    auto two = rolled("k1 p1").play("decline").chance("roll b4 o3");
    EXPECT_EQ(furthest(two), "accept");
    two = rolled("k1 p1").play("decline").chance("roll b4 o2");
    EXPECT_EQ(furthest(two), "decline");
    // One free: the roll must be accepted.
    EXPECT_EQ(furthest(two.play("decline").chance("roll y1 w1")), "accept");
}

TEST(HighTideHennBaselines, FurthestCountsNoDieOfAWetDeckchair) {
    EXPECT_EQ(furthest(rolled("k6 p6").stand(0, 'k', sea)), "decline");
}

/// Seat 1 to choose, with pairs on spaces 1 and 2 and one free space.
Situation choosing(std::string_view first, std::string_view second) {
    auto game = rolled(first).play("decline").chance("roll " + std::string(second)).play("decline");
    return game.chance("roll w1 w1").play("accept");
}

TEST(HighTideHennBaselines, FurthestTakesTheBestPairWithItsRerollCounted) {
    // Space 1: 3 and 1 become 3.5 and 3.5; 7 is the limit with one free space.
    EXPECT_EQ(furthest(choosing("k3 p1", "b1 o1")), "take 1");
    // Space 2: one die of 4 and 1 becomes 3.5, together 7.5.
    EXPECT_EQ(furthest(choosing("k3 p1", "b4 o1")), "take 2");
    auto rerolls = choosing("k3 p1", "b1 o1").play("take 1");
    EXPECT_EQ(furthest(rerolls), "reroll both");
    rerolls = choosing("k4 p1", "b1 o1").play("take 1");
    EXPECT_EQ(furthest(rerolls), "reroll right");
    rerolls = choosing("k4 p4", "b1 o1").play("take 1");
    EXPECT_EQ(furthest(rerolls), "reroll none");
}

TEST(HighTideHennBaselines, CarefulDeclinesBelowFiveAndWithOneSpareBelowTwoAndThreeQuarters) {
    // Alone on two beaches: 4 + 0.3 p - 1 for each.
    EXPECT_EQ(careful(rolled("k1 p1")), "accept");
    // Second on both: 2 + 0.3 p - 1.
    auto second = rolled("k1 p1");
    second.stand(1, 'k', 9).stand(2, 'p', 9);
    EXPECT_EQ(careful(second), "decline") << "2.6";
    auto spare = rolled("b1 o1").play("decline").chance("roll k1 p1").stand(1, 'k', 9).stand(2, 'p', 9);
    EXPECT_EQ(careful(spare), "decline") << "2.6 with one more to come";
    spare = rolled("b1 o1").play("decline").chance("roll k2 p1").stand(1, 'k', 9).stand(2, 'p', 9);
    EXPECT_EQ(careful(spare), "accept") << "2.9";
}

TEST(HighTideHennBaselines, CarefulFearsTheNextLargeWaveAndTheWater) {
    auto reach = rolled("k1 k1").stand(0, 'k', 16);
    EXPECT_EQ(careful(reach), "decline") << "space 18 is in reach of a large wave: 0.6 - 3";
    auto wet = rolled("k3 k2").stand(0, 'k', 16);
    EXPECT_EQ(careful(wet), "decline");
}

TEST(HighTideHennBaselines, CarefulCountsTheThirdPlaceOnlyWithFiveOrSixPlayers) {
    // Purple second: 2 + 1.2 - 1; black third: 1 or 0, + 0.6 - 1. One more roll may follow, so 2.75 is the line.
    for (const int players : {4, 6}) {
        auto game = rolled("b1 o1", players).play("decline").chance("roll p4 k2");
        game.stand(1, 'k', 9).stand(2, 'k', 9).stand(1, 'p', 9);
        EXPECT_EQ(careful(game), players == 6 ? "accept" : "decline");
    }
}

TEST(HighTideHennBaselines, CarefulTakesAPairOfAtLeastFour) {
    EXPECT_EQ(careful(choosing("k1 p1", "b1 b1")), "take 1") << "seat 1 is alone on black and purple";
    auto held = choosing("k1 k1", "b1 b1");
    held.stand(2, 'k', 15).stand(2, 'b', 15);
    EXPECT_EQ(careful(held), "roll");
}

TEST(HighTideHennBaselines, BothTakeEveryCoinAndUseNoTile) {
    Options options;
    options.coins = options.baywatch = true;
    Situation game(4, options);
    for (const Tile tile : {Tile::head_start, Tile::adjust, Tile::swap}) game.give(0, tile);
    game.chance("towels 0,1,2,3");
    game.chance(
        "coins k:8,7,6,5,4,3,2,1;p:8,7,6,5,4,3,2,1;b:8,7,6,5,4,3,2,1;o:8,7,6,5,4,3,2,1;y:8,7,6,5,4,3,2,1;"
        "w:8,7,6,5,4,3,2,1");
    game.chance("baywatch rental");
    for (const auto level : {"furthest", "careful"}) {
        auto copy = game;
        EXPECT_EQ(choice(copy, level), "pass");
        copy.play({"pass", "roll"}).chance("roll k6 k5").play("accept");
        EXPECT_EQ(choice(copy, level), "move");
        copy.play("move");
        EXPECT_EQ(choice(copy, level), "first left") << "both dice stop at a coin";
        copy.play("first left");
        EXPECT_EQ(choice(copy, level), "coin take");
        auto only_right = game;
        only_right.stand(0, 'k', 3).play({"pass", "roll"}).chance("roll k6 k5").play({"accept", "move"});
        EXPECT_EQ(choice(only_right, level), "first right") << "space 9 has no coin, space 8 has";
    }
}

TEST(HighTideHennBaselines, EveryLevelPlaysLegallyWithAllOptions) {
    Random random(1);
    for (int i = 0; i < 400 / kit::slowdown; ++i) {
        const auto setting = kit::random_setting(Text::info(), random);
        const auto reader = OptionReader::read(Text::info(), setting.options);
        State state = start(*Text::options(*reader, setting.players), setting.players);
        kit::play_to_end(state, random, [&](const State& now, Seat seat) {
            const auto level = GameBots<State>::levels()[seat % 3U].name;
            const Action action = GameBots<State>::choose(level, observe(now, Observer::seat(seat)), {}, random).action;
            const bool legal = is_legal(now, seat, action);
            EXPECT_TRUE(legal) << level << ": " << Text::action_text(now, seat, action);
            return legal ? action : legal_actions(now, seat)[0];
        });
    }
}

/// How often one `furthest` wins against a table of `careful`: the figures that came with the definitions are
/// .230, .174, .147 and .123 for 3 to 6 players.
TEST(HighTideHennBaselines, FurthestAgainstCarefulIsAsStrongAsPublished) {
    constexpr int games = 4000 / kit::slowdown;
    constexpr std::array<double, 4> published = {.230, .174, .147, .123};
    for (int players = min_players; players <= max_players; ++players) {
        Random random(static_cast<std::uint64_t>(players));
        double share = 0;
        for (int i = 0; i < games; ++i) {
            const auto hero = static_cast<Seat>(i % players);
            share += kit::share_of_win(start({}, players), random, hero, [&](Seat seat, const Seen<State>& seen) {
                return (seat == hero ? choose_furthest(seen) : choose_carefully(seen)).action;
            });
        }
        const double spread = 4 * std::sqrt(.16 / games);  // four standard deviations at most
        EXPECT_NEAR(share / games, published[static_cast<std::size_t>(players - min_players)], spread)
            << players << " players";
    }
}

}  // namespace
}  // namespace springtide::high_tide_henn
