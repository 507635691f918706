#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <span>

#include "bots/high_tide_leiman/after.hpp"
#include "bots/high_tide_leiman/book.hpp"
#include "bots/high_tide_leiman/bots.hpp"
#include "bots/high_tide_leiman/solution.hpp"
#include "notation/high_tide_leiman_certificate.hpp"
#include "rules/high_tide_leiman/balanced.hpp"
#include "rules/high_tide_leiman/symmetry.hpp"
#include "tests/solver/plain_search.hpp"
#include "tests/source_dir.hpp"

/// The solution in data/high_tide_leiman/, every column that is shipped.
namespace springtide::test {

using namespace high_tide_leiman;

namespace {

std::filesystem::path file_of(Column column) {
    return std::filesystem::path(SPRINGTIDE_SOURCE_DIR "/data/high_tide_leiman") /
           (std::string(column_names[static_cast<std::size_t>(column)]) + ".bin");
}

std::vector<std::uint8_t> shipped(Column column) {
    std::ifstream stream(file_of(column), std::ios::binary);
    const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(stream), {}};
    return unpack(column, bytes).value_or(std::vector<std::uint8_t>{});
}

struct Sampled {
    std::uint32_t index;
    int number;
};

std::vector<Sampled> shipped_sample(Column column) {
    std::ifstream file(file_of(column).replace_extension(".sample.txt"));
    std::string command;
    std::getline(file, command);
    std::vector<Sampled> sample;
    for (Sampled one{}; file >> one.index >> one.number;) sample.push_back(one);
    return sample;
}

std::vector<Column> shipped_columns() {
    std::vector<Column> columns;
    for (const Column column : {Column::winner, Column::winning_moves, Column::ending, Column::only_move})
        if (std::filesystem::exists(file_of(column))) columns.push_back(column);
    return columns;
}

}  // namespace

TEST(ShippedSolution, has_a_number_for_every_class) {
    EXPECT_EQ(shipped_columns().size(), 4U);
    for (const Column column : shipped_columns()) EXPECT_EQ(shipped(column).size(), setup_class_count);
}

TEST(ShippedSolution, the_columns_agree_on_every_winner) {
    const auto winners = shipped(Column::winner);
    for (const Column column : shipped_columns()) {
        const auto numbers = shipped(column);
        ASSERT_EQ(numbers.size(), winners.size());
        const std::uint8_t least_win = column == Column::ending ? 8 : 1;
        for (std::size_t index = 0; index < winners.size(); ++index)
            if (column != Column::only_move || numbers[index] == 1) {
                ASSERT_EQ(numbers[index] >= least_win, winners[index] == 1) << "class " << index;
            }
    }
}

TEST(ShippedSolution, the_rules_table_of_balanced_set_ups_is_the_column_only_move) {
    const auto only_move = shipped(Column::only_move);
    const SetupClasses classes;
    ASSERT_EQ(only_move.size(), classes.size());
    for (std::uint32_t index = 0; index < classes.size(); ++index)
        ASSERT_EQ(is_balanced(classes.representative(index), seat_blue), only_move[index] == 1) << "class " << index;
}

TEST(ShippedSolution, the_first_moves_tell_the_other_columns) {
    const SetupClasses classes;
    const auto first_moves = shipped(Column::first_moves);
    const auto places = column_places(classes, Column::first_moves, classes.size());
    ASSERT_EQ(first_moves.size(), places.back());
    for (const Column column : shipped_columns()) {
        const auto numbers = shipped(column);
        ASSERT_EQ(numbers.size(), classes.size());
        for (std::uint32_t index = 0; index < classes.size(); ++index) {
            const auto codes = std::span(first_moves).subspan(places[index], places[index + 1] - places[index]);
            const auto told = number_from_first_moves(column, codes);
            if (told) {
                ASSERT_EQ(*told, numbers[index]) << "class " << index;
            } else {
                ASSERT_LT(numbers[index], least_win) << "class " << index << " is lost";
            }
        }
    }
}

TEST(ShippedSolution, first_moves_drawn_anew_in_every_run_are_solved_again) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const SetupClasses classes;
    const auto first_moves = shipped(Column::first_moves);
    const auto places = column_places(classes, Column::first_moves, classes.size());
    ClassSolver solver(Column::first_moves);
    const auto index = random.below(classes.size());
    const auto numbers = solver.solve_all_numbers(classes.representative(index));
    ASSERT_TRUE(numbers);
    const auto codes = std::span(first_moves).subspan(places[index], places[index + 1] - places[index]);
    EXPECT_TRUE(std::ranges::equal(*numbers, codes)) << "class " << index;
}

