#include "rules/high_tide_henn/coins.hpp"

#include "tests/high_tide_henn/situation.hpp"

/// Coins (HC1 to HC5).
namespace springtide::high_tide_henn {
namespace {

/// The same coins on every beach: space 1 has the 8, space 2 the 7, … space 8 the 1.
constexpr std::string_view falling =
    "coins k:8,7,6,5,4,3,2,1;p:8,7,6,5,4,3,2,1;b:8,7,6,5,4,3,2,1;o:8,7,6,5,4,3,2,1;y:8,7,6,5,4,3,2,1;w:8,7,6,5,4,3,2,1";

Options with_coins() {
    Options options;
    options.coins = true;
    return options;
}

Situation four(const Options& options = with_coins()) {
    return Situation(4, options).chance("towels 0,1,2,3").chance(falling);
}

int coin(const Situation& game, int seat, Colour colour) {
    return coins::value_of(game.state, static_cast<Seat>(seat), colour);
}

TEST(HighTideHenn, HC1_EightCoinsOfEachColourLieOnTheFirstEightSpaces) {
    Situation game(4, with_coins());
    game.chance("towels 0,1,2,3");
    EXPECT_EQ(game.state.phase, Phase::laying_coins);
    EXPECT_EQ(outcome_count(game.state), 0U) << "too many ways to list";
    EXPECT_TRUE(game.chance_may(falling));
    std::string other(falling);
    other.replace(other.find("w:8,7"), 5, "w:8,8");
    EXPECT_FALSE(game.chance_may(other)) << "white has two 8s and no 7";
    EXPECT_FALSE(game.chance_may("coins k:1,2,3,4,5,6,7,8"));
    game.chance(falling);
    for (const Colour colour : all_colours) {
        EXPECT_EQ(game.state.beaches[colour].coins, 255);
        EXPECT_EQ(game.state.coins.values[colour][0], 8);
    }
}

TEST(HighTideHenn, HC1_CoinValuesAreAnOption) {
    Options options = with_coins();
    options.coin_values = {1, 1, 1, 1, 1, 1, 1, 9};
    Situation game(4, options);
    game.chance("towels 0,1,2,3");
    EXPECT_FALSE(game.chance_may(falling));
    Random random(1);
    const Chance drawn = draw(game.state, random);
    for (const auto& of_beach : drawn.coins) EXPECT_EQ(std::ranges::count(of_beach, 9), 1);
}

TEST(HighTideHenn, HC2_AMoveThatEndsOnACoinMayTakeIt) {
    auto game = four().play("roll").chance("roll b4 o2").play("accept");
    EXPECT_EQ(game.acting(), 0);
    EXPECT_EQ(game.legal(), (Texts{"coin take", "coin leave"}));
    game.play("coin take");
    EXPECT_EQ(game.legal(), (Texts{"coin take", "coin leave"})) << "then the other die's coin";
    game.play("coin leave");
    EXPECT_EQ(game.acting(), 1);
    EXPECT_EQ(coin(game, 0, blue), 5);
    EXPECT_EQ(coin(game, 0, orange), 0);
    EXPECT_EQ(game.state.beaches[blue].coins, 0b11110111);
    EXPECT_EQ(game.state.beaches[orange].coins, 255) << "a coin that was left stays";
}

TEST(HighTideHenn, HC2_TheRulebooksFigurePinkCollectsThreeAndSeven) {
    Situation game(5, with_coins());
    game.chance("towels 4,0,1,2,3");
    game.chance(
        "coins "
        "k:1,2,3,4,5,6,7,8;p:1,2,3,4,5,6,7,8;b:1,2,4,3,5,6,7,8;o:1,7,2,3,4,5,6,8;y:1,2,3,4,5,6,7,8;w:1,2,3,4,5,6,7,8");
    game.play("roll").chance("roll b4 o2").play({"accept", "coin take", "coin take"});
    EXPECT_EQ(score(game.state).coin_totals[4], 10);
}

TEST(HighTideHenn, HC2_OneCoinOfEachColourAndASpaceWithoutCoinAsksNothing) {
    auto game = four().play("roll").chance("roll b1 w1").play({"accept", "coin take", "coin leave"});
    game.stand(0, 'w', 0);
    game.play("roll").chance("roll b1 y1").play("accept");
    EXPECT_EQ(game.state.landed, yellow) << "the blue coin is gone: only the yellow one is in question";
    game.play("coin leave").turn("o1 p1").play({"coin leave", "coin leave"});
    game.turn("o1 y1").play({"coin leave", "coin leave"}).chance("roll k1 k1");
    // Round 2: the seats play 3, 2, 1, 0; seat 0 already has a blue coin.
    game.turn("k1 p1").play({"coin leave", "coin leave"}).turn("k1 p1").play({"coin leave", "coin leave"});
    game.turn("w1 o1").play({"coin leave", "coin leave"});
    game.turn("b4 w3");
    EXPECT_EQ(game.state.landed, white) << "nothing is asked on blue";
}

TEST(HighTideHenn, HC2_ACoinUnderWaterCannotBeTaken) {
    auto game = four().flood('b', 3).play("roll").chance("roll b4 o2").play("accept");
    EXPECT_TRUE(game.wet(0, 'b'));
    EXPECT_EQ(game.state.landed, orange);
}

TEST(HighTideHenn, HC2_CoinsLieFaceDownInTheGermanText) {
    auto game = four().play("roll").chance("roll b4 b1").play({"accept", "first left", "coin take"});
    const auto coins_seen_by = [&](Observer observer) {
        JsonWriter json;
        json.begin_object();
        Text::write_view(observe(game.state, observer), json);
        json.end_object();
        const std::string view = json.take();
        const auto from = view.find("\"coins\":[");
        return view.substr(from, view.find(']', from) - from + 1);
    };
    EXPECT_EQ(coins_seen_by(Observer::seat(0)), R"("coins":[{"b":5},{},{},{}])");
    EXPECT_EQ(coins_seen_by(Observer::seat(1)), R"("coins":[{"b":null},{},{},{}])");
    EXPECT_EQ(coins_seen_by(Observer::spectator()), R"("coins":[{"b":null},{},{},{}])");
    EXPECT_EQ(coins_seen_by(Observer::all()), R"("coins":[{"b":5},{},{},{}])");
    game.state.options.coins_hidden = false;
    EXPECT_EQ(coins_seen_by(Observer::seat(1)), R"("coins":[{"b":5},{},{},{}])");
    game.state.options.coins_hidden = true;
    game.state.phase = Phase::over;
    EXPECT_EQ(coins_seen_by(Observer::seat(1)), R"("coins":[{"b":5},{},{},{}])") << "at the end they are counted";
}

TEST(HighTideHenn, HC2_AMemoryAidKnowsTheCoinsThatLieFaceDown) {
    auto game = four().play("roll").chance("roll b4 b1").play({"accept", "first left", "coin take"});
    JsonWriter json;
    json.begin_object();
    Text::write_memory(observe(game.state, Observer::seat(1)), json);
    json.end_object();
    EXPECT_EQ(json.take(), R"({"coins":[{"b":5},{},{},{}]})");
}

TEST(HighTideHenn, HC3_WithTwoDiceOfOneColourAStopAfterEitherDie) {
    const auto before = four().play("roll").chance("roll b5 b2").play("accept");
    EXPECT_EQ(before.legal(), (Texts{"first left", "first right"}));
    auto left = before;
    left.play({"first left", "coin take"});
    EXPECT_EQ(coin(left, 0, blue), 4);
    EXPECT_EQ(left.where(0, 'b'), 7) << "then it moves on with the other die, and takes no second coin";
    EXPECT_EQ(left.acting(), 1);
    auto right = before;
    right.play({"first right", "coin take"});
    EXPECT_EQ(coin(right, 0, blue), 7);
    EXPECT_EQ(right.where(0, 'b'), 7);
    auto neither = before;
    neither.play({"first right", "coin leave", "coin take"});
    EXPECT_EQ(coin(neither, 0, blue), 2) << "or it takes the coin where both dice lead";
}

TEST(HighTideHenn, HC3_EqualDiceHaveNoOrderButStop) {
    auto game = four().play("roll").chance("roll b3 b3").play("accept");
    EXPECT_EQ(game.legal(), (Texts{"coin take", "coin leave"}));
    EXPECT_EQ(game.where(0, 'b'), 3);
    game.play("coin take");
    EXPECT_EQ(game.where(0, 'b'), 6);
    EXPECT_EQ(coin(game, 0, blue), 6);
}

TEST(HighTideHenn, HC3_NothingIsAskedWhereNoCoinLies) {
    auto game = four().stand(0, 'b', 7).play("roll").chance("roll b5 b2").play("accept");
    EXPECT_EQ(game.acting(), 1) << "spaces 9, 12 and 14 have none";
    EXPECT_TRUE(game.told("red moves on the blue beach from space 7 to space 14"));
    auto one = four().stand(0, 'b', 4).play("roll").chance("roll b5 b2").play("accept");
    EXPECT_EQ(one.legal(), (Texts{"first left", "first right"})) << "a coin on 6, none on 9";
    one.play("first left");
    EXPECT_EQ(one.acting(), 1);
    EXPECT_EQ(one.where(0, 'b'), 11);
}

TEST(HighTideHenn, HC3_TheFirstDieMayLeadIntoTheWater) {
    auto game = four().flood('b', 5).play("roll").chance("roll b5 b2").play("accept");
    EXPECT_EQ(game.legal(), (Texts{"first left", "first right"})) << "only the 2 stops at a coin";
    game.play({"first right", "coin take"});
    EXPECT_TRUE(game.wet(0, 'b'));
    EXPECT_EQ(coin(game, 0, blue), 7);
}

/// Four or five players at the end, with coins taken from the spaces named.
struct Taken {
    int seat;
    Colour colour;
    int space;
};
Situation at_end(int players, std::initializer_list<Taken> all, const Options& options = with_coins()) {
    Situation game(players, options);
    game.chance(players == 4 ? "towels 0,1,2,3" : "towels 0,1,2,3,4").chance(falling);
    for (const auto& [seat, colour, space] : all)
        game.state.coins.taken[static_cast<std::size_t>(seat)][colour] = static_cast<std::uint8_t>(space);
    game.state.phase = Phase::over;
    return game;
}

TEST(HighTideHenn, HC4_TotalsScoreFourTwoAndWithFivePlayersOne) {
    const auto four_players = at_end(4, {{0, black, 1}, {1, purple, 2}, {2, blue, 3}, {3, orange, 8}});
    EXPECT_EQ(score(four_players.state).coins, (BySeat<std::uint8_t>{4, 2, 0, 0, 0, 0}));
    const auto five_players = at_end(5, {{0, black, 1}, {1, purple, 2}, {2, blue, 3}, {3, orange, 8}});
    EXPECT_EQ(score(five_players.state).coins, (BySeat<std::uint8_t>{4, 2, 1, 0, 0, 0}));
    EXPECT_EQ(score(five_players.state).totals[0], 6 + 4) << "six deckchairs at the bar, and the coins";
}

TEST(HighTideHenn, HC4_WithoutCoinsNothingIsScored) {
    const auto game = at_end(5, {{3, white, 8}});
    EXPECT_EQ(score(game.state).coins, (BySeat<std::uint8_t>{0, 0, 0, 4, 0, 0}));
}

TEST(HighTideHenn, HC4_TiesGoToTheBetterBlackCoinThenPurpleThenBlue) {
    // Both 15: seat 0 with purple 8 and yellow 7, seat 1 with purple 7 and yellow 8.
    const auto purple_decides = at_end(4, {{0, purple, 1}, {0, yellow, 2}, {1, purple, 2}, {1, yellow, 1}});
    EXPECT_EQ(score(purple_decides.state).coins, (BySeat<std::uint8_t>{4, 2, 0, 0, 0, 0}));
    // Both 8: a black coin beats none.
    const auto black_decides = at_end(4, {{0, purple, 1}, {2, black, 1}});
    EXPECT_EQ(score(black_decides.state).coins, (BySeat<std::uint8_t>{2, 0, 4, 0, 0, 0}));
    const auto blue_decides = at_end(4, {{3, blue, 1}, {1, white, 1}});
    EXPECT_EQ(score(blue_decides.state).coins, (BySeat<std::uint8_t>{0, 2, 0, 4, 0, 0}));
}

TEST(HighTideHenn, HC4_CoinsThatAreAlikeToTheLastShareThePlace) {
    Options options = with_coins();
    options.coin_values = {5, 5, 5, 5, 5, 5, 5, 5};
    Situation game(5, options);
    game.chance("towels 0,1,2,3,4");
    Random random(1);
    apply_chance(game.state, draw(game.state, random));
    game.state.coins.taken[1][black] = 1;
    game.state.coins.taken[2][black] = 2;
    game.state.coins.taken[3][purple] = 1;
    EXPECT_EQ(score(game.state).coins, (BySeat<std::uint8_t>{0, 4, 4, 1, 0, 0}));
}

TEST(HighTideHenn, HC5_ASharkGivesNoCoin) {
    Options options = with_coins();
    options.sharks = true;
    auto game = Situation(3, options).chance("towels 0,1,2").chance(falling).chance("alert b");
    game.stand(1, 'b', 7);
    for (int i = 0; i < 3; ++i) {
        game.play("roll").chance(i == 0 ? "roll k1 p1" : i == 1 ? "roll o1 y1" : "roll w1 w1");
        game.play({"accept", "coin leave"});
        if (game.state.phase == Phase::landing) game.play("coin leave");
    }
    game.chance("roll k2 p1").chance("shark 3");
    EXPECT_EQ(game.where(1, 'b'), 4);
    EXPECT_EQ(game.state.round, 2) << "nobody is asked about the coin on space 4";
    EXPECT_EQ(coin(game, 1, blue), 0);
}

TEST(HighTideHenn, HC5_ABaywatchMoveOfOnesOwnGivesOne) {
    Options options = with_coins();
    options.baywatch = true;
    auto game = Situation(4, options).give(2, Tile::head_start);
    game.chance("towels 0,1,2,3").chance(falling).chance("baywatch swap");
    EXPECT_EQ(game.acting(), 2);
    game.play("use head_start b 2");
    EXPECT_EQ(game.acting(), 2);
    EXPECT_EQ(game.legal(), (Texts{"coin take", "coin leave"}));
    game.play("coin take");
    EXPECT_EQ(coin(game, 2, blue), 7);
    EXPECT_EQ(game.acting(), 0) << "then the round begins";
}

}  // namespace
}  // namespace springtide::high_tide_henn
