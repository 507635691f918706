#include "bots/high_tide_henn/players.hpp"

#include <array>

#include "bots/baselines/high_tide_henn.hpp"
#include "bots/choose.hpp"
#include "bots/high_tide_henn/bots.hpp"
#include "bots/search/playout_search.hpp"
#include "table/games.hpp"
#include "table/table_of.hpp"
#include "tests/high_tide_henn/situation.hpp"
#include "tests/kit/play_out.hpp"
#include "tests/kit/settings.hpp"

/// What the quick players know, how `best` tells one kind of player from another, and that luck is shared.
namespace springtide::high_tide_henn {
namespace {

enum KindOfPlayer : std::size_t { careful_kind, bold_kind, strong_kind };

std::string choice(const Situation& game, std::string_view level, std::uint64_t nodes = 400) {
    const auto seat = static_cast<Seat>(game.acting());
    BotRequest request;
    request.nodes = nodes;
    Random random(1);
    const auto chosen = GameBots<State>::choose(level, observe(game.state, Observer::seat(seat)), request, random);
    return Text::action_text(game.state, seat, chosen.action);
}

Situation rolled(std::string_view dice, const Options& options = {}) {
    Situation game(4, options);
    game.chance("towels 0,1,2,3");
    return game.play("roll").chance("roll " + std::string(dice));
}

TEST(HighTideHennPlayers, HardFearsTheWavesAndRunsWhereTheyAreFar) {
    auto safe = rolled("p6 k5");
    safe.stand(0, 'k', 9).stand(1, 'k', 13).stand(1, 'p', 5);
    EXPECT_EQ(choice(safe, "hard"), "accept") << "first on both beaches";
    auto reach = safe;
    reach.flood('k', 16).flood('p', 8);
    EXPECT_EQ(choice(reach, "hard"), "decline") << "first as well, but either wave takes it";
}

TEST(HighTideHennPlayers, HardTakesAGoodCoinAndLeavesAPoorOneForABetter) {
    Options options;
    options.coins = true;
    for (const bool is_good : {true, false}) {
        Situation game(4, options);
        game.chance("towels 0,1,2,3");
        const std::string values = is_good ? "1,2,3,4,5,8,7,6" : "8,7,6,5,4,1,2,3";
        std::string coins = "coins ";
        for (const char beach : {'k', 'p', 'b', 'o', 'y', 'w'})
            coins += std::string(beach == 'k' ? "" : ";") + beach + ":" + values;
        game.chance(coins).play("roll").chance("roll p6 k1").play("accept");
        EXPECT_EQ(choice(game, "hard"), is_good ? "coin take" : "coin leave");
    }
}

/// The action, counted if it uses a tile.
Action noted(Action action, std::array<int, tile_count>& used) {
    if (action.uses_tile()) ++used[static_cast<std::size_t>(action.tile())];
    return action;
}

/// With a tile that fits, the level that knows tiles uses it.
TEST(HighTideHennPlayers, BestUsesEveryTile) {
    Options options;
    options.baywatch = true;
    std::array<int, tile_count> used{};
    for (int game = 0; game < 8; ++game) {
        State state = start(options, 4);
        for (unsigned tile = 0; tile < tile_count; ++tile)  // all are given out, so that all can be used
            state.baywatch.tiles[(tile + static_cast<unsigned>(game)) % 4] |= static_cast<std::uint16_t>(1U << tile);
        Random random(static_cast<std::uint64_t>(game));
        kit::play_to_end(state, random, [&](const State& now, Seat seat) {
            BotRequest request;
            request.nodes = 100;
            const Seen<State> seen = observe(now, Observer::seat(seat));
            return noted(GameBots<State>::choose("best", seen, request, random).action, used);
        });
    }
    for (std::size_t tile = 0; tile < tile_count; ++tile) EXPECT_GT(used[tile], 0) << "tile " << tile;
}

/// The tiles that a quick player can judge; rental and queue_jump it leaves to search.
TEST(HighTideHennPlayers, HardUsesTheTilesItCanJudge) {
    Options options;
    options.baywatch = true;
    std::array<int, tile_count> used{};
    for (unsigned game = 0; game < 60; ++game) {
        State state = start(options, 4);
        const unsigned given = game % tile_count;
        state.baywatch.tiles[game % 4] = static_cast<std::uint16_t>(1U << given);
        state.baywatch.turned_up = static_cast<std::uint16_t>(1U << given);
        Random random(game);
        kit::play_to_end(state, random, [&](const State& now, Seat seat) {
            return noted(Policy(strong_weights).choose(now, seat), used);
        });
    }
    for (const Tile tile :
         {Tile::adjust, Tile::swap, Tile::reroll, Tile::recolour, Tile::backward, Tile::head_start, Tile::pool_die})
        EXPECT_GT(used[static_cast<std::size_t>(tile)], 0) << "tile " << static_cast<int>(tile);
}

/// Two equal pairs lie on the track in the last round: it is all the same which of them seat 3 takes.
TEST(HighTideHennPlayers, ActionsThatComeToTheSameComeOutTheSame) {
    Situation game(6);
    game.chance("towels 0,1,2,3,4,5");
    game.state.round = round_count;
    game.turn("b1 o1").turn("b1 o1").play("roll").chance("roll k6 p6").play("decline");
    game.chance("roll k6 p6").play("decline").chance("roll y1 w1").play("accept");
    game.state.track.rental = 6;  // so that no space is free to roll
    const Seen<State> seen = observe(game.state, Observer::seat(3));
    const auto players = [](std::uint64_t playout) { return Players(3, OpponentModel(), playout); };
    PlayoutSearch<State, decltype(players)> search(seen, 6, players);
    BotRequest request;
    request.nodes = 200;
    Budget budget(request, 1, 1);
    const Action favourite = legal_actions(seen.state(), 3)[1];
    const auto candidates = search.run(budget, favourite);
    ASSERT_EQ(candidates.size(), 2U);
    EXPECT_EQ(candidates[0].playouts, candidates[1].playouts);
    EXPECT_EQ(candidates[0].wins, candidates[1].wins);
    EXPECT_EQ(candidates[0].margin, candidates[1].margin);
    EXPECT_EQ(candidates[0].action, favourite) << "of equals the quick player's choice is taken";
}

/// The first roll of the next round, if seat 0 does this now.
Pair first_roll_after(State state, Action action, std::uint64_t playout) {
    apply(state, 0, action);
    Players players(0, OpponentModel(), playout);
    const auto round = state.round;
    for (std::uint32_t events = 0; state.round == round || state.phase != Phase::answering;) {
        if (to_act(state).chance) {
            Random luck = luck_of(state, playout, events++);
            apply_chance(state, draw(state, luck));
        } else {
            apply(state, state.acting, players.choose(state, state.acting));
        }
    }
    return state.hand;
}

TEST(HighTideHennPlayers, GamesThatPartMeetTheSameDiceInTheNextRound) {
    const State state = rolled("k3 p2").state;
    int alike = 0;
    for (std::uint64_t playout = 1; playout <= 20; ++playout)
        alike += first_roll_after(state, Action(Action::Kind::accept), playout) ==
                         first_roll_after(state, Action(Action::Kind::decline), playout)
                     ? 1
                     : 0;
    EXPECT_EQ(alike, 20);
}

TEST(HighTideHennPlayers, BoldInPlayoutsPlaysAsTheBaselineFurthestDoes) {
    Random random(7);
    for (int game = 0; game < 400 / kit::slowdown; ++game) {
        State state = start({}, min_players + game % 4);
        kit::play_to_end(state, random, [](const State& now, Seat seat) {
            const Action baseline = choose_furthest(observe(now, Observer::seat(seat))).action;
            EXPECT_EQ(Policy(bold_weights).choose(now, seat), baseline);
            return baseline;
        });
    }
}

/// What seat 0 thinks of the others at the end of the third round, over some games, on average.
template <class Choose>
std::array<double, kind_count> impression_of(Choose choose) {
    constexpr int games = 20;
    std::array<double, kind_count> mean{};
    for (int game = 0; game < games; ++game) {
        State state = start({}, 4);
        Random random(static_cast<std::uint64_t>(game));
        OpponentModel opponents;
        const auto decide = [&](const State& now, Seat seat) {
            const Action action = choose(observe(now, Observer::seat(seat)));
            if (seat != 0) opponents.saw(observe(now, Observer::seat(0)), seat, action);
            return action;
        };
        kit::play_until(state, random, decide, [](const State& now) { return now.round >= 4; });
        for (Seat seat = 1; seat < 4; ++seat)
            for (std::size_t kind = 0; kind < kind_count; ++kind)
                mean[kind] += opponents.of(seat)[kind] / (3.0 * games);
    }
    return mean;
}

TEST(HighTideHennPlayers, DecisionsTellWhoIsBoldAndWhoIsCareful) {
    const auto bold = impression_of([](const Seen<State>& seen) { return choose_furthest(seen).action; });
    const auto careful = impression_of([](const Seen<State>& seen) { return choose_carefully(seen).action; });
    EXPECT_GT(bold[bold_kind], .6);
    EXPECT_LT(careful[bold_kind], .1);
    const auto strong = impression_of(
        [](const Seen<State>& seen) { return Policy(strong_weights).choose(seen.state(), seen.observer().seat()); });
    EXPECT_GT(strong[strong_kind], 2 * careful[strong_kind]);
}

TEST(HighTideHennPlayers, OpponentModelDoesNotDependOnHiddenSurfers) {
    Options options;
    options.surfers = options.surfers_hidden = true;
    State state = start(options, 4);
    Random random(3);
    OpponentModel of_one;
    OpponentModel of_other;
    kit::play_to_end(state, random, [&](const State& now, Seat seat) {
        State twin = now;
        std::swap(twin.surfers[1], twin.surfers[2]);
        const Action action = choose_carefully(observe(now, Observer::seat(seat))).action;
        of_one.saw(observe(now, Observer::seat(0)), seat, action);
        of_other.saw(observe(twin, Observer::seat(0)), seat, action);
        return action;
    });
    EXPECT_EQ(of_one, of_other);
    EXPECT_NE(of_one, OpponentModel());
}

TEST(HighTideHennPlayers, AtATableBestKnowsHowTheOthersPlayed) {
    TableSetup setup;
    setup.players = 3;
    setup.seed = "opponents";
    const auto table = *new_table("high_tide_henn", setup);
    BotRequest bold;
    bold.level = "furthest";
    for (int decision = 0; decision < 30; ++decision) {
        const Seat seat = table->to_act().seats.front();
        ASSERT_TRUE(table->play(Actor::seat(seat), choose(*table, seat, bold)->action));
    }
    const Seat seat = table->to_act().seats.front();
    const auto seen = static_cast<const TableOf<State>&>(*table).seen(Observer::seat(seat));
    ASSERT_GT(legal_actions(seen.state(), seat).size(), 1U);
    BotRequest best;
    best.nodes = 2000;
    best.seed = 1;
    Random random(1);
    const auto nothing_known = GameBots<State>::choose("best", seen, best, random);
    EXPECT_NE(choose(*table, seat, best)->value, nothing_known.value) << "the others were bold, and it took no note";
}

}  // namespace
}  // namespace springtide::high_tide_henn
