#include <gtest/gtest.h>

#include <cmath>

#include "bots/search/logarithm.hpp"
#include "bots/search/simultaneous.hpp"
#include "bots/turn_the_tide/imagined_rounds.hpp"
#include "bots/turn_the_tide/players.hpp"
#include "tests/turn_the_tide/situation.hpp"

/// Regret matching, and the search for simultaneous choices.
namespace springtide::turn_the_tide {
namespace {

/// A game of two choices each with one equilibrium, a mixed one. Rewards are the first player's, the second gets the
/// rest of 1. Each makes the other indifferent: q = 0.4 q + 0.8 (1 - q), so q = 4/7; p + 0.4 (1 - p) = 0.8 (1 - p), so
/// p = 2/7.
TEST(RegretMatching, FindsAMixedEquilibriumFromSamples) {
    constexpr std::array<std::array<float, 2>, 2> reward = {{{1.0F, 0.0F}, {0.4F, 0.8F}}};
    constexpr std::array<std::uint8_t, 2> slots = {0, 1};
    std::array<Regrets<2>, 2> players;
    Random random(1);
    for (int i = 0; i < 40'000; ++i) {
        std::array<std::array<float, 2>, 2> strategy{};
        std::array<std::size_t, 2> chosen{};
        std::array<float, 2> chance{};
        for (std::size_t player = 0; player < 2; ++player) {
            players[player].strategy_over(slots, strategy[player]);
            const float first = 0.8F * strategy[player][0] + 0.1F;
            chosen[player] = static_cast<float>(random.unit()) < first ? 0 : 1;
            chance[player] = chosen[player] == 0 ? first : 1 - first;
        }
        const float won = reward[chosen[0]][chosen[1]];
        players[0].learn(slots, strategy[0], chosen[0], chance[0], won);
        players[1].learn(slots, strategy[1], chosen[1], chance[1], 1 - won);
    }
    const auto first_choice = [](const Regrets<2>& player) {
        return player.average(0) / (player.average(0) + player.average(1));
    };
    EXPECT_NEAR(first_choice(players[0]), 2.0 / 7, 0.06);
    EXPECT_NEAR(first_choice(players[1]), 4.0 / 7, 0.06);
}

/// The mixed equilibrium above would be the same if everybody played to lose.
TEST(RegretMatching, PlaysWhatIsBetter) {
    constexpr std::array<float, 3> reward = {0.3F, 0.7F, 0.5F};
    constexpr std::array<std::uint8_t, 3> slots = {0, 1, 2};
    Regrets<3> player;
    Random random(2);
    for (int i = 0; i < 1000; ++i) {
        std::array<float, 3> strategy{};
        player.strategy_over(slots, strategy);
        const std::size_t chosen = random.below(3);
        player.learn(slots, strategy, chosen, 1.0F / 3, reward[chosen]);
    }
    EXPECT_GT(player.average(1), 0.95F * (player.average(0) + player.average(1) + player.average(2)));
}

TEST(OwnLogarithm, IsTheLogarithmAndItsOppositeTheExponential) {
    for (const double x : {0.001, 0.3, 0.75, 1.0, 2.0, 100.0}) EXPECT_NEAR(logarithm(x), std::log(x), 1e-12);
    for (const float x : {-40.0F, -3.3F, -1.0F, -0.01F, 0.0F, 0.5F, 7.0F})
        EXPECT_NEAR(exponential(x) / std::exp(x), 1, 2e-4) << x;
}

State first_choice_of(int players) {
    State state = dealt_table(players);
    apply_chance(state, tides(3, 8));
    return state;
}

TEST(SimultaneousSearch, DoesWhatItIsAllowedAndNoMore) {
    const auto seen = observe(first_choice_of(4), Observer::seat(1));
    Random random(1);
    ImaginedRounds counted(seen, far_enough, evaluation_table_for(4));
    SimultaneousSearch<ImaginedRounds> search(counted, 1, random);
    search.run(77, nullptr);
    EXPECT_EQ(search.simulations(), 77U);

    BotRequest no_time;
    no_time.milliseconds = 0;
    const Deadline passed(no_time, 0);
    ImaginedRounds timed(seen, far_enough, evaluation_table_for(4));
    SimultaneousSearch<ImaginedRounds> stopped(timed, 1, random);
    stopped.run(100'000, &passed);
    EXPECT_LE(stopped.simulations(), 32U) << "it looks at the clock every few simulations";
}

TEST(SimultaneousSearch, SampledStatesAgreeWithWhatWasSeen) {
    const auto seen = observe(first_choice_of(5), Observer::seat(2));
    ImaginedRounds rounds(seen, far_enough, evaluation_table_for(5));
    Random random(3);
    for (int i = 0; i < 50; ++i) {
        const State state = rounds.begin(random);
        EXPECT_EQ(broken_invariant(state), nullptr);
        EXPECT_EQ(observe(state, Observer::seat(2)), seen);
    }
}

/// Two cards are left. Who shows a 12 and has nothing to lose must not stay with it: only the 60 gets rid of it.
TEST(SimultaneousSearch, SeesTheEndOfARound) {
    State state = table_with({0, 3, 3}, {12, 4, 4});
    state.round = 3;  // the last one: all hands are known
    state.trick = 11;
    state.hand = {cards({5, 60}), cards({26, 31}), cards({27, 32})};
    state.tide_deck = 0;
    for (const int level : {2, 3, 6, 7}) state.tide_deck |= TideDeck{1} << (2 * level - 2);
    apply_chance(state, tides(2, 3));
    const auto seen = observe(state, Observer::seat(0));
    BotRequest request;
    request.nodes = 400;
    Random random(5);
    const auto judged = judge_cards(seen, best_thinking, request, random);
    ASSERT_EQ(judged.size(), 2U);
    EXPECT_LT(judged[0].share, judged[1].share);
    EXPECT_EQ(judged[1].chance, 1.0F);
    EXPECT_EQ(search(seen, best_thinking, request, random).action.card, 60);
}

}  // namespace
}  // namespace springtide::turn_the_tide