/// A move whose margin is known already is not searched for again: here a wrong one would stay.
TEST(ShippedSolution, the_margins_of_first_moves_are_searched_for_only_where_they_are_not_known) {
    const SetupClasses classes;
    const auto setup = classes.representative(39'051);
    ClassSolver solver(Column::first_move_margins);
    const auto numbers = solver.solve_all_numbers(setup);
    ASSERT_TRUE(numbers);
    const State state = first_position(setup);
    const auto endings = Solver().move_endings(state);
    ASSERT_EQ(numbers->size(), endings->size());
    for (std::size_t i = 0; i < numbers->size(); ++i)
        EXPECT_EQ((*numbers)[i], ending_code(seat_blue, (*endings)[i].found)) << i;

    std::vector<std::uint8_t> found(numbers->size(), 1);
    found.back() = 0;
    const auto again = solver.solve_all_numbers(setup, found);
    ASSERT_TRUE(again);
    for (std::size_t i = 0; i + 1 < again->size(); ++i) EXPECT_EQ((*again)[i], 0) << i;
    EXPECT_EQ((*again)[again->size() - 1], (*numbers)[numbers->size() - 1]);
}

TEST(ShippedSolution, the_margins_of_first_moves_agree_with_the_columns_and_with_the_solver) {
    const SetupClasses classes;
    const auto margins = shipped(Column::first_move_margins);
    const auto first_moves = shipped(Column::first_moves);
    const auto endings = shipped(Column::ending);
    const auto places = column_places(classes, Column::first_move_margins, classes.size());
    ASSERT_EQ(margins.size(), places.back());
    for (std::uint32_t index = 0; index < classes.size(); ++index) {
        const auto of_class = std::span(margins).subspan(places[index], places[index + 1] - places[index]);
        ASSERT_EQ(std::ranges::max(of_class), endings[index])
            << "class " << index << ": the best move is what the set-up is worth";
        for (std::uint32_t place = places[index]; place < places[index + 1]; ++place)
            ASSERT_EQ(first_move_code(static_cast<Score>(margins[place])), first_moves[place]) << "class " << index;
    }

    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Solver solver(std::size_t{1} << 21U);
    for (int round = 0; round < 3; ++round) {
        const auto index = random.below(classes.size());
        const State state = first_position(classes.representative(index));
        const auto actions = legal_actions(state, seat_blue);
        const auto move = random.below(static_cast<std::uint32_t>(actions.size()));
        State next = state;
        apply(next, seat_blue, actions[move]);
        solver.clear();
        EXPECT_EQ(ending_code(seat_blue, *solver.ending(next)), margins[places[index] + move])
            << "class " << index << " move " << move;
    }
}

TEST(ShippedSolution, certificates_of_classes_drawn_anew_in_every_run_prove_their_winners_with_the_rules_alone) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const SetupClasses classes;
    const auto winners = shipped(Column::winner);
    Solver solver(std::size_t{1} << 22U);
    for (int round = 0; round < 3; ++round) {
        const auto index = random.below(classes.size());
        const Seat winner = winners[index] == 1 ? seat_blue : seat_pink;
        solver.clear();
        const auto certificate =
            make_certificate(first_position(classes.representative(index)), winner,
                             [&solver](const State& now) { return std::optional(solver.prove(now)->action); });
        ASSERT_TRUE(certificate) << "class " << index;
        EXPECT_TRUE(check(*certificate)) << "class " << index;
    }
}

TEST(ShippedSolution, a_length_drawn_anew_in_every_run_is_found_again) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const SetupClasses classes;
    const auto sample = shipped_sample(Column::length);
    EXPECT_EQ(sample.size(), 5000U);
    ClassSolver solver(Column::length, LengthSolver::default_table_bytes);
    const auto& [index, number] = sample.at(random.below(static_cast<std::uint32_t>(sample.size())));
    EXPECT_EQ(solver.solve(classes.representative(index)), number) << "class " << index;
}

