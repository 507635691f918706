#include "bots/search/tree_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "bots/choose.hpp"
#include "bots/high_tide_henn/bots.hpp"
#include "bots/high_tide_henn/players.hpp"
#include "bots/high_tide_leiman/bots.hpp"
#include "bots/high_tide_leiman/solver.hpp"
#include "bots/playout.hpp"
#include "notation/high_tide_henn.hpp"
#include "rules/turn_the_tide/rules.hpp"
#include "table/games.hpp"
#include "tests/kit/play_out.hpp"
#include "tests/kit/settings.hpp"
#include "tests/solver/brute_force.hpp"

/// The generic tree search, and the bot `mcts` of both games of High Tide.
namespace springtide {
namespace {

static_assert(TurnRules<high_tide_henn::State> && TurnRules<high_tide_leiman::State>);
static_assert(!TurnRules<turn_the_tide::State>, "choices at the same time are no tree");

BotRequest with_nodes(std::uint64_t nodes) {
    BotRequest request;
    request.nodes = nodes;
    return request;
}

template <Rules State>
Choice<typename State::Action> ask(const Seen<State>& seen, std::uint64_t nodes, std::uint64_t seed = 1) {
    Random random(seed);
    return GameBots<State>::choose("mcts", seen, with_nodes(nodes), random);
}

TEST(TreeSearch, FindsTheWinningMoveOfLeimansEndings) {
    Random random(1);
    high_tide_leiman::Solver solver;
    int choices = 0;
    for (int round = 0; round < 60 / (kit::slowdown > 1 ? 4 : 1); ++round)
        for (const auto& late : test::late_positions(random, 20'000)) {
            const auto winners = *solver.move_winners(late.state);
            const Seat mover = late.state.mover;
            const auto wins = [&](const auto& move) { return move.found == mover; };
            const auto good = std::ranges::count_if(winners, wins);
            if (good == 0 || good == static_cast<std::ptrdiff_t>(winners.size())) continue;
            ++choices;
            const auto chosen = ask(observe(late.state, Observer::seat(mover)), 2000);
            const auto move = std::ranges::find(winners, chosen.action, [](const auto& m) { return m.action; });
            EXPECT_TRUE(wins(*move)) << "ending " << choices << " with " << winners.size() << " moves";
        }
    EXPECT_GT(choices, 20 / (kit::slowdown > 1 ? 4 : 1));
}

TEST(TreeSearch, OfAMatchOnlyTheRoundCounts) {
    Random random(2);
    for (const auto& one : test::random_round(random)) {
        auto match = one;
        match.options.stones = 5;
        match.stones = {3, 1};
        EXPECT_EQ(ask(observe(one, Observer::seat(one.mover)), 100).action,
                  ask(observe(match, Observer::seat(one.mover)), 100).action);
    }
}

/// How a search counts what it does, for the tests below.
struct Counts {
    std::uint64_t playouts = 0;
    std::uint64_t tried = 0;
    std::size_t decisions = 0;
    std::size_t actions = 0;
};

Counts search_henn(const high_tide_henn::State& state, std::uint64_t nodes, std::uint32_t most_actions) {
    using namespace high_tide_henn;
    const Seen<State> seen = observe(state, Observer::seat(state.acting));
    Counts counts;
    const auto players = [&](std::uint64_t playout) {
        ++counts.playouts;
        return Players(seen.observer().seat(), OpponentModel(), playout);
    };
    TreeSearch<State, decltype(players)> search(
        seen, 3, players, {.most_actions = most_actions, .curiosity = 1, .favour = 0.5, .everybody_searches = true});
    counts.playouts = 0;  // one was for the root
    Budget budget(with_nodes(nodes), 1, 1);
    for (const auto& candidate : search.run(budget)) counts.tried += candidate.playouts;
    counts.decisions = search.decisions();
    counts.actions = search.actions();
    return counts;
}

TEST(TreeSearch, PlaysNoMoreThanItsBudgetAndKeepsNoMoreThanItsRoom) {
    using namespace high_tide_henn;
    Random random(4);
    State state = start(Options::everything(), 4);
    kit::play_until(
        state, random, [&](const State& now, Seat seat) { return pick_random_action(now, seat, random); },
        [](const State& now) { return now.phase == Phase::answering; });
    const Counts roomy = search_henn(state, 640, 1U << 16U);
    EXPECT_EQ(roomy.playouts, 640U);
    EXPECT_EQ(roomy.tried, 640U);
    EXPECT_GT(roomy.decisions, 100U);
    EXPECT_LE(roomy.decisions, 641U) << "one for each playout and the root";
    const Counts tight = search_henn(state, 640, 100);
    EXPECT_EQ(tight.playouts, 640U);
    EXPECT_LE(tight.actions, 100U);
    EXPECT_GE(tight.actions, 100U - State::ActionList::capacity());
    EXPECT_LT(tight.decisions, roomy.decisions);
}

TEST(TreeSearch, PlaysHennsGameLegallyWithAllOptionsAndTheSameFromTheSameSeed) {
    using namespace high_tide_henn;
    using Text = GameText<State>;
    Random random(5);
    for (int game = 0; game < (kit::slowdown > 1 ? 2 : 30); ++game) {
        const auto setting = kit::random_setting(Text::info(), random);
        const auto options = Text::options(*OptionReader::read(Text::info(), setting.options), setting.players);
        kit::share_of_win(start(*options, setting.players), random, 0, [&](Seat seat, const Seen<State>& seen) {
            const auto once = ask(seen, 48);
            const auto again = ask(seen, 48);
            EXPECT_TRUE(is_legal(seen.state(), seat, once.action)) << kit::describe(setting);
            EXPECT_EQ(once.action, again.action);
            EXPECT_EQ(once.value, again.value);
            return once.action;
        });
    }
}

TEST(TreeSearch, IsBlindToHiddenSurfers) {
    using namespace high_tide_henn;
    Options options;
    options.surfers = options.surfers_hidden = true;
    State state = start(options, 5);
    Random random(6);
    kit::play_to_end(state, random, [](const State& now, Seat seat) {
        State twin = now;
        std::swap(twin.surfers[(seat + 1U) % 5U], twin.surfers[(seat + 3U) % 5U]);
        const auto chosen = ask(observe(now, Observer::seat(seat)), 48);
        const auto other = ask(observe(twin, Observer::seat(seat)), 48);
        EXPECT_EQ(chosen.action, other.action);
        EXPECT_EQ(chosen.value, other.value);
        return chosen.action;
    });
}

TEST(TreeSearch, IsKnownByNameAndNotOfferedAsALevel) {
    for (const std::string game : {"high_tide_henn", "high_tide_leiman"}) {
        EXPECT_EQ(std::ranges::count(bot_names(game), "mcts"), 1) << game;
        EXPECT_EQ(std::ranges::count(bot_levels(game), "mcts"), 0) << game;
        auto table = *new_table(
            game, {.players = (*find_game(game))->info().max_players, .options = {}, .seed = "tree", .position = {}});
        BotRequest request = with_nodes(20);
        request.level = "mcts";
        for (int decision = 0; decision < 10; ++decision) {
            const Seat seat = table->to_act().seats.front();
            const auto answer = choose(*table, seat, request);
            ASSERT_TRUE(answer) << answer.error().message;
            ASSERT_TRUE(table->play(Actor::seat(seat), answer->action)) << answer->action;
        }
    }
    const auto table = *new_table("turn_the_tide", {.players = 3, .options = {}, .seed = "tree", .position = {}});
    BotRequest request;
    request.level = "mcts";
    const auto answer = choose(*table, 0, request);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, ErrorCode::bad_request);
}

/// A quick player that is wrong must not be believed for ever.
TEST(TreeSearch, LearnsAgainstItsFirstGuess) {
    using namespace high_tide_leiman;
    /// Likes the first legal move, and plays anything.
    struct Obstinate {
        Random random;
        Action choose(const State& state, Seat seat) { return pick_random_action(state, seat, random); }
        static Action favourite(const State& state, Seat seat) { return legal_actions(state, seat)[0]; }
    };
    Random random(7);
    Solver solver;
    int corrected = 0;
    while (corrected < 10)
        for (const auto& late : test::late_positions(random, 1000)) {
            const auto winners = *solver.move_winners(late.state);
            if (winners[0].found == late.state.mover) continue;
            const auto better = std::ranges::count(winners, late.state.mover, [](const auto& m) { return m.found; });
            if (better == 0) continue;
            const auto players = [](std::uint64_t playout) { return Obstinate{Random(playout)}; };
            const Seen<State> seen = observe(late.state, Observer::seat(late.state.mover));
            TreeSearch<State, decltype(players)> search(
                seen, 8, players,
                {.most_actions = 1U << 16U, .curiosity = 1, .favour = 0.9, .everybody_searches = true});
            Budget budget(with_nodes(3000), 1, 1);
            EXPECT_NE(search.run(budget)[0].action, winners[0].action);
            ++corrected;
        }
}

}  // namespace
}  // namespace springtide
