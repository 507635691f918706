#include "bots/turn_the_tide/evaluation_table.hpp"

#include "bots/turn_the_tide/evaluation_numbers.hpp"
#include "bots/turn_the_tide/game_evaluator.hpp"
#include "bots/turn_the_tide/player_types.hpp"
#include "rules/turn_the_tide/hidden_deals.hpp"
#include "tests/turn_the_tide/situation.hpp"

/// What the bots of Turn the Tide know, remember and believe.
namespace springtide::turn_the_tide {
namespace {

TEST(TurnTheTideEvaluationTable, AllShippedNumbersAreReadAndMakeSense) {
    std::size_t numbers = 0;
    for (int players = min_players; players <= max_players; ++players) {
        const EvaluationTable& table = evaluation_table_for(players);
        for_each_number(table, [&](float number) {
            EXPECT_LT(std::abs(number), 5);
            ++numbers;
        });
        for (const auto& by_held : table.chooses_below)
            for (std::size_t held = 1; held <= hand_size; ++held) {
                EXPECT_EQ(by_held[held][0], 0);
                EXPECT_EQ(by_held[held][held], 1);
                for (std::size_t below = 0; below < held; ++below)
                    EXPECT_LE(by_held[held][below], by_held[held][below + 1]);
            }
        EXPECT_LT(table.tide[6][12][0], table.tide[6][3][1]) << "a high tide is worse than a low one";
    }
    EXPECT_EQ(numbers, evaluation_numbers.size());
}

TEST(TurnTheTideEvaluationTable, StrengthIsTheShareOfTheCardsBeaten) {
    for (int all = 0; all <= (max_players - 1) * hand_size; ++all)
        for (int beaten = 0; beaten <= all; ++beaten)
            EXPECT_EQ(strength(beaten, all), EvaluationTable::strengths * at(beaten) / at(all + 1)) << all;
}

/// Seat 0 shows the highest tide and has no preserver left; seats 1 and 2 hold nothing above its 60.
TEST(TurnTheTideEvaluationTable, OneTrickAheadGetsRidOfTheHighestTide) {
    State state = table_with({0, 3, 3}, {12, 4, 4});
    state.trick = 9;
    state.hand = {cards({5, 10, 35, 60}), cards({6, 26, 31, 51}), cards({7, 27, 32, 52})};
    apply_chance(state, tides(2, 3));
    const Appraisal worth(state, 0, evaluation_table_for(3));
    ASSERT_EQ(worth.size(), 4U);
    EXPECT_GT(worth[3], worth[2]);
    EXPECT_GT(worth[2], worth[1]);
}

/// With five players every number of others above is looked up, the highest one too. A sanitized build ends here if the
/// look-up leaves its row: elsewhere the number read there is multiplied by 0.
TEST(TurnTheTideEvaluationTable, AllOthersMayShowAHigherTide) {
    for (int players = min_players; players <= max_players; ++players) {
        State state = dealt_table(players);
        trick(state, 0, 1, 1, 2);
        for (const Seat seat : state.still_in) state.tide[seat] = seat == 0 ? 1 : 12;
        apply_chance(state, tides(3, 4));
        const Appraisal worth(state, 0, evaluation_table_for(players));
        for (std::size_t rank = 0; rank < worth.size(); ++rank) EXPECT_LT(std::abs(worth[rank]), 20) << players;
    }
}

TEST(TurnTheTideEvaluationTable, WhoForgetsKnowsOnlyThisRound) {
    State state = dealt_table(3);
    state.uncovered = state.dealt;
    state.round = 2;
    trick(state, 0, 1, 3, 5);
    apply_chance(state, tides(1, 2));
    const auto seen = observe(state, Observer::seat(1));
    ASSERT_EQ(HiddenDeals(seen).ways(), 1U) << "with a good memory everything is known";
    const auto less = seen.forgetting(Forgettable::earlier_rounds);
    EXPECT_EQ(less.state().hand[1], state.hand[1]);
    for (const Seat other : {Seat{0}, Seat{2}}) {
        EXPECT_EQ(less.state().hand[other], 0U);
        EXPECT_EQ(less.state().dealt[other], card_bit(state.last_trick[other]));
    }
    EXPECT_TRUE(HiddenDeals(less).ways() > 1000U);
}

TEST(TurnTheTidePlayerTypes, WhoPlaysOnlyExtremesIsRecognised) {
    State state = dealt_table(3);
    state.uncovered = state.dealt;
    state.round = 3;
    for (int i = 0; i < 4; ++i) {
        apply_chance(state, tides(1 + i, 12 - i));
        const auto middle = [&](Seat seat) { return nth_card(state.hand[seat], 3); };
        play_cards(state, {middle(0), nth_card(state.hand[1], 0), middle(2)});
    }
    const auto chances = extremists(observe(state, Observer::seat(0)));
    EXPECT_GT(chances[1], 0.9F) << "four times the lowest card";
    EXPECT_EQ(chances[2], 0.0F) << "a card from the middle";
}

TEST(TurnTheTidePlayerTypes, AnUnknownHandIsJudgedByTheGapsItMayFill) {
    State state = dealt_table(4);
    for (int i = 0; i < 3; ++i) {
        apply_chance(state, tides(1 + i, 12 - i));
        play_cards(state, {nth_card(state.hand[0], 5), nth_card(state.hand[1], 0), nth_card(state.hand[2], 4),
                           nth_card(state.hand[3], 6)});
    }
    const auto chances = extremists(observe(state, Observer::seat(0)));
    EXPECT_GT(chances[1], 0.5F);
    EXPECT_LT(chances[2], 0.05F);
}

TEST(TurnTheTideWinShares, AreSharesOfAWin) {
    State state = dealt_table(4);
    const GameEvaluator early(state, evaluation_table_for(state.players));
    const auto even = early.rewards(state);
    float sum = 0;
    for (const float reward : even) sum += reward;
    EXPECT_NEAR(sum, 1, 1e-4);

    state.round = 4;
    const GameEvaluator last(state, evaluation_table_for(state.players));
    state.phase = Phase::over;
    state.scores = {7, 7, 3, 0, 0};
    const auto final = last.rewards(state);
    EXPECT_NEAR(final[0] - final[2], 0.5 + 0.02 * 4, 1e-5) << "a shared win, and a little for points";
    EXPECT_EQ(final[0], final[1]);
}

}  // namespace
}  // namespace springtide::turn_the_tide