TEST(ShippedSolution, the_sample_and_the_list_of_the_longest_agree_with_the_lengths_found_so_far) {
    std::ifstream stream(file_of(Column::length).replace_extension(".part"), std::ios::binary);
    const std::vector<std::uint8_t> found{std::istreambuf_iterator<char>(stream), {}};
    ASSERT_EQ(found.size(), setup_class_count);
    EXPECT_GE(std::ranges::count_if(found, [](std::uint8_t number) { return number != 0; }), 102'387);
    for (const auto& [index, number] : shipped_sample(Column::length)) ASSERT_EQ(found.at(index), number + 1);
    std::ifstream list(file_of(Column::length).replace_filename("longest.txt"));
    std::string command;
    std::getline(list, command);
    std::vector<Sampled> longest;
    for (Sampled one{}; list >> one.index >> one.number;) longest.push_back(one);
    ASSERT_EQ(longest.size(), 30U);
    for (const auto& [index, number] : longest) EXPECT_EQ(found.at(index), number + 1) << "class " << index;
    EXPECT_LE(*std::ranges::max_element(found), longest.front().number + 1);
    ClassSolver solver(Column::length, LengthSolver::default_table_bytes);
    EXPECT_EQ(solver.solve(SetupClasses().representative(longest[1].index)), longest[1].number);
}

TEST(ShippedSolution, balanced_set_ups_drawn_anew_in_every_run_have_one_winning_first_move) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    State state = start({.stones = 1, .first = First::pink, .setup = SetupRule::balanced}, 2);
    Solver solver;
    for (int round = 0; round < 10; ++round) {
        State laid_out = state;
        apply_chance(laid_out, draw(state, random));
        solver.clear();
        EXPECT_EQ(solver.winning_moves(laid_out, 3), 1U);
    }
}

TEST(ShippedSolution, a_sample_drawn_anew_in_every_run_is_solved_again) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const SetupClasses classes;
    for (const Column column : shipped_columns()) {
        ClassSolver solver(column);
        const auto numbers = shipped(column);
        ASSERT_EQ(numbers.size(), classes.size());
        for (int round = 0; round < 20; ++round) {
            const auto index = random.below(classes.size());
            EXPECT_EQ(solver.solve(classes.representative(index)), numbers[index]) << "class " << index;
        }
    }
}

/// Only the rules are shared with what made the columns. A question that takes it too long is left out.
TEST(ShippedSolution, winners_and_margins_drawn_anew_in_every_run_are_found_again_by_a_plain_search) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const SetupClasses classes;
    const auto winners = shipped(Column::winner);
    const auto endings = shipped(Column::ending);
    ASSERT_EQ(endings.size(), classes.size());
    PlainSearch search(200'000);
    int found = 0;
    int margins = 0;
    for (int tried = 0; tried < 12; ++tried) {
        const auto index = random.below(classes.size());
        SCOPED_TRACE("class " + std::to_string(index));
        const State state = first_position(classes.representative(index));
        if (const auto wins = search.gets(state, least_win)) {
            EXPECT_EQ(*wins, winners[index] == 1);
            ++found;
        }
        if (const auto as_much = search.gets(state, endings[index])) {
            EXPECT_TRUE(*as_much);
            ++margins;
        }
    }
    EXPECT_GE(found, 3);
    EXPECT_GE(margins, 1);
}

namespace {

/// The set-up laid anew with one of the twelve symmetries, maybe with exchanged colours.
State laid_anew(const Setup& setup, Random& random) {
    const CellMap& map = symmetries[random.below(symmetry_count)];
    const bool exchanged = random.below(2) == 1;
    Setup twin{};
    for (std::size_t cell = 0; cell < cell_count; ++cell) {
        const Tile tile = setup[cell];
        const bool other = exchanged && tile != Tile::neutral;
        twin[map[cell]] = !other ? tile : tile == Tile::blue ? Tile::pink : Tile::blue;
    }
    State state = start({.stones = 1, .first = exchanged ? First::pink : First::blue}, 2);
    apply_chance(state, {.kind = Chance::Kind::setup, .first = seat_blue, .setup = twin});
    return state;
}

/// The book's answer, or a proof within the nodes that the book leaves to a search.
std::optional<Action> known_win(const State& state, Solver& solver) {
    if (const auto known = look_up(state)) return known->action;
    solver.clear();
    solver.set_watch([](void*, std::uint64_t so_far) { return so_far <= 1; }, nullptr, book_nodes + book_nodes / 2);
    const auto proof = solver.prove(state);
    solver.set_watch(nullptr, nullptr);
    return proof ? std::optional(proof->action) : std::nullopt;
}

}  // namespace

