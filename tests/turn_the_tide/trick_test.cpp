#include <algorithm>
#include <array>

#include "tests/turn_the_tide/situation.hpp"

/// The clauses of a trick, T6 to T12.
namespace springtide::turn_the_tide {
namespace {

using Ints = std::vector<int>;
constexpr Options with_cascade{.edition = Edition::amigo, .cascade = true, .leftovers_open = false};
constexpr Options no_cascade{.edition = Edition::gamewright, .cascade = false, .leftovers_open = false};

TEST(TurnTheTide, T6_cards_are_revealed_when_the_last_one_has_chosen) {
    State state = dealt_table(4);
    apply_chance(state, tides(4, 7));
    EXPECT_EQ(to_act(state).seats, SeatSet::first(4));
    apply(state, 2, {2});
    apply(state, 0, {60});
    apply(state, 3, {3});
    EXPECT_EQ(to_act(state).seats, SeatSet::of(1));
    EXPECT_EQ(levels(state), (Ints{0, 0, 0, 0}));
    EXPECT_EQ(ints(state, state.last_trick), (Ints{0, 0, 0, 0}));
    apply(state, 1, {56});
    EXPECT_EQ(ints(state, state.last_trick), (Ints{60, 56, 2, 3}));
    EXPECT_EQ(levels(state), (Ints{4, 7, 0, 0}));
    EXPECT_TRUE(to_act(state).chance);
}

TEST(TurnTheTide, T6_the_order_of_choosing_does_not_matter) {
    State before = dealt_table(5);
    apply_chance(before, tides(9, 2));
    const std::array<std::uint8_t, 5> chosen = {30, 41, 7, 58, 14};
    std::array<Seat, 5> order = {0, 1, 2, 3, 4};
    State first = before;
    for (const Seat seat : order) apply(first, seat, {chosen[seat]});
    do {
        State state = before;
        for (const Seat seat : order) apply(state, seat, {chosen[seat]});
        ASSERT_EQ(state, first);
    } while (std::ranges::next_permutation(order).found);
}

TEST(TurnTheTide, T6_a_choice_can_be_taken_back_until_the_last_one_is_in) {
    State state = dealt_table(3);
    EXPECT_TRUE(retractable(state).empty());
    apply_chance(state, tides(4, 7));
    const State before = state;
    apply(state, 1, {6});
    EXPECT_EQ(retractable(state), SeatSet::of(1));
    EXPECT_TRUE(legal_actions(state, 1).empty()) << "a second choice only after taking back the first";
    EXPECT_FALSE(is_legal(state, 1, {11}));
    retract(state, 1);
    EXPECT_EQ(state, before);
    apply(state, 1, {11});
    apply(state, 0, {5});
    apply(state, 2, {2});
    EXPECT_TRUE(retractable(state).empty());
    EXPECT_EQ(state.last_trick[1], 11);
    EXPECT_TRUE(contains(state.hand[1], 6));
}

/// The rulebooks' trick: tides 4 and 7, cards 44, 27, 16 and 2.
TEST(TurnTheTide, T7_the_highest_card_takes_the_lower_tide_and_the_second_the_other) {
    State state = start({}, 4);
    const auto deal =
        GameText<State>::parse_chance(state,
                                      "deal 44,1,5,13,20,26,30,38,41,50,55,60|27,3,8,14,22,25,33,37,45,49,52,58|"
                                      "16,6,10,18,24,29,31,35,40,47,51,59|2,4,9,15,19,23,28,34,39,46,53,57");
    ASSERT_TRUE(deal && is_possible(state, *deal));
    apply_chance(state, *deal);
    for (const auto& pair : {tides(4, 7), tides(7, 4)}) {  // whichever is turned up first
        State trick = state;
        apply_chance(trick, pair);
        play_cards(trick, {44, 27, 16, 2});
        EXPECT_EQ(levels(trick), (Ints{4, 7, 0, 0}));
        EXPECT_EQ(preservers(trick), (Ints{4, 4, 5, 4})) << "the 7 costs a preserver";
    }
}

TEST(TurnTheTide, T7_both_tide_cards_may_be_equal) {
    State state = dealt_table(4);
    const Ints before = preservers(state);
    trick(state, 3, 1, 6, 6);
    EXPECT_EQ(levels(state), (Ints{0, 6, 0, 6}));
    EXPECT_EQ(preservers(state), (Ints{before[0], before[1] - 1, before[2], before[3] - 1}));
}

TEST(TurnTheTide, T8_a_new_tide_card_covers_the_old_one) {
    State state = dealt_table(3);
    trick(state, 0, 1, 9, 12);
    trick(state, 1, 2, 2, 3);
    EXPECT_EQ(levels(state), (Ints{9, 2, 3})) << "the 12 lies under the 2";
    trick(state, 0, 2, 10, 11);
    EXPECT_EQ(levels(state), (Ints{10, 2, 11}));
}

TEST(TurnTheTide, T9_the_highest_tide_pays_even_without_taking_a_card_in_this_trick) {
    State state = table_with({3, 3, 3, 3}, {12, 0, 0, 0});
    trick(state, 1, 2, 5, 11);
    EXPECT_EQ(preservers(state), (Ints{2, 3, 3, 3}));
}

TEST(TurnTheTide, T9_two_tied_for_highest_both_pay) {
    State state = table_with({3, 3, 3, 3}, {11, 0, 4, 0});
    trick(state, 1, 3, 5, 11);
    EXPECT_EQ(levels(state), (Ints{11, 5, 4, 11}));
    EXPECT_EQ(preservers(state), (Ints{2, 3, 3, 2}));
}

TEST(TurnTheTide, T10_played_cards_are_gone_for_the_round) {
    State state = dealt_table(3);
    trick(state, 0, 1, 4, 7);
    EXPECT_EQ(ints(state, state.last_trick), (Ints{60, 56, 2}));
    apply_chance(state, tides(1, 2));
    EXPECT_FALSE(is_legal(state, 0, {60}));
    EXPECT_FALSE(is_legal(state, 2, {2}));
    EXPECT_EQ(legal_actions(state, 0).size(), 11U);
    play_cards(state, {5, 51, 57});
    EXPECT_EQ(ints(state, state.last_trick), (Ints{5, 51, 57})) << "only the trick just finished lies open";
    EXPECT_EQ(view_of(state, Observer::spectator()).find("60"), std::string::npos);
}

TEST(TurnTheTide, T11_losing_the_last_preserver_keeps_a_player_in) {
    State state = table_with({1, 3, 3, 3}, {12, 0, 0, 0});
    trick(state, 1, 2, 1, 2);
    EXPECT_EQ(state.preservers[0], 0);
    EXPECT_TRUE(state.still_in.contains(0));
    EXPECT_EQ(state.tide[0], 12);

    const EventList events = trick(state, 1, 2, 1, 2);
    EXPECT_FALSE(state.still_in.contains(0));
    EXPECT_EQ(state.tide[0], 0) << "turned face down";
    EXPECT_EQ(count_of(events, Happening::eliminated), 1);
}

TEST(TurnTheTide, T11_who_is_out_neither_chooses_nor_pays_nor_takes) {
    State state = table_with({0, 3, 3, 3}, {12, 0, 0, 0}, no_cascade);
    trick(state, 1, 2, 1, 2);
    ASSERT_EQ(state.still_in.bits(), 0b1110);
    const Cards hand = state.hand[0];
    apply_chance(state, tides(4, 5));
    EXPECT_EQ(to_act(state).seats.bits(), 0b1110);
    EXPECT_TRUE(legal_actions(state, 0).empty());
    play_cards(state, {0, 6, 7, 8});
    EXPECT_EQ(state.last_trick[0], 0);
    EXPECT_EQ(levels(state), (Ints{0, 1, 5, 4}));
    EXPECT_EQ(preservers(state), (Ints{0, 3, 2, 3}));
    EXPECT_EQ(state.hand[0], hand);
}

TEST(TurnTheTide, T12_with_cascade_the_next_highest_pays) {
    State state = table_with({0, 3, 3, 3}, {12, 9, 0, 0}, with_cascade);
    trick(state, 2, 3, 1, 2);
    EXPECT_EQ(state.still_in.bits(), 0b1110);
    EXPECT_EQ(preservers(state), (Ints{0, 2, 3, 3}));
}

TEST(TurnTheTide, T12_without_cascade_nobody_else_pays) {
    State state = table_with({0, 3, 3, 3}, {12, 9, 0, 0}, no_cascade);
    trick(state, 2, 3, 1, 2);
    EXPECT_EQ(state.still_in.bits(), 0b1110);
    EXPECT_EQ(preservers(state), (Ints{0, 3, 3, 3}));
}

TEST(TurnTheTide, T12_the_cascade_goes_on_until_somebody_pays) {
    State state = table_with({0, 0, 2, 3, 3}, {12, 9, 7, 0, 0}, with_cascade);
    trick(state, 3, 4, 1, 2);
    EXPECT_EQ(state.still_in.bits(), 0b11100);
    EXPECT_EQ(preservers(state), (Ints{0, 0, 1, 3, 3}));
}

TEST(TurnTheTide, T12_a_cascade_charges_two_tied_at_the_next_level) {
    State state = table_with({0, 3, 3, 3, 3}, {12, 9, 9, 0, 0}, with_cascade);
    trick(state, 3, 4, 1, 2);
    EXPECT_EQ(preservers(state), (Ints{0, 2, 2, 3, 3}));
}

TEST(TurnTheTide, T12_if_one_of_two_tied_paid_nobody_else_does) {
    State state = table_with({0, 3, 3, 3}, {12, 12, 9, 0}, with_cascade);
    trick(state, 3, 2, 1, 2);
    EXPECT_EQ(state.still_in.bits(), 0b1110);
    EXPECT_EQ(preservers(state), (Ints{0, 2, 3, 3}));
    // The same with the one who pays on the lower seat.
    state = table_with({3, 0, 3, 3}, {12, 12, 9, 0}, with_cascade);
    trick(state, 3, 2, 1, 2);
    EXPECT_EQ(preservers(state), (Ints{2, 0, 3, 3}));
}

TEST(TurnTheTide, T12_both_tied_eliminated_the_charge_falls_further) {
    State state = table_with({0, 0, 3, 3, 3}, {12, 12, 8, 0, 0}, with_cascade);
    trick(state, 3, 4, 1, 2);
    EXPECT_EQ(state.still_in.bits(), 0b11100);
    EXPECT_EQ(preservers(state), (Ints{0, 0, 2, 3, 3}));
}

/// Settled here, since the texts are silent: who never took a tide card shows no level that could be the highest.
TEST(TurnTheTide, T12_players_without_a_tide_card_pay_nothing) {
    State state = table_with({0, 0, 3, 3, 3}, {0, 0, 0, 0, 0}, with_cascade);
    trick(state, 0, 1, 5, 5);
    EXPECT_EQ(state.still_in.bits(), 0b11100);
    EXPECT_EQ(preservers(state), (Ints{0, 0, 3, 3, 3}));
    EXPECT_TRUE(to_act(state).chance);
    EXPECT_EQ(state.trick, 2);
}

}  // namespace
}  // namespace springtide::turn_the_tide
