#include <array>

#include "bots/baselines/high_tide_henn.hpp"
#include "bots/high_tide_henn/bots.hpp"
#include "bots/high_tide_henn/players.hpp"
#include "bots/search/playout_search.hpp"
#include "tests/high_tide_henn/situation.hpp"
#include "tests/kit/play_out.hpp"
#include "tests/kit/settings.hpp"

/// The levels easy to best: legal, repeatable, bounded, blind to what is hidden, and each stronger than the one below.
namespace springtide::high_tide_henn {
namespace {

BotRequest with_nodes(std::uint64_t nodes) {
    BotRequest request;
    request.nodes = nodes;
    return request;
}

Choice<Action> choice_of(std::string_view level, const State& state, std::uint64_t nodes = 60) {
    Random random(fold(1, hash(state)));
    const Seen<State> seen = observe(state, Observer::seat(to_act(state).seats.front()));
    return GameBots<State>::choose(level, seen, with_nodes(nodes), random);
}

/// Any value of every option but the expansions, which are `bits`.
State random_start(unsigned bits, Random& random) {
    auto setting = kit::random_setting(Text::info(), random);
    const auto options = Text::options(*OptionReader::read(Text::info(), setting.options), setting.players);
    return start(with_expansions(*options, bits), setting.players);
}

constexpr std::array<std::string_view, 4> levels = {"easy", "medium", "hard", "best"};

TEST(HighTideHennLevels, PlayLegallyWithEveryMixtureOfExpansions) {
    Random random(1);
    for (unsigned bits = 0; bits <= all_expansions; ++bits)
        for (int game = 0; game < (kit::slowdown > 1 ? 1 : 4); ++game) {
            State state = random_start(bits, random);
            kit::play_to_end(state, random, [&](const State& now, Seat seat) {
                const Action action = choice_of(levels[(seat + static_cast<unsigned>(game)) % 4U], now, 16).action;
                EXPECT_TRUE(is_legal(now, seat, action)) << Text::action_text(now, seat, action);
                return is_legal(now, seat, action) ? action : legal_actions(now, seat)[0];
            });
        }
}

TEST(HighTideHennLevels, ChooseTheSameFromTheSameSeedAndNodes) {
    Random random(2);
    State state = random_start(all_expansions, random);
    kit::play_to_end(state, random, [](const State& now, Seat) {
        const auto once = choice_of("best", now);
        const auto again = choice_of("best", now);
        EXPECT_EQ(once.action, again.action);
        EXPECT_EQ(once.value, again.value);
        EXPECT_EQ(once.why, again.why);
        return once.action;
    });
}

TEST(HighTideHennLevels, DoNotSeeHiddenSurfers) {
    Random random(3);
    Options options;
    options.surfers = options.surfers_hidden = options.coins = true;
    State state = start(options, 5);
    kit::play_to_end(state, random, [](const State& now, Seat seat) {
        State other = now;
        std::swap(other.surfers[(seat + 1U) % 5U], other.surfers[(seat + 3U) % 5U]);
        Action chosen{};
        for (const auto level : levels) {
            Random lots(4);
            Random same(4);
            const auto request = with_nodes(40);
            chosen = GameBots<State>::choose(level, observe(now, Observer::seat(seat)), request, lots).action;
            const auto twin = GameBots<State>::choose(level, observe(other, Observer::seat(seat)), request, same);
            EXPECT_EQ(chosen, twin.action) << level;
        }
        return chosen;
    });
}

/// `nested` searches in its playouts, on other dice than theirs: it knows no more than `best` does.
TEST(HighTideHennLevels, NestedAnswersTheSameTwiceAndDoesNotSeeHiddenSurfers) {
    Random random(8);
    Options options;
    options.surfers = options.surfers_hidden = true;
    State state = start(options, 3);
    int asked = 0;
    kit::play_until(
        state, random,
        [&](const State& now, Seat seat) {
            State other = now;
            std::swap(other.surfers[(seat + 1U) % 3U], other.surfers[(seat + 2U) % 3U]);
            const Action chosen = choice_of("nested", now, 16).action;
            EXPECT_TRUE(is_legal(now, seat, chosen));
            Random lots(fold(1, hash(now)));
            const auto twin =
                GameBots<State>::choose("nested", observe(other, Observer::seat(seat)), with_nodes(16), lots);
            EXPECT_EQ(chosen, twin.action);
            ++asked;
            return chosen;
        },
        [&](const State&) { return asked >= 12; });
    EXPECT_EQ(asked, 12);
}

TEST(HighTideHennLevels, SearchNoMoreThanTheBudgetAndOneBatch) {
    Random random(5);
    State state = random_start(all_expansions, random);
    kit::play_to_end(state, random, [](const State& now, Seat self) {
        const Seen<State> seen = observe(now, Observer::seat(self));
        const auto players = [self](std::uint64_t playout) { return Players(self, OpponentModel(), playout); };
        PlayoutSearch<State, decltype(players)> search(seen, 6, players);
        Budget budget(with_nodes(100), 1, 1);
        const auto candidates = search.run(budget, legal_actions(now, self)[0]);
        const std::size_t halvings = 5;  // of 32 actions at most
        EXPECT_LE(budget.used(), 100 + halvings * 16 * candidates.size());
        EXPECT_EQ(candidates.size(), legal_actions(now, self).size());
        return candidates[0].action;
    });
}

/// The share of wins of one player among others, all seats in turn.
double share_of(const Weights& hero, const Weights& others, int players, int games) {
    double share = 0;
    for (int game = 0; game < games; ++game) {
        const auto seat = static_cast<Seat>(game % players);
        Random random(static_cast<std::uint64_t>(game / players));
        share += kit::share_of_win(start({}, players), random, seat, [&](Seat acting, const Seen<State>& seen) {
            return Policy(acting == seat ? hero : others).choose(seen.state(), acting);
        });
    }
    return share / games;
}

TEST(HighTideHennLevels, EachBeatsTheOneBelowWithEveryNumberOfPlayers) {
    const int games = 2400 / kit::slowdown;
    const double luck = kit::slowdown > 1 ? .9 : 1.1;  // few games under the sanitizers
    for (int players = min_players; players <= max_players; ++players) {
        EXPECT_GT(players * share_of(medium_weights, easy_weights, players, games), luck) << players;
        EXPECT_GT(players * share_of(strong_weights, medium_weights, players, games), luck) << players;
    }
}

TEST(HighTideHennLevels, CarefulInPlayoutsPlaysAsTheBaselineDoes) {
    Random random(7);
    int decisions = 0;
    int same = 0;
    for (int game = 0; game < 400 / kit::slowdown; ++game) {
        State state = start({}, min_players + game % 4);
        kit::play_to_end(state, random, [&](const State& now, Seat seat) {
            const Action baseline = choose_carefully(observe(now, Observer::seat(seat))).action;
            ++decisions;
            same += Policy(careful_weights).choose(now, seat) == baseline ? 1 : 0;
            return baseline;
        });
    }
    EXPECT_GT(same, decisions * 0.995) << "they differ only where rounding breaks a tie";
}

/// The last turn of the game, for seat 3: whatever happens then is the end.
Situation last_turn(const Options& options = {}) {
    Situation game(4, options);
    game.chance("towels 0,1,2,3");
    if (options.baywatch) game.chance("baywatch rental");
    game.state.round = round_count;
    for (const auto dice : {"k1 p1", "b1 o1", "y1 w1"}) game.turn(dice);
    return game;
}

TEST(HighTideHennLevels, BestTakesThePairThatWins) {
    auto game = last_turn();
    game.stand(3, 'k', 9).stand(0, 'k', 10).stand(3, 'p', 9).stand(0, 'p', 10);
    game.stand(1, 'b', 15).stand(2, 'o', 15).stand(0, 'y', 15).stand(3, 'w', 15);
    game.play("roll").chance("roll k2 p2");
    const auto choice = choice_of("best", game.state, 2000);
    EXPECT_EQ(Text::action_text(game.state, 3, choice.action), "accept");
    ASSERT_FALSE(choice.why.empty());
    EXPECT_EQ(choice.why[0], (Why{.code = "goes_first", .numbers = {black, 11}}));
    EXPECT_EQ(choice.why.back().code, "wins");
    EXPECT_GT(*choice.value, .5);
}

TEST(HighTideHennLevels, BestStaysOutOfTheWaterWithATile) {
    Options options;
    options.baywatch = true;
    auto game = last_turn(options);
    game.give(3, Tile::adjust).stand(3, 'k', 18).stand(0, 'k', 19);
    game.play("roll").chance("roll k3 b1").play("accept");
    const auto choice = choice_of("best", game.state, 2000);
    EXPECT_EQ(choice.action.kind(), Action::Kind::use_adjust);
    EXPECT_EQ(choice.action.by(left_die), -1) << "the black die counts one less: first on space 20, not in the water";
}

}  // namespace
}  // namespace springtide::high_tide_henn