TEST(LeimanBook, knows_who_wins_every_set_up_and_a_first_move_that_wins) {
    const SetupClasses classes;
    const auto first_moves = shipped(Column::first_moves);
    const auto places = column_places(classes, Column::first_moves, classes.size());
    for (std::uint32_t index = 0; index < classes.size(); ++index) {
        const State state = first_position(classes.representative(index));
        const auto known = look_up(state);
        ASSERT_TRUE(known) << "class " << index;
        const auto codes = std::span(first_moves).subspan(places[index], places[index + 1] - places[index]);
        ASSERT_EQ(known->winner == seat_blue, std::ranges::max(codes) > 0) << "class " << index;
        if (known->winner != seat_blue) continue;
        const auto actions = legal_actions(state, seat_blue);
        const auto place = static_cast<std::size_t>(std::ranges::find(actions, known->action) - actions.begin());
        ASSERT_LT(place, actions.size()) << "class " << index;
        ASSERT_GT(codes[place], 0) << "class " << index;
    }
}

TEST(LeimanBook, keeps_the_win_of_set_ups_drawn_anew_in_every_run) {
    std::random_device source;
    const std::uint64_t seed = source();
    Random random(seed);
    Solver solver;
    int rounds = 0;
    while (rounds < 60) {
        State state = laid_anew(draw_setup(random), random);
        const Seat starter = state.mover;
        const auto known = look_up(state);
        ASSERT_TRUE(known);
        if (known->winner != starter) continue;
        ++rounds;
        while (state.phase == Phase::moving) {
            Action action{};
            if (state.mover == starter) {
                const auto kept = known_win(state, solver);
                ASSERT_TRUE(kept) << "seed " << seed << ", round " << rounds;
                action = *kept;
            } else {
                const auto replies = legal_actions(state, state.mover);
                action = replies[random.below(static_cast<std::uint32_t>(replies.size()))];
            }
            apply(state, state.mover, action);
        }
        ASSERT_EQ(state.round_winner, starter) << "seed " << seed << ", round " << rounds;
    }
}

TEST(LeimanBook, is_asked_before_any_search_and_the_level_keeps_the_win_in_no_time) {
    Random random(11);
    for (int round = 0; round < 20; ++round) {
        const State state = laid_anew(draw_setup(random), random);
        const auto known = look_up(state);
        BotRequest request;
        request.nodes = 1;
        for (const auto* level : {"best", "perfect"}) {
            const auto choice =
                GameBots<State>::choose(level, observe(state, Observer::seat(state.mover)), request, random);
            if (known->winner == state.mover) {
                EXPECT_EQ(choice.action, known->action);
                EXPECT_EQ(choice.winner, std::optional(state.mover));
            }
        }
    }
}

namespace {

/// The reply that the book leaves to a search, and after which its proof takes longest.
Action hardest_reply(const State& state, Solver& solver) {
    const auto replies = legal_actions(state, state.mover);
    Action hardest = replies[0];
    std::uint64_t most = 0;
    for (const Action reply : replies) {
        State next = state;
        apply(next, state.mover, reply);
        if (next.phase != Phase::moving || look_up(next) || !known_win(next, solver)) continue;
        if (solver.nodes() <= most) continue;
        most = solver.nodes();
        hardest = reply;
    }
    return hardest;
}

}  // namespace

TEST(LeimanBook, the_level_keeps_the_win_whatever_the_clock_says) {
    std::random_device source;
    const std::uint64_t seed = source();
    Random random(seed);
    Solver solver;
    BotRequest request;
    request.milliseconds = 1;  // gone before a proof that takes long
    int rounds = 0;
    while (rounds < 100) {
        State state = laid_anew(draw_setup(random), random);
        const Seat starter = state.mover;
        if (look_up(state)->winner != starter) continue;
        ++rounds;
        while (state.phase == Phase::moving) {
            const Action action =
                state.mover == starter
                    ? GameBots<State>::choose("best", observe(state, Observer::seat(starter)), request, random).action
                    : hardest_reply(state, solver);
            apply(state, state.mover, action);
        }
        ASSERT_EQ(state.round_winner, starter) << "seed " << seed << ", round " << rounds;
    }
}

TEST(LeimanBook, takes_no_other_bytes) {
    EXPECT_FALSE(provide_book({}));
    const std::vector<unsigned char> nonsense(1000, 7);
    EXPECT_FALSE(provide_book(nonsense));
    EXPECT_TRUE(look_up(first_position(SetupClasses().representative(0))));
}

TEST(LeimanBook, positions_that_no_round_begins_with_are_not_in_it) {
    State state = first_position(SetupClasses().representative(0));
    std::swap(state.levels.owned[0][0], state.levels.owned[1][0]);
    state.levels.owned[0][0] |= state.levels.owned[1][0];  // all tiles of one colour: no set-up
    state.levels.owned[1][0] = 0;
    EXPECT_FALSE(look_up(state));
}

}  // namespace springtide::test
