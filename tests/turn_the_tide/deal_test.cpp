#include <array>

#include "table/games.hpp"
#include "tests/turn_the_tide/situation.hpp"

/// The clauses of players, cards and the deal, T1 to T5.
namespace springtide::turn_the_tide {
namespace {

using Ints = std::vector<int>;

TEST(TurnTheTide, T1_three_to_five_players) {
    for (int players = 1; players <= 6; ++players) {
        const auto table = new_table("turn_the_tide", {.players = players, .options = {}, .seed = {}, .position = {}});
        EXPECT_EQ(table.has_value(), players >= 3 && players <= 5) << players;
    }
}

TEST(TurnTheTide, T2_preservers_on_the_weather_cards) {
    const auto shown = [](int card) { return half_preservers(card_bit(card)); };
    for (const int card : {1, 12, 49, 60}) EXPECT_EQ(shown(card), 0) << card;
    for (const int card : {13, 24, 37, 48}) EXPECT_EQ(shown(card), 1) << card;
    for (const int card : {25, 36}) EXPECT_EQ(shown(card), 2) << card;
    EXPECT_EQ(half_preservers(all_cards), 2 * 24);
    EXPECT_EQ(count(all_cards), 60);
}

TEST(TurnTheTide, T2_cards_of_a_set_are_found_by_rank_on_every_processor) {
    Random random(2);
    for (int i = 0; i < 2000; ++i) {
        const Cards set = random.next() & random.next() & all_cards;
        std::uint32_t rank = 0;
        for (int card = 1; card <= 60; ++card) {
            if (!contains(set, card)) continue;
            ASSERT_EQ(nth_card(set, rank), card);
            ASSERT_EQ(nth_bit_by_bytes(set, rank), card);
            ++rank;
        }
    }
    EXPECT_EQ(nth_bit_by_bytes(all_cards, 59), 60);
}

TEST(TurnTheTide, T3_every_tide_level_comes_exactly_twice_in_a_round) {
    State state = dealt_table(5);
    state.preservers = {12, 12, 12, 12, 12};  // so that nobody is eliminated and the deck runs out
    Random random(3);
    std::array<int, 13> seen{};
    for (int i = 0; i < 12; ++i) {
        const Chance chance = draw(state, random);
        ++seen[chance.tides[0]];
        ++seen[chance.tides[1]];
        apply_chance(state, chance);
        while (to_act(state).seats.size() > 0) {
            const Seat seat = to_act(state).seats.front();
            apply(state, seat, random_action(state, seat, random));
        }
    }
    EXPECT_EQ(state.round, 2);
    EXPECT_EQ(seen[0], 0);
    for (std::size_t level = 1; level <= 12; ++level) EXPECT_EQ(seen[level], 2) << level;
}

TEST(TurnTheTide, T3_a_tide_card_that_is_gone_cannot_come_again) {
    State state = dealt_table(3);
    EXPECT_TRUE(is_possible(state, tides(7, 7)));
    EXPECT_FALSE(is_possible(state, tides(0, 7)));
    EXPECT_FALSE(is_possible(state, tides(7, 13)));
    trick(state, 0, 1, 7, 7);
    EXPECT_FALSE(is_possible(state, tides(7, 8)));
    trick(state, 0, 1, 8, 9);
    EXPECT_TRUE(is_possible(state, tides(8, 9)));
    EXPECT_FALSE(is_possible(state, tides(8, 8)));
}

TEST(TurnTheTide, T4_twelve_cards_each_and_the_others_stay_out) {
    for (int players = 3; players <= 5; ++players) {
        State state = start({}, players);
        Random random(static_cast<std::uint64_t>(players));
        apply_chance(state, draw(state, random));
        Cards dealt = 0;
        for (std::size_t seat = 0; seat < 5; ++seat) {
            EXPECT_EQ(count(state.hand[seat]), static_cast<int>(seat) < players ? 12 : 0);
            EXPECT_EQ(dealt & state.hand[seat], 0U);
            dealt |= state.hand[seat];
        }
        EXPECT_EQ(count(state.left_out), 60 - 12 * players);
        EXPECT_EQ(dealt | state.left_out, all_cards);
    }
}

TEST(TurnTheTide, T4_every_card_is_dealt_to_every_seat_equally_often) {
    const State state = start({}, 4);
    Random random(4);
    std::array<std::array<int, 61>, 4> times{};
    constexpr int deals = 20000;
    for (int i = 0; i < deals; ++i) {
        const Chance chance = draw(state, random);
        for (std::size_t seat = 0; seat < 4; ++seat)
            for (std::size_t card = 1; card <= 60; ++card)
                times[seat][card] += contains(chance.hands[seat], static_cast<int>(card)) ? 1 : 0;
    }
    for (const auto& by_card : times)  // a fifth of 20000, and six standard deviations to either side
        for (std::size_t card = 1; card <= 60; ++card) EXPECT_NEAR(by_card[card], deals / 5, 6 * 57) << card;
}

TEST(TurnTheTide, T4_a_wrong_deal_is_impossible) {
    const State state = start({}, 3);
    const Chance right = plain_deal(3);
    EXPECT_TRUE(is_possible(state, right));
    EXPECT_FALSE(is_possible(state, plain_deal(4)));
    Chance wrong = right;
    wrong.hands[0] &= wrong.hands[0] - 1;
    EXPECT_FALSE(is_possible(state, wrong)) << "eleven cards";
    wrong.hands[0] |= card_bit(61);
    EXPECT_FALSE(is_possible(state, wrong)) << "there is no 61";
    wrong = right;
    wrong.hands[0] = wrong.hands[1];
    EXPECT_FALSE(is_possible(state, wrong)) << "the same cards twice";
    EXPECT_FALSE(is_possible(state, tides(1, 2)));
}

/// The rulebooks' hands worth 5, three and a half and six and a half.
TEST(TurnTheTide, T5_a_remaining_half_is_lost) {
    const Cards five = cards({1, 2, 13, 14, 25, 26, 27, 28, 49, 50, 51, 52});
    const Cards three_and_a_half = cards({3, 4, 5, 15, 16, 17, 37, 38, 29, 53, 54, 55});
    const Cards six_and_a_half = cards({18, 19, 20, 30, 31, 32, 33, 34, 6, 7, 8, 9});
    ASSERT_EQ(half_preservers(three_and_a_half), 7);
    ASSERT_EQ(half_preservers(six_and_a_half), 13);
    State state = start({}, 3);
    apply_chance(state, deal_of({five, three_and_a_half, six_and_a_half}));
    EXPECT_EQ(preservers(state), (Ints{5, 3, 6}));
}

}  // namespace
}  // namespace springtide::turn_the_tide
