#include "rules/high_tide_leiman/pie.hpp"

#include "bots/choose.hpp"
#include "bots/high_tide_leiman/bots.hpp"
#include "bots/high_tide_leiman/review.hpp"
#include "bots/high_tide_leiman/solver.hpp"
#include "rules/high_tide_leiman/balanced.hpp"
#include "table/record.hpp"
#include "tests/high_tide_leiman/positions.hpp"
#include "tests/kit/settings.hpp"

/// Option `first` = `pie`, a rule of ours: one lays the tiles, the other chooses the side.
namespace springtide::test {

using namespace high_tide_leiman;

namespace {

State match(int stones = 1) { return start({.stones = static_cast<std::uint8_t>(stones), .first = First::pie}, 2); }

void say(State& state, std::string_view text) {
    const auto action = Leiman::parse_action(state, state.mover, text);
    ASSERT_TRUE(action) << text;
    ASSERT_TRUE(is_legal(state, state.mover, *action)) << text;
    apply(state, state.mover, *action);
    ASSERT_EQ(broken_invariant(state), nullptr) << text;
}

State begun(std::string_view chooser = "first pink", int stones = 1) {
    State state = match(stones);
    apply_chance(state, *Leiman::parse_chance(state, chooser));
    return state;
}

/// Lays the set-up of these rows; the centre and what can only be one kind lie by themselves.
void lay_rows(State& state, std::string_view rows) {
    std::string tiles;
    for (const char letter : rows)
        if (letter != ',' && letter != '/') tiles += letter;
    while (state.phase == Phase::laying)
        say(state, std::string("lay ") + tiles[static_cast<std::size_t>(next_cell(state))]);
}

constexpr std::string_view rows = "b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b";
constexpr std::string_view exchanged = "p,b,n/p,b,p,b/p,p,n,n,b/p,b,n,b/b,n,p";

std::string board_of(const State& state) {
    const std::string text = Leiman::position_text(state);
    return text.substr(0, text.find(' '));
}

}  // namespace

TEST(Pie, chance_says_who_chooses_and_the_other_lays) {
    EXPECT_TRUE(to_act(match()).chance);
    EXPECT_EQ(outcome_count(match()), 2U);
    const State blue_lays = begun("first pink");
    EXPECT_EQ(blue_lays.phase, Phase::laying);
    EXPECT_EQ(to_act(blue_lays).seats, SeatSet::of(seat_blue));
    EXPECT_EQ(to_act(begun("first blue")).seats, SeatSet::of(seat_pink));
    EXPECT_TRUE(legal_actions(blue_lays, seat_pink).empty());
    EXPECT_EQ(board_of(blue_lays), ".,.,./.,.,.,./.,.,n,.,./.,.,.,./.,.,.") << "the centre is neutral (L3)";
}

TEST(Pie, every_set_up_of_L3_can_be_laid_and_no_other) {
    Random random(31);
    for (int i = 0; i < 200; ++i) {
        const high_tide_leiman::Setup wanted = draw_setup(random);
        State state = begun();
        int said = 0;
        for (; state.phase == Phase::laying; ++said)
            say(state,
                std::string("lay ") + "bpn"[static_cast<int>(wanted[static_cast<std::size_t>(next_cell(state))])]);
        EXPECT_LE(said, 18);
        for (int cell = 0; cell < cell_count; ++cell)
            ASSERT_EQ(top(state, cell), wanted[static_cast<std::size_t>(cell)]);
    }
    for (int i = 0; i < 200; ++i) {
        State state = begun();
        while (state.phase == Phase::laying) apply(state, seat_blue, random_action(state, seat_blue, random));
        high_tide_leiman::Setup laid{};
        for (int cell = 0; cell < cell_count; ++cell) laid[static_cast<std::size_t>(cell)] = top(state, cell);
        ASSERT_TRUE(is_setup(laid));
    }
}

TEST(Pie, a_ring_takes_no_more_tiles_of_a_kind_than_there_are) {
    State state = begun();
    for (const auto* tile : {"lay n", "lay n"}) say(state, tile);
    EXPECT_EQ(legal_actions(state, seat_blue).size(), 2U) << "two neutral tiles lie in the ring of twelve";
    const auto refused = Leiman::why_not(state, seat_blue, lay(Tile::neutral));
    EXPECT_EQ(refused.reason, "tile_used_up");
    EXPECT_NE(refused.message.find("a3"), std::string::npos) << refused.message;
    EXPECT_NE(Leiman::action_form(state).find("lay b or lay p"), std::string::npos) << Leiman::action_form(state);
}

TEST(Pie, keep_lets_the_one_who_laid_start) {
    State state = begun();
    lay_rows(state, rows);
    EXPECT_EQ(state.phase, Phase::choosing_side);
    EXPECT_EQ(to_act(state).seats, SeatSet::of(seat_pink));
    say(state, "keep");
    EXPECT_EQ(Leiman::position_text(state), std::string(rows) + " b -");
}

TEST(Pie, swap_exchanges_the_colours_and_the_chooser_starts) {
    State state = begun();
    lay_rows(state, rows);
    say(state, "swap");
    EXPECT_EQ(Leiman::position_text(state), std::string(exchanged) + " p -");
    EXPECT_EQ(hash(state), hash_from_scratch(state));
}

TEST(Pie, whoever_chooses_well_wins_with_perfect_play) {
    Random random(5);
    Solver solver;
    for (int i = 0; i < 12; i += kit::slowdown) {
        State state = begun("first blue");
        while (state.phase == Phase::laying) apply(state, seat_pink, random_action(state, seat_pink, random));
        State kept = state;
        say(kept, "keep");
        State swapped = state;
        say(swapped, "swap");
        solver.clear();
        const Seat if_kept = *solver.winner(kept);
        solver.clear();
        EXPECT_NE(if_kept, *solver.winner(swapped)) << "a swap changes who has the better side, and nothing else";
        const auto choice = GameBots<State>::choose("perfect", observe(state, Observer::seat(seat_blue)), {}, random);
        EXPECT_TRUE(choice.exact);
        EXPECT_EQ(choice.winner, seat_blue);
        State chosen = state;
        apply(chosen, seat_blue, choice.action);
        solver.clear();
        EXPECT_EQ(solver.winner(chosen), seat_blue);
    }
}

TEST(Pie, the_winner_of_a_round_lays_the_next_and_the_loser_chooses) {
    Random random(17);
    State state = begun("first pink", 3);
    while (!is_over(state)) {
        const int round = state.round;
        while (!is_over(state) && state.round == round) {
            apply(state, state.mover, random_action(state, state.mover, random));
            ASSERT_EQ(broken_invariant(state), nullptr);
        }
        if (is_over(state)) break;
        EXPECT_EQ(state.phase, Phase::laying);
        EXPECT_EQ(to_act(state).seats, SeatSet::of(static_cast<Seat>(state.round_winner)));
        EXPECT_EQ(board_of(state), ".,.,./.,.,.,./.,.,n,.,./.,.,.,./.,.,.");
    }
}

TEST(Pie, what_is_not_asked_is_refused_and_changes_nothing) {
    State state = begun();
    const auto reason = [&state](std::string_view text) {
        const auto action = *Leiman::parse_action(state, state.mover, text);
        EXPECT_FALSE(is_legal(state, state.mover, action)) << text;
        return std::string(Leiman::why_not(state, state.mover, action).reason);
    };
    EXPECT_EQ(reason("a1-a2"), "asked_otherwise");
    EXPECT_EQ(reason("swap"), "asked_otherwise");
    lay_rows(state, rows);
    EXPECT_EQ(reason("lay b"), "asked_otherwise");
    EXPECT_EQ(reason("a1-a2"), "asked_otherwise");
    say(state, "keep");
    EXPECT_EQ(reason("keep"), "asked_otherwise");
    EXPECT_EQ(reason("lay b"), "asked_otherwise");
    for (const auto* text : {"lay", "lay ", "lay x", "lay bb", "Lay b", "keep ", "swap it"})
        EXPECT_FALSE(Leiman::parse_action(state, seat_blue, text)) << text;
}

TEST(Pie, invariants_see_what_cannot_be) {
    State hanging = begun();
    hanging.levels.tiles[1] = bit(centre);
    EXPECT_NE(broken_invariant(hanging), nullptr);
    State early = begun();
    early.phase = Phase::choosing_side;
    EXPECT_NE(broken_invariant(early), nullptr);
    State gap = begun();
    put(gap, 4, Tile::blue);
    EXPECT_NE(broken_invariant(gap), nullptr);
    State three = begun();
    for (const int cell : {0, 1, 2}) put(three, cell, Tile::neutral);
    EXPECT_NE(broken_invariant(three), nullptr);
}

TEST(Pie, strong_bots_lay_balanced_set_ups) {
    Random random(3);
    for (const auto* level : {"hard", "best"}) {
        State state = begun("first blue");
        while (state.phase == Phase::laying)
            apply(state, seat_pink,
                  GameBots<State>::choose(level, observe(state, Observer::seat(seat_pink)), {}, random).action);
        high_tide_leiman::Setup laid{};
        for (int cell = 0; cell < cell_count; ++cell) laid[static_cast<std::size_t>(cell)] = top(state, cell);
        EXPECT_TRUE(is_balanced(laid, seat_pink)) << level;
    }
}

TEST(Pie, records_are_read_again_and_reviewed_move_by_move) {
    auto table =
        *new_table("high_tide_leiman",
                   {.players = 2, .options = {{"first", "pie"}, {"stones", "1"}}, .seed = "pie", .position = {}});
    Random random(8);
    while (!table->over()) {
        const Seat seat = table->to_act().seats.front();
        const auto legal = table->legal(seat);
        ASSERT_TRUE(table->play(Actor::seat(seat), legal[random.below(static_cast<std::uint32_t>(legal.size()))]));
    }
    const std::string record = to_text(table->as_record());
    EXPECT_NE(record.find("lay n"), std::string::npos);
    const auto again = load_table(record);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(to_text((*again)->as_record()), record);
    const auto reviewed = review(record);
    ASSERT_TRUE(reviewed) << reviewed.error().message;
    EXPECT_FALSE(reviewed->empty());
    for (const auto& move : *reviewed) EXPECT_TRUE(is_move(move.action));
}

}  // namespace springtide::test
