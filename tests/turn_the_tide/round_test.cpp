#include <set>

#include "bots/playout.hpp"
#include "tests/turn_the_tide/situation.hpp"

/// The clauses of rounds, points and the game, T13 to T17.
namespace springtide::turn_the_tide {
namespace {

using Ints = std::vector<int>;
constexpr Options with_cascade{.edition = Edition::amigo, .cascade = true, .leftovers_open = false};
constexpr Options no_cascade{.edition = Edition::gamewright, .cascade = false, .leftovers_open = false};

/// The twelfth trick is about to begin; everybody has one card left.
State before_last_trick(Ints preservers, Ints levels, Ints last_cards) {
    State state = table_with(std::move(preservers), std::move(levels));
    state.trick = 12;
    for (std::size_t seat = 0; seat < last_cards.size(); ++seat) state.hand[seat] = card_bit(last_cards[seat]);
    return state;
}

/// Any cards, until the round is over.
void finish_round(State& state, Random& random) {
    const int round = state.round;
    while (!is_over(state) && state.round == round) {
        if (to_act(state).chance) {
            apply_chance(state, draw(state, random));
        } else {
            const Seat seat = to_act(state).seats.front();
            apply(state, seat, random_action(state, seat, random));
        }
    }
}

TEST(TurnTheTide, T13_with_two_players_left_the_round_ends_at_once_before_any_cascade) {
    State state = table_with({0, 3, 3}, {12, 9, 0}, with_cascade);
    const EventList events = trick(state, 1, 2, 8, 1);
    EXPECT_EQ(state.round, 2);
    EXPECT_EQ(scores(state), (Ints{-1, 4, 3})) << "nobody but the eliminated player was charged";
    EXPECT_EQ(count_of(events, Happening::lost), 0);
}

TEST(TurnTheTide, T13_a_cascade_may_itself_end_the_round) {
    State state = table_with({0, 0, 2, 3}, {12, 9, 7, 0}, with_cascade);
    trick(state, 3, 2, 1, 6);
    EXPECT_EQ(state.round, 2);
    EXPECT_EQ(scores(state), (Ints{-1, -1, 2, 4})) << "two are left, so the charge goes no further";
}

TEST(TurnTheTide, T13_one_player_left_ends_the_round_too) {
    State state = table_with({0, 0, 2}, {0, 0, 3}, with_cascade);
    trick(state, 1, 0, 12, 12);
    EXPECT_EQ(scores(state), (Ints{-1, -1, 3}));
}

TEST(TurnTheTide, T13_otherwise_the_round_ends_after_the_twelfth_trick) {
    State state = dealt_table(3);
    state.preservers = {12, 12, 12};
    Random random(13);
    for (int i = 1; i <= 12; ++i) {
        EXPECT_EQ(state.round, 1);
        EXPECT_EQ(state.trick, i);
        apply_chance(state, draw(state, random));
        for (Seat seat = 0; seat < 3; ++seat) apply(state, seat, random_action(state, seat, random));
    }
    EXPECT_EQ(state.round, 2);
    EXPECT_EQ(state.trick, 1);
}

TEST(TurnTheTide, T14_a_point_for_each_preserver_and_minus_one_for_who_is_out) {
    State state = table_with({0, 0, 4, 1}, {12, 11, 2, 3}, no_cascade);
    state.still_in.erase(0);
    state.tide[0] = 0;
    trick(state, 2, 3, 5, 6);
    EXPECT_EQ(scores(state), (Ints{-1, -1, 5, 1}));
}

/// The rulebooks' scoring: 2, 0, 3 and 1 preservers are left, and the last player has the lowest tide.
TEST(TurnTheTide, T14_T15_the_rulebooks_scoring) {
    State state = before_last_trick({2, 1, 3, 1}, {9, 10, 7, 12}, {5, 1, 7, 58});
    apply_chance(state, tides(2, 6));
    play_cards(state, {5, 1, 7, 58});
    EXPECT_EQ(scores(state), (Ints{2, 0, 3, 2}));
}

TEST(TurnTheTide, T15_two_tied_for_lowest_both_earn_the_point) {
    State state = before_last_trick({2, 2, 2, 2}, {4, 10, 12, 12}, {5, 1, 57, 58});
    apply_chance(state, tides(4, 6));
    play_cards(state, {5, 1, 57, 58});
    EXPECT_EQ(scores(state), (Ints{3, 1, 2, 3}));
}

TEST(TurnTheTide, T15_who_never_took_a_tide_card_is_lowest_and_all_tied_earn_it) {
    State state = before_last_trick({2, 2, 2, 2, 2}, {0, 0, 0, 9, 1}, {5, 1, 2, 53, 59});
    apply_chance(state, tides(1, 8));
    play_cards(state, {5, 1, 2, 53, 59});
    EXPECT_EQ(scores(state), (Ints{3, 3, 3, 1, 2})) << "three players show no tide, which is lower than 1";
}

TEST(TurnTheTide, T15_an_eliminated_player_never_earns_it) {
    State state = before_last_trick({0, 2, 2, 2}, {12, 3, 4, 5}, {5, 1, 57, 58});
    apply_chance(state, tides(6, 7));
    play_cards(state, {5, 1, 57, 58});
    EXPECT_EQ(scores(state), (Ints{-1, 3, 1, 2})) << "out shows no tide; the cascade charged the 7";
}

TEST(TurnTheTide, T16_cards_and_preservers_go_to_the_left_neighbour) {
    for (int players = 3; players <= 5; ++players) {
        State state = dealt_table(players);
        const auto dealt = state.dealt;
        const auto worth = state.worth;
        Random random(16);
        finish_round(state, random);
        ASSERT_EQ(state.round, 2);
        for (int seat = 0; seat < players; ++seat) {
            const int left = (seat + 1) % players;
            EXPECT_EQ(state.hand[at(left)], dealt[at(seat)]) << "all twelve, also those that were played";
            EXPECT_EQ(state.preservers[at(left)], worth[at(seat)]) << "all face up again";
            EXPECT_EQ(state.tide[at(seat)], 0);
        }
        EXPECT_EQ(state.still_in, SeatSet::first(players));
        EXPECT_EQ(tides_left(state.tide_deck), 24) << "the tide deck is whole again";
    }
}

TEST(TurnTheTide, T17_as_many_rounds_as_players_and_everybody_plays_every_hand) {
    for (int players = 3; players <= 5; ++players) {
        State state = dealt_table(players);
        Random random(17);
        std::vector<std::set<Cards>> played(at(players));
        for (int round = 1; round <= players; ++round) {
            EXPECT_FALSE(is_over(state));
            EXPECT_EQ(state.round, round);
            for (std::size_t seat = 0; seat < at(players); ++seat) played[seat].insert(state.hand[seat]);
            finish_round(state, random);
        }
        EXPECT_TRUE(is_over(state));
        for (const auto& hands : played) EXPECT_EQ(hands.size(), at(players));
    }
}

TEST(TurnTheTide, T17_most_points_wins_and_a_tie_is_shared) {
    State state = before_last_trick({2, 1, 3, 1}, {9, 10, 7, 12}, {5, 1, 7, 58});
    state.round = 4;
    state.scores = {5, 9, 4, 4};
    EXPECT_TRUE(result(state).winners.empty()) << "nobody wins before the end";
    apply_chance(state, tides(2, 6));
    State other = state;
    const EventList events = play_cards(state, {5, 1, 7, 58});
    EXPECT_TRUE(is_over(state));
    EXPECT_EQ(scores(state), (Ints{7, 9, 7, 6}));
    EXPECT_EQ(result(state).winners, SeatSet::of(1));
    EXPECT_EQ(count_of(events, Happening::won), 1);

    other.scores = {7, 9, 4, 4};
    play_cards(other, {5, 1, 7, 58});
    EXPECT_EQ(result(other).winners.bits(), 0b0011) << "9 points each";
}

}  // namespace
}  // namespace springtide::turn_the_tide
