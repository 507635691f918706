#include "table/games.hpp"
#include "tests/turn_the_tide/situation.hpp"

/// Mistakes that implementations of this game are known to make. Each test fails if we make it too.
namespace springtide::turn_the_tide {
namespace {

using Ints = std::vector<int>;

State in_last_trick(Ints preservers, Ints levels, Ints last_cards) {
    State state = table_with(std::move(preservers), std::move(levels));
    state.trick = 12;
    for (std::size_t seat = 0; seat < last_cards.size(); ++seat) state.hand[seat] = card_bit(last_cards[seat]);
    return state;
}

TEST(TurnTheTideMistakes, SwappedTideCards) {
    State state = dealt_table(3);
    trick(state, 2, 0, 11, 3);
    EXPECT_EQ(state.tide[2], 3) << "the highest card takes the lower tide";
    EXPECT_EQ(state.tide[0], 11);
}

TEST(TurnTheTideMistakes, NoPointForTheLowestTide) {
    State state = in_last_trick({1, 1, 1}, {5, 6, 7}, {60, 56, 2});
    apply_chance(state, tides(8, 9));
    play_cards(state, {60, 56, 2});
    EXPECT_EQ(scores(state), (Ints{1, 0, 2}));
}

TEST(TurnTheTideMistakes, LowestTidePointForAtMostTwo) {
    State state = in_last_trick({1, 1, 1, 1, 1}, {0, 0, 0, 6, 7}, {5, 1, 2, 58, 59});
    apply_chance(state, tides(8, 9));
    play_cards(state, {5, 1, 2, 58, 59});
    EXPECT_EQ(scores(state), (Ints{2, 2, 2, 0, 1}));
}

TEST(TurnTheTideMistakes, EliminatedWhenTheLastPreserverIsLost) {
    State state = table_with({5, 1, 5}, {0, 12, 0});
    trick(state, 0, 2, 1, 2);
    EXPECT_EQ(state.preservers[1], 0);
    EXPECT_EQ(state.still_in, SeatSet::first(3));
}

TEST(TurnTheTideMistakes, OnlyOneOfTwoTiedPlayersPays) {
    State state = dealt_table(3);
    state.preservers = {3, 3, 3};
    trick(state, 0, 1, 8, 8);
    EXPECT_EQ(preservers(state), (Ints{2, 2, 3}));
}

TEST(TurnTheTideMistakes, AnEliminatedPlayerStillBids) {
    State state = table_with({0, 5, 5, 5}, {12, 0, 0, 0});
    trick(state, 1, 2, 1, 2);
    apply_chance(state, tides(1, 2));
    EXPECT_FALSE(to_act(state).seats.contains(0));
    EXPECT_TRUE(legal_actions(state, 0).empty());
    for (int card = 1; card <= 60; ++card) EXPECT_FALSE(is_legal(state, 0, {static_cast<std::uint8_t>(card)}));
}

TEST(TurnTheTideMistakes, AnEliminatedPlayerEarnsTheLowestTidePoint) {
    State state = in_last_trick({0, 2, 2, 2}, {12, 3, 4, 5}, {5, 1, 57, 58});
    apply_chance(state, tides(6, 7));
    play_cards(state, {5, 1, 57, 58});
    EXPECT_EQ(scores(state)[0], -1);
    EXPECT_EQ(scores(state)[1], 3) << "the lowest tide of those still in";

    state = in_last_trick({0, 2, 2, 2}, {12, 0, 4, 5}, {5, 1, 57, 58});
    apply_chance(state, tides(6, 7));
    for (const Event& event : play_cards(state, {5, 1, 57, 58}))
        if (event.kind == static_cast<std::uint8_t>(Happening::scored)) {
            EXPECT_EQ(event.values[1], event.seat == 1 ? 1 : 0) << "nor is it told so";
        }
}

/// Seats 0 and 1 are tied for highest; 0 is eliminated, 1 pays once. A cascade that starts because somebody was
/// eliminated would charge 1 a second time.
TEST(TurnTheTideMistakes, ATiedSurvivorIsChargedTwiceInTheCascade) {
    for (const bool eliminated_first : {true, false}) {
        State state = table_with(eliminated_first ? Ints{0, 3, 3, 3} : Ints{3, 0, 3, 3}, {12, 12, 5, 0});
        trick(state, 3, 2, 1, 2);
        EXPECT_EQ(preservers(state), eliminated_first ? (Ints{0, 2, 3, 3}) : (Ints{2, 0, 3, 3}));
    }
}

TEST(TurnTheTideMistakes, TheLastRoundIsScoredTwice) {
    State state = in_last_trick({2, 2, 2}, {5, 6, 7}, {5, 1, 2});
    state.round = 3;
    state.scores = {10, 20, 30};
    apply_chance(state, tides(8, 9));
    const EventList events = play_cards(state, {5, 1, 2});
    EXPECT_TRUE(is_over(state));
    EXPECT_EQ(scores(state), (Ints{12, 23, 31}));
    EXPECT_EQ(count_of(events, Happening::scored), 3);
    EXPECT_TRUE(to_act(state).nobody());
}

TEST(TurnTheTideMistakes, HandsArePassedTheWrongWay) {
    State state = table_with({0, 3, 3}, {12, 0, 0});
    const auto began_with = state.dealt;
    trick(state, 1, 2, 1, 2);
    ASSERT_EQ(state.round, 2);
    EXPECT_EQ(state.hand[1], began_with[0]);
    EXPECT_EQ(state.hand[2], began_with[1]);
    EXPECT_EQ(state.hand[0], began_with[2]);
}

TEST(TurnTheTideMistakes, ACardNotInTheHandIsAccepted) {
    auto table = *new_table("turn_the_tide", {.players = 3, .options = {}, .seed = {}, .position = {}});
    ASSERT_TRUE(table->play(Actor::chance(),
                            "deal 1,2,3,4,5,6,7,8,9,10,11,12|13,14,15,16,17,18,19,20,21,22,23,24|"
                            "25,26,27,28,29,30,31,32,33,34,35,36"));
    ASSERT_TRUE(table->play(Actor::chance(), "tides 4 7"));
    const std::string before = table->record();
    for (const auto* card : {"13", "36", "60", "0", "61", "-1", "1.5", "01", "", "one"}) {
        const auto refused = table->play(Actor::seat(0), card);
        ASSERT_FALSE(refused) << card;
        EXPECT_FALSE(refused.error().message.empty());
    }
    EXPECT_EQ(table->play(Actor::seat(0), "13").error().code, ErrorCode::illegal_action);
    EXPECT_EQ(table->play(Actor::seat(0), "one").error().code, ErrorCode::bad_notation);
    EXPECT_EQ(table->record(), before);
    ASSERT_TRUE(table->play(Actor::seat(0), "12"));
    EXPECT_EQ(table->play(Actor::seat(0), "11").error().code, ErrorCode::not_your_turn) << "it has chosen already";
    ASSERT_TRUE(table->play(Actor::seat(1), "13"));
    ASSERT_TRUE(table->play(Actor::seat(2), "25"));
    ASSERT_TRUE(table->play(Actor::chance(), "tides 4 7"));
    const auto twice = table->play(Actor::seat(0), "12");
    ASSERT_FALSE(twice);
    EXPECT_EQ(twice.error().code, ErrorCode::illegal_action) << "played in the trick before";
}

/// Swapping the cards that seat 0 cannot know must not change one byte of what it sees.
TEST(TurnTheTideMistakes, HandsAreVisibleToOthers) {
    const State state = dealt_table(4);
    State other = state;
    std::swap(other.dealt[1], other.dealt[3]);
    std::swap(other.hand[1], other.hand[3]);
    ASSERT_EQ(other.worth[1], state.worth[3]);
    for (const auto observer : {Observer::seat(0), Observer::seat(2), Observer::spectator()}) {
        EXPECT_EQ(view_of(other, observer), view_of(state, observer));
        EXPECT_EQ(observe(other, observer), observe(state, observer));
    }
    EXPECT_NE(view_of(other, Observer::seat(1)), view_of(state, Observer::seat(1)));
}

TEST(TurnTheTideMistakes, TheSameTideOrderInEveryRound) {
    auto table = *new_table("turn_the_tide", {.players = 3, .options = {}, .seed = "tides", .position = {}});
    while (!table->over()) {
        const Seat seat = table->to_act().seats.front();
        ASSERT_TRUE(table->play(Actor::seat(seat), table->legal(seat).front()));
    }
    std::vector<std::vector<std::array<std::int16_t, 4>>> by_round(1);
    for (const Event& event : table->story()) {
        if (event.kind == static_cast<std::uint8_t>(Happening::round_ended)) by_round.emplace_back();
        if (event.kind == static_cast<std::uint8_t>(Happening::tides)) by_round.back().push_back(event.values);
    }
    ASSERT_EQ(by_round.size(), 4U) << "three rounds, and nothing after the last";
    for (auto& tides : by_round) tides.resize(3);  // no round is shorter than that
    EXPECT_NE(by_round[0], by_round[1]);
    EXPECT_NE(by_round[0], by_round[2]);
    EXPECT_NE(by_round[1], by_round[2]);
}

}  // namespace
}  // namespace springtide::turn_the_tide
