#include <map>

#include "bots/playout.hpp"
#include "rules/turn_the_tide/hidden_deals.hpp"
#include "tests/turn_the_tide/situation.hpp"

/// What a player may see and know (T18), and drawing what they do not know.
namespace springtide::turn_the_tide {
namespace {

constexpr auto all = Observer::all();

bool says(const State& state, Observer observer, std::string_view words) {
    return view_of(state, observer).find(words) != std::string::npos;
}

TEST(TurnTheTide, T18_a_player_sees_only_the_own_hand) {
    const State state = dealt_table(3);
    const std::string own = "\"hands\":[null,[1,6,11,16,21,26,31,36,41,46,51,56],null]";
    EXPECT_TRUE(says(state, Observer::seat(1), own));
    EXPECT_TRUE(says(state, Observer::spectator(), "\"hands\":[null,null,null]"));
    EXPECT_TRUE(says(state, all, "[1,6,11,16,21,26,31,36,41,46,51,56],[2,7,12"));
}

TEST(TurnTheTide, T18_everybody_sees_preservers_tides_and_the_last_trick) {
    State state = table_with({0, 3, 3, 3}, {12, 0, 0, 0});
    trick(state, 1, 2, 4, 9);
    apply_chance(state, tides(5, 3));
    for (const auto observer : {Observer::seat(0), Observer::seat(3), Observer::spectator(), all}) {
        EXPECT_TRUE(says(state, observer, "\"preservers\":[0,3,2,3]"));
        EXPECT_TRUE(says(state, observer, "\"tide\":[null,4,9,null]"));
        EXPECT_TRUE(says(state, observer, "\"eliminated\":[true,false,false,false]"));
        EXPECT_TRUE(says(state, observer, "\"upturned\":[5,3]"));
        EXPECT_TRUE(says(state, observer, "\"last_trick\":[5,56,52,3]"));
        EXPECT_TRUE(says(state, observer, "\"round\":1,\"trick\":2"));
        EXPECT_TRUE(says(state, observer, "\"scores\":[0,0,0,0]"));
        EXPECT_TRUE(says(state, observer, "\"winners\":null"));
    }
}

TEST(TurnTheTide, T18_a_choice_is_known_to_nobody_else_before_the_reveal) {
    State state = dealt_table(3);
    apply_chance(state, tides(4, 7));
    const State before = state;
    apply(state, 1, {21});
    for (const auto observer : {Observer::seat(0), Observer::seat(2), Observer::spectator()}) {
        EXPECT_TRUE(says(state, observer, "\"chosen\":[false,true,false],\"choice\":[null,null,null]"));
        State other = before;
        apply(other, 1, {46});
        EXPECT_EQ(observe(state, observer), observe(other, observer));
        EXPECT_EQ(view_of(state, observer), view_of(other, observer));
    }
    EXPECT_TRUE(says(state, Observer::seat(1), "\"choice\":[null,21,null]"));

    EventList events;
    State again = before;
    apply(again, 1, {21}, &events);
    for (const Event& event : events)
        EXPECT_EQ(event.private_to, event.values[0] == 21 ? 1 : -1) << "only the own seat is told the card";
}

TEST(TurnTheTide, T18_leftover_cards_are_unseen_unless_they_lie_open) {
    State state = dealt_table(4);
    EXPECT_TRUE(says(state, Observer::seat(0), "\"left_out\":null"));
    EXPECT_TRUE(says(state, all, "\"left_out\":[4,9,14,19,24,29,34,39,44,49,54,59]"));
    state = dealt_table(4, {.edition = Edition::amigo, .cascade = true, .leftovers_open = true});
    EXPECT_TRUE(says(state, Observer::seat(0), "\"left_out\":[4,9,14,19,24,29,34,39,44,49,54,59]"));
    EXPECT_EQ(observe(state, Observer::spectator()).state().left_out, state.left_out);
}

/// A perfect memory knows a hand it has held, and of the others every card that was played from them.
TEST(TurnTheTide, T18_memory_hands_once_held_and_cards_once_played_are_known) {
    State state = table_with({0, 3, 3}, {12, 0, 0});
    const auto hands = state.dealt;
    trick(state, 1, 2, 1, 2);  // ends the round: seat 0 is out; 5, 56 and 52 were played
    ASSERT_EQ(state.round, 2);
    const State seen = observe(state, Observer::seat(0)).state();
    EXPECT_EQ(seen.hand[0], hands[2]) << "the new hand, from the right-hand neighbour";
    EXPECT_EQ(seen.hand[1], hands[0]) << "the hand it had before";
    EXPECT_EQ(seen.hand[2], card_bit(56)) << "of the hand it never had, what was played in the first round";
    const State outside = observe(state, Observer::spectator()).state();
    EXPECT_EQ(outside.hand[0], card_bit(52));
    EXPECT_EQ(outside.hand[1], card_bit(5));
}

TEST(TurnTheTide, T18_memory_aid_lists_what_was_seen) {
    State state = dealt_table(3);
    trick(state, 1, 2, 4, 9);
    JsonWriter json;
    json.begin_object();
    GameText<State>::write_memory(observe(state, Observer::seat(0)), json);
    json.end_object();
    const std::string memory = json.take();
    EXPECT_NE(memory.find("\"held\":[[10,15,20,25,30,35,40,45,50,55,60],[],[]]"), std::string::npos) << memory;
    EXPECT_NE(memory.find("\"played\":[[5],[56],[52]]"), std::string::npos) << memory;
    EXPECT_NE(memory.find("\"unknown\":[0,11,11]"), std::string::npos) << memory;
    EXPECT_NE(memory.find("\"unseen\":[1,2,3,4,6,7,8,9,11,"), std::string::npos) << memory;
    EXPECT_NE(memory.find("\"tides\":[2,2,2,1,2,2,2,2,1,2,2,2]"), std::string::npos) << memory;
}

/// The tenth trick of the first round: few cards are unknown, and all deals can be listed.
State late_in_first_round(std::uint64_t seed, int players) {
    Random random(seed);
    for (;;) {
        State state = start({.edition = Edition::amigo, .cascade = true, .leftovers_open = true}, players);
        while (!is_over(state) && state.round == 1) {
            if (state.trick == 10 && state.phase == Phase::choosing) return state;
            if (to_act(state).chance) {
                apply_chance(state, draw(state, random));
            } else {
                const Seat seat = to_act(state).seats.front();
                apply(state, seat, random_action(state, seat, random));
            }
        }
    }
}

/// All deals that agree with what is seen, found by trying every card in every place.
void list_deals(const State& known, Cards unseen, Seat seat, BySeat<Cards> dealt, std::map<BySeat<Cards>, int>& found) {
    if (seat == known.players) {
        found[dealt] = 0;
        return;
    }
    const auto next = static_cast<Seat>(seat + 1);
    if (count(dealt[seat]) == hand_size) {
        if (preservers_of(dealt[seat]) == known.worth[seat]) list_deals(known, unseen, next, dealt, found);
        return;
    }
    for (Cards rest = unseen; rest != 0; rest &= rest - 1) {
        const Cards card = rest & (~rest + 1);
        BySeat<Cards> more = dealt;
        more[seat] |= card;
        list_deals(known, unseen & ~card, seat, more, found);
    }
}

class TurnTheTideResampling : public testing::TestWithParam<int> {};

TEST_P(TurnTheTideResampling, T5_T18_every_deal_that_fits_the_preservers_is_equally_likely) {
    const int players = GetParam();
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const State state = late_in_first_round(seed, players);
        const Seen<State> seen = observe(state, Observer::seat(1));
        Cards unseen = all_cards & ~seen.state().left_out;
        for (const Cards dealt : seen.state().dealt) unseen &= ~dealt;
        std::map<BySeat<Cards>, int> deals;
        list_deals(seen.state(), unseen, 0, seen.state().dealt, deals);
        ASSERT_TRUE(deals.contains(state.dealt));
        const HiddenDeals hidden(seen);
        ASSERT_EQ(deals.size(), static_cast<std::size_t>(hidden.ways()));

        Random random(seed);
        const int each = 200;
        const int samples = each * static_cast<int>(deals.size());
        for (int i = 0; i < samples; ++i) {
            const State sampled = hidden.sample(random);
            const auto found = deals.find(sampled.dealt);
            ASSERT_NE(found, deals.end()) << "a deal that what was seen rules out";
            ++found->second;
        }
        for (const auto& [deal, times] : deals) EXPECT_NEAR(times, each, 6 * 14.2);  // six standard deviations
    }
}

INSTANTIATE_TEST_SUITE_P(PlayerCounts, TurnTheTideResampling, testing::Values(3, 4));

// Only observe() makes a Seen, and what is forgotten is named, not computed by whoever asks.
template <class What>
concept CanBeForgotten = requires(const Seen<State>& seen, What what) { seen.forgetting(what); };
static_assert(!std::constructible_from<Seen<State>, State, Observer>);
static_assert(CanBeForgotten<Forgettable>);
static_assert(!CanBeForgotten<void (*)(State&)>);

/// Everywhere in whole games: who forgets knows no card they did not know before, and could be in every world that they
/// thought possible before; forgetting twice is forgetting once.
TEST(TurnTheTide, T18_forgetting_only_takes_away) {
    Random random(18);
    int forgot = 0;
    for (int game = 0; game < 12; ++game) {
        State state = start({}, 3 + game % 3);
        while (!is_over(state)) {
            if (to_act(state).chance) {
                apply_chance(state, draw(state, random));
                continue;
            }
            const auto observer = Observer::seat(static_cast<Seat>(random.below(state.players)));
            const auto seen = observe(state, observer);
            for (const auto what : {Forgettable::earlier_rounds, Forgettable::choices_made}) {
                const auto less = seen.forgetting(what);
                forgot += less == seen ? 0 : 1;
                ASSERT_EQ(less.forgetting(what), less);
                ASSERT_EQ(less.observer(), observer);
                for (const Seat seat : SeatSet::first(state.players)) {
                    ASSERT_EQ(less.state().hand[seat] & ~seen.state().hand[seat], 0U);
                    ASSERT_EQ(less.state().dealt[seat] & ~seen.state().dealt[seat], 0U);
                    ASSERT_EQ(less.state().uncovered[seat] & ~seen.state().uncovered[seat], 0U);
                    ASSERT_TRUE(less.state().chosen[seat] == 0 ||
                                less.state().chosen[seat] == seen.state().chosen[seat]);
                }
                ASSERT_EQ(less.state().hand[observer.seat()], state.hand[observer.seat()]);
                ASSERT_EQ(observe(resample(seen, random), observer).forgetting(what), less);
                ASSERT_GE(HiddenDeals(less).ways(), HiddenDeals(seen).ways());
            }
            const Seat seat = to_act(state).seats.front();
            apply(state, seat, random_action(state, seat, random));
        }
    }
    EXPECT_GT(forgot, 1000);
}

TEST(TurnTheTide, T18_before_the_deal_nothing_is_hidden) {
    const State state = start({}, 5);
    Random random(1);
    EXPECT_EQ(resample(observe(state, Observer::spectator()), random), state);
}

/// Two hands of 24 cards can be dealt in "24 choose 12" ways; whatever they are worth, no way is lost or counted twice.
TEST(TurnTheTide, T5_ways_to_deal_summed_over_all_that_hands_may_be_worth) {
    State state = dealt_table(3, {.edition = Edition::amigo, .cascade = true, .leftovers_open = true});
    HiddenDeals::Ways sum = 0;
    for (std::uint8_t one = 0; one <= 12; ++one)
        for (std::uint8_t other = 0; other <= 12; ++other) {
            state.worth[1] = one;
            state.worth[2] = other;
            sum += HiddenDeals(observe(state, Observer::seat(0))).ways();
        }
    EXPECT_EQ(static_cast<std::uint64_t>(sum), 2'704'156U);
}

TEST(TurnTheTide, T18_resampling_draws_hidden_choices_from_the_cards_held) {
    State state = dealt_table(3);
    apply_chance(state, tides(4, 7));
    apply(state, 1, {21});
    const Seen<State> seen = observe(state, Observer::seat(0));
    Random random(18);
    std::map<int, int> times;
    for (int i = 0; i < 6000; ++i) {
        const State sampled = resample(seen, random);
        ASSERT_TRUE(contains(sampled.hand[1], sampled.chosen[1]));
        EXPECT_EQ(sampled.chosen[0], 0);
        ++times[sampled.chosen[1]];
    }
    EXPECT_EQ(times.size(), 48U) << "any card that is not in the own hand";
}

}  // namespace
}  // namespace springtide::turn_the_tide
