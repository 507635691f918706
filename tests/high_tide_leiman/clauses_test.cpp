#include <array>
#include <map>
#include <set>

#include "tests/high_tide_leiman/positions.hpp"

/// One test or more for every clause of docs/rules/high_tide_leiman.md.
namespace springtide::test {

using namespace high_tide_leiman;

namespace {

constexpr std::string_view start_position = "b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b b -";

Chance setup_chance(std::string_view rows) {
    return Leiman::parse_chance({}, "setup " + std::string(rows)).value_or(Chance{});
}

/// A state that waits for the set-up of its first round.
State waiting_for_setup(Options options = {.stones = 3, .first = First::blue}) { return start(options, 2); }

/// Plays random moves until the round is over.
void finish_round(State& state, Random& random) {
    const int stones = state.stones[0] + state.stones[1];
    while (state.stones[0] + state.stones[1] == stones) {
        const auto actions = legal_actions(state, state.mover);
        apply(state, state.mover, actions[random.below(static_cast<std::uint32_t>(actions.size()))]);
    }
}

}  // namespace

TEST(HighTideLeiman, L1_two_players_and_nineteen_tiles) {
    EXPECT_EQ(Leiman::info().min_players, 2);
    EXPECT_EQ(Leiman::info().max_players, 2);
    EXPECT_EQ(new_table("high_tide_leiman", {.players = 3, .options = {}, .seed = {}, .position = {}}).error().code,
              ErrorCode::bad_options);
    const State state = at(start_position);
    std::map<Tile, int> counted;
    for (int cell = 0; cell < cell_count; ++cell) ++counted[top(state, cell)];
    EXPECT_EQ(counted, (std::map<Tile, int>{{Tile::blue, 7}, {Tile::pink, 7}, {Tile::neutral, 5}}));
    EXPECT_EQ(Leiman::parse_position("b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,. b -", {}).error().code,
              ErrorCode::bad_notation);
    EXPECT_EQ(Leiman::parse_position("b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,bb b -", {}).error().code,
              ErrorCode::bad_notation);
}

TEST(HighTideLeiman, L2_a_hexagon_with_a_centre_a_ring_of_six_and_a_ring_of_twelve) {
    const auto neighbours = [](int cell) {
        std::set<std::string> names;
        for (int other = 0; other < cell_count; ++other)
            if (other != cell && (spread(bit(cell)) & bit(other)) != 0) names.insert(Leiman::cell_name(other));
        return names;
    };
    using Names = std::set<std::string>;
    EXPECT_EQ(neighbours(*Leiman::parse_cell("a1")), (Names{"a2", "b1", "b2"}));
    EXPECT_EQ(neighbours(*Leiman::parse_cell("c1")), (Names{"b1", "c2", "d1"}));
    EXPECT_EQ(neighbours(*Leiman::parse_cell("d1")), (Names{"c1", "c2", "d2", "e1"}));
    EXPECT_EQ(neighbours(*Leiman::parse_cell("c5")), (Names{"b4", "c4", "d4"}));
    EXPECT_EQ(neighbours(*Leiman::parse_cell("a3")), (Names{"a2", "b3", "b4"}));
    EXPECT_EQ(neighbours(centre), (Names{"b2", "b3", "c2", "c4", "d2", "d3"}));
    std::map<std::size_t, int> by_count;
    for (int cell = 0; cell < cell_count; ++cell) ++by_count[neighbours(cell).size()];
    EXPECT_EQ(by_count, (std::map<std::size_t, int>{{3, 6}, {4, 6}, {6, 7}}));
    for (const auto cell : inner_ring) EXPECT_TRUE(neighbours(cell).contains("c3"));
    for (const auto cell : outer_ring) EXPECT_FALSE(neighbours(cell).contains("c3"));
}

TEST(HighTideLeiman, L3_set_up_has_the_right_tiles_in_both_rings) {
    const State state = waiting_for_setup();
    EXPECT_TRUE(is_possible(state, setup_chance("b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b")));
    EXPECT_FALSE(is_possible(state, setup_chance("b,p,n/b,p,b,p/b,n,b,n,p/b,p,n,p/p,n,b"))) << "the centre is neutral";
    EXPECT_FALSE(is_possible(state, setup_chance("b,n,n/b,p,b,p/b,b,n,p,p/b,p,n,p/p,n,b")))
        << "one ring's tile in the other";
    EXPECT_FALSE(is_possible(state, setup_chance("b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,p,b"))) << "too many pink";
    EXPECT_TRUE(is_setup(setup_chance("b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b").setup));
}

TEST(HighTideLeiman, L3_every_cell_of_a_ring_gets_every_tile_as_often_as_it_should) {
    Random random(3);
    constexpr int draws = 20000;
    std::array<std::array<int, 3>, cell_count> seen{};
    for (int i = 0; i < draws; ++i) {
        const high_tide_leiman::Setup setup = draw_setup(random);
        ASSERT_TRUE(is_setup(setup));
        for (std::size_t cell = 0; cell < cell_count; ++cell) ++seen[cell][static_cast<std::size_t>(setup[cell])];
    }
    for (const auto cell : inner_ring)
        for (const int count : seen[cell]) EXPECT_NEAR(count, draws / 3.0, 400);
    for (const auto cell : outer_ring) {
        EXPECT_NEAR(seen[cell][0], draws * 5 / 12.0, 400);
        EXPECT_NEAR(seen[cell][1], draws * 5 / 12.0, 400);
        EXPECT_NEAR(seen[cell][2], draws * 2 / 12.0, 400);
    }
}

TEST(HighTideLeiman, L4_players_alternate_and_move_their_own_or_neutral_tops) {
    State state = at(start_position);
    EXPECT_EQ(state.mover, seat_blue);
    EXPECT_TRUE(legal(state, "a1-a2")) << "own";
    EXPECT_TRUE(legal(state, "a3-a2")) << "neutral";
    EXPECT_FALSE(legal(state, "a2-a1")) << "the other's";
    EXPECT_FALSE(is_legal(state, seat_pink, move("a2-a1"))) << "not pink's turn";
    apply(state, seat_blue, move("a1-a2"));
    EXPECT_EQ(state.mover, seat_pink);
    EXPECT_EQ(state.last_mover, seat_blue);
    EXPECT_EQ(Leiman::stack_text(state, 1), "pb") << "the tile lies on top";
    EXPECT_TRUE(legal(state, "a3-a2")) << "neutral is for both";
    EXPECT_FALSE(legal(state, "a2-a1")) << "the pink tile below may not be moved";
    apply(state, seat_pink, move("a3-a2"));
    EXPECT_EQ(state.mover, seat_blue);
}

TEST(HighTideLeiman, L5_a_tile_ends_higher_than_it_was) {
    const State state = with_stacks({{"a2", "bnb"}, {"a3", "b"}, {"b2", "bb"}, {"b3", "ppb"}}, seat_blue);
    EXPECT_TRUE(legal(state, "a2-b3")) << "3 onto 3: level is enough";
    EXPECT_TRUE(legal(state, "b2-a2")) << "2 onto 3";
    EXPECT_TRUE(legal(state, "a3-b3")) << "1 onto 3";
    EXPECT_FALSE(legal(state, "a2-b2")) << "3 onto 2 would not be higher";
    EXPECT_FALSE(legal(state, "a2-a3")) << "3 onto 1";
    EXPECT_FALSE(legal(state, "b2-b1")) << "onto nothing";
    EXPECT_FALSE(legal(state, "a3-b2")) << "not adjacent";
}

TEST(HighTideLeiman, L6_two_sides_in_a_row_must_be_free) {
    const State state = at(start_position);
    EXPECT_FALSE(legal(state, "c2-c1")) << "held on all six sides";
    EXPECT_FALSE(legal(state, "c3-c2")) << "the centre is held";
    EXPECT_TRUE(legal(state, "c1-c2")) << "on the edge the outside counts as free";

    // Around c3, clockwise from the right: c4, d3, d2, c2, b2, b3.
    const State every_other =
        with_stacks({{"c3", "b"}, {"c4", "p"}, {"d2", "p"}, {"b2", "p"}, {"c2", "p"}, {"b3", "p"}}, seat_blue);
    EXPECT_FALSE(legal(every_other, "c3-c4")) << "one free side (d3) is not enough";
    const State three_apart = with_stacks({{"c3", "bb"}, {"c4", "pp"}, {"d2", "pp"}, {"b2", "pp"}}, seat_blue);
    EXPECT_FALSE(legal(three_apart, "c3-c4")) << "three free sides, no two of them in a row";
    const State two_in_a_row =
        with_stacks({{"c3", "bb"}, {"c2", "pp"}, {"b2", "pp"}, {"b3", "pp"}, {"c4", "pp"}}, seat_blue);
    EXPECT_TRUE(legal(two_in_a_row, "c3-c4")) << "d3 and d2 are free";
    const State around_the_corner =
        with_stacks({{"c3", "bb"}, {"d3", "pp"}, {"d2", "pp"}, {"c2", "pp"}, {"b2", "pp"}}, seat_blue);
    EXPECT_TRUE(legal(around_the_corner, "c3-d3")) << "c4 and b3 are in a row: the sides go round";
}

TEST(HighTideLeiman, L5_stacks_may_be_as_high_as_there_are_tiles) {
    const State eighteen = with_stacks({{"c3", "pppppppnb"}, {"c4", "bbbbbbnnn"}}, seat_blue);
    EXPECT_EQ(height(eighteen, centre), 9);
    EXPECT_TRUE(legal(eighteen, "c3-c4"));
    EXPECT_TRUE(legal(eighteen, "c4-c3"));
    EXPECT_EQ(legal_actions(eighteen, seat_blue).size(), 2U);
    State fallen = eighteen;
    apply(fallen, seat_blue, legal_actions(eighteen, seat_blue)[0]);
    EXPECT_EQ(height(fallen, centre), 8);
    EXPECT_EQ(height(fallen, centre + 1), 10);
    EXPECT_EQ(fallen.tiles_hash, with_stacks({{"c3", "pppppppn"}, {"c4", "bbbbbbnnnb"}}, seat_pink).tiles_hash);
    const State one_tower = with_stacks({{"c3", "pppppppnnnnbbbbbbb"}, {"c4", "n"}}, seat_blue);
    EXPECT_EQ(height(one_tower, centre), 18);
    EXPECT_FALSE(legal(one_tower, "c3-c4")) << "the neighbour is lower";
    EXPECT_TRUE(legal(one_tower, "c4-c3"));
}

TEST(HighTideLeiman, L6_only_its_own_level_counts) {
    // c3 is two high; four neighbours are as high, d2 and d3 are lower and do not touch its top tile.
    const State loose = with_stacks(
        {{"c3", "bb"}, {"c4", "pp"}, {"d3", "p"}, {"d2", "p"}, {"c2", "pp"}, {"b2", "pp"}, {"b3", "pp"}}, seat_blue);
    EXPECT_TRUE(legal(loose, "c3-c4"));
    const State held = with_stacks(
        {{"c3", "bb"}, {"c4", "pp"}, {"d3", "pp"}, {"d2", "p"}, {"c2", "pp"}, {"b2", "pp"}, {"b3", "pp"}}, seat_blue);
    EXPECT_FALSE(legal(held, "c3-c4"));
    const State towers = with_stacks(
        {{"c3", "bb"}, {"c4", "ppp"}, {"d3", "ppp"}, {"d2", "p"}, {"c2", "pp"}, {"b2", "pp"}, {"b3", "pp"}}, seat_blue);
    EXPECT_FALSE(legal(towers, "c3-c4")) << "a higher stack touches too";
}

TEST(HighTideLeiman, L7_all_tiles_stay_connected) {
    const State two_high = with_stacks({{"b2", "pp"}, {"c3", "pb"}, {"d3", "pp"}}, seat_blue);
    EXPECT_TRUE(legal(two_high, "c3-b2")) << "a tile stays behind, so nothing breaks";
    const State one_high = with_stacks({{"b2", "pp"}, {"c3", "b"}, {"d3", "pp"}}, seat_blue);
    EXPECT_FALSE(legal(one_high, "c3-b2")) << "d3 would be cut off";
    EXPECT_FALSE(legal(one_high, "c3-d3")) << "b2 would be cut off";
    const State end_of_chain = with_stacks({{"b2", "pp"}, {"c3", "pp"}, {"d3", "b"}}, seat_blue);
    EXPECT_TRUE(legal(end_of_chain, "d3-c3"));
    // A ring around an empty centre: c2 has neighbours on two sides, but they meet on the other side of the ring.
    const State ring =
        with_stacks({{"b2", "p"}, {"b3", "p"}, {"c4", "p"}, {"d3", "p"}, {"d2", "p"}, {"c2", "b"}}, seat_blue);
    EXPECT_TRUE(legal(ring, "c2-b2"));
    EXPECT_TRUE(legal(ring, "c2-d2"));
    EXPECT_FALSE(Leiman::parse_position("bbb,.,bbb/.,.,.,./.,.,.,.,./.,.,.,./ppp,nnnnn,ppppb b p", {}).has_value())
        << "a position in several pieces is none";
}

TEST(HighTideLeiman, L8_moving_is_compulsory_and_a_stuck_player_ends_the_round) {
    const State state = at(start_position);
    EXPECT_FALSE(Leiman::parse_action(state, seat_blue, "pass").has_value());

    // Blue is stuck: the round is over at once, although pink could still move.
    const State stuck = at("p,.,./.,b,pbbp,./.,bbpn,n,.,./bnp,.,n,pbnp/.,.,. b p");
    EXPECT_EQ(stuck.phase, Phase::over);
    EXPECT_TRUE(legal_actions(stuck, seat_blue).empty());
    EXPECT_TRUE(legal_actions(stuck, seat_pink).empty());
    EXPECT_FALSE(slow_high_tide::moves(slow_board(stuck), 'p').empty());
}

TEST(HighTideLeiman, L9_more_visible_tiles_win_and_neutral_counts_for_nobody) {
    const auto [winner, reason] =
        round_result(with_stacks({{"a1", "bp"}, {"a2", "n"}, {"a3", "n"}, {"b1", "bb"}, {"b2", "p"}}, seat_blue));
    EXPECT_EQ(winner, seat_pink);
    EXPECT_EQ(reason, Reason::visible);
    const State covered = with_stacks({{"a1", "bbbp"}, {"a2", "ppb"}, {"a3", "b"}}, seat_blue);
    EXPECT_EQ(visible(covered, seat_blue), 2) << "covered tiles do not count";
    EXPECT_EQ(round_result(covered).winner, seat_blue);
}

TEST(HighTideLeiman, L10_when_level_the_colour_on_the_highest_stack_wins) {
    const auto decide = [](const std::map<std::string, std::string>& stacks) {
        return round_result(with_stacks(stacks, seat_pink));
    };
    EXPECT_EQ(decide({{"a1", "bp"}, {"a2", "b"}}).winner, seat_pink);
    EXPECT_EQ(decide({{"a1", "bp"}, {"a2", "b"}}).reason, Reason::highest);
    EXPECT_EQ(decide({{"a1", "pb"}, {"a2", "p"}}).winner, seat_blue);
    // Several stacks share the height: neutral tops are ignored, two of one colour decide as one would.
    EXPECT_EQ(decide({{"a1", "bp"}, {"a2", "bn"}, {"a3", "b"}}).reason, Reason::highest);
    EXPECT_EQ(decide({{"a1", "bp"}, {"a2", "bp"}, {"a3", "b"}, {"b1", "b"}}).reason, Reason::highest);
    EXPECT_EQ(decide({{"a1", "bp"}, {"a2", "bp"}, {"a3", "b"}, {"b1", "b"}}).winner, seat_pink);
    // Both colours among the highest: it does not decide.
    EXPECT_EQ(decide({{"a1", "bp"}, {"a2", "pb"}}).reason, Reason::last_move);
    // Only neutral on top of the highest: it does not decide, and a lower stack does not count.
    EXPECT_EQ(decide({{"a1", "bpn"}, {"a2", "pp"}, {"a3", "b"}}).reason, Reason::last_move);
}

TEST(HighTideLeiman, L11_otherwise_the_last_move_wins) {
    const std::map<std::string, std::string> level = {{"a1", "bp"}, {"a2", "pb"}};
    EXPECT_EQ(round_result(with_stacks(level, seat_pink)).winner, seat_blue) << "pink is stuck, blue moved last";
    EXPECT_EQ(round_result(with_stacks(level, seat_blue)).winner, seat_pink);
    EXPECT_EQ(round_result(with_stacks({{"a1", "bpn"}}, seat_blue)).winner, seat_pink);
}

TEST(HighTideLeiman, L12_the_winner_takes_a_stone_and_enough_stones_win_the_match) {
    Random random(12);
    for (int stones = 1; stones <= 5; ++stones) {
        State state = waiting_for_setup({.stones = static_cast<std::uint8_t>(stones), .first = First::blue});
        int rounds = 0;
        while (!is_over(state)) {
            ASSERT_TRUE(to_act(state).chance) << "every round has a set-up of its own";
            EXPECT_EQ(state.round, ++rounds);
            apply_chance(state, draw(state, random));
            const auto before = state.stones;
            finish_round(state, random);
            const auto winner = static_cast<Seat>(state.round_winner);
            EXPECT_EQ(state.stones[winner], before[winner] + 1);
            EXPECT_EQ(state.stones[opponent(winner)], before[opponent(winner)]);
            EXPECT_EQ(is_over(state), state.stones[winner] == stones);
        }
        EXPECT_EQ(result(state).winners, SeatSet::of(static_cast<Seat>(state.round_winner)));
        EXPECT_EQ(result(state).points[static_cast<std::size_t>(state.round_winner)], stones);
    }
    EXPECT_EQ(Options{}.stones, 3);
    for (const auto* bad : {"0", "6", "-1", "three"})
        EXPECT_EQ(
            new_table("high_tide_leiman", {.players = 2, .options = {{"stones", bad}}, .seed = {}, .position = {}})
                .error()
                .code,
            ErrorCode::bad_options);
}

TEST(HighTideLeiman, L13_who_starts) {
    EXPECT_EQ(Options{}.first, First::random);
    const State random_first = start({}, 2);
    EXPECT_TRUE(to_act(random_first).chance);
    for (const Seat seat : {seat_blue, seat_pink}) {
        State state = random_first;
        const auto text = std::string("first ") + (seat == seat_blue ? "blue" : "pink");
        const auto chance = *Leiman::parse_chance(state, text);
        ASSERT_TRUE(is_possible(state, chance));
        apply_chance(state, chance);
        EXPECT_FALSE(is_possible(state, chance)) << "asked only once";
        apply_chance(state, setup_chance("b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b"));
        EXPECT_EQ(to_act(state).seats, SeatSet::of(seat));
    }
    for (const First first : {First::blue, First::pink}) {
        State state = start({.stones = 3, .first = first}, 2);
        apply_chance(state, setup_chance("b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b"));
        EXPECT_EQ(to_act(state).seats, SeatSet::of(first == First::blue ? seat_blue : seat_pink));
    }
}

TEST(HighTideLeiman, L13_the_loser_of_a_round_starts_the_next) {
    Random random(13);
    int blue_losses = 0;
    int pink_losses = 0;
    for (int match = 0; match < 20; ++match) {
        State state = waiting_for_setup({.stones = 5, .first = First::pink});
        while (!is_over(state)) {
            apply_chance(state, draw(state, random));
            finish_round(state, random);
            if (is_over(state)) break;
            const Seat loser = opponent(static_cast<Seat>(state.round_winner));
            ++(loser == seat_blue ? blue_losses : pink_losses);
            State next = state;
            apply_chance(next, draw(next, random));
            EXPECT_EQ(to_act(next).seats, SeatSet::of(loser));
        }
    }
    EXPECT_GT(blue_losses, 10);
    EXPECT_GT(pink_losses, 10);
}

TEST(HighTideLeiman, EverythingIsVisibleToEverybody) {
    const State state = at(start_position);
    for (const Observer observer : {Observer::seat(0), Observer::seat(1), Observer::spectator(), Observer::all()})
        EXPECT_EQ(observe(state, observer).state(), state);
}

TEST(HighTideLeiman, WhyNotNamesTheClause) {
    const auto why = [](const State& state, std::string_view text) {
        return Leiman::why_not(state, state.mover, move(text)).message;
    };
    const State state = at(start_position);
    EXPECT_NE(why(state, "a2-a1").find("(L4)"), std::string::npos);
    EXPECT_NE(why(state, "a1-c3").find("(L5)"), std::string::npos);
    EXPECT_NE(why(state, "c2-c1").find("(L6)"), std::string::npos);
    const State bridge = with_stacks({{"b2", "pp"}, {"c3", "b"}, {"d3", "pb"}}, seat_blue);
    EXPECT_NE(why(bridge, "c3-b2").find("(L7)"), std::string::npos);
    EXPECT_NE(why(bridge, "d3-c3").find("(L5)"), std::string::npos);
    EXPECT_NE(why(bridge, "a1-a2").find("empty"), std::string::npos);
}

}  // namespace springtide::test
