#include "bots/high_tide_leiman/solution.hpp"

#include <algorithm>

#include "bots/high_tide_leiman/after.hpp"
#include "bots/high_tide_leiman/packed.hpp"
#include "rules/high_tide_leiman/balanced.hpp"
#include "rules/high_tide_leiman/symmetry.hpp"

namespace springtide::high_tide_leiman {

std::uint8_t ending_code(Seat starter, const Ending& ending) {
    const int margin = starter == seat_blue ? ending.margin : -ending.margin;
    return static_cast<std::uint8_t>(7 + margin + (ending.winner == starter ? 1 : 0));
}

ClassSolver::ClassSolver(Column column, std::size_t table_bytes)
    : column_(column), solver_(std::in_place_type<Solver>, table_bytes) {
    if (column == Column::length) solver_.emplace<LengthSolver>(table_bytes);
}

void ClassSolver::set_watch(Watch watch, void* context) {
    std::visit([&](auto& solver) { solver.set_watch(watch, context); }, solver_);
}

std::optional<std::uint8_t> ClassSolver::solve(const Setup& setup) {
    const State state = first_position(setup);
    if (auto* lengths = std::get_if<LengthSolver>(&solver_)) {
        lengths->clear();
        const auto forced = lengths->forced_win(state);
        return forced ? std::optional(static_cast<std::uint8_t>(forced->length)) : std::nullopt;
    }
    Solver& solver = *std::get_if<Solver>(&solver_);
    solver.clear();
    if (column_ == Column::winner) {
        const auto winner = solver.winner(state);
        return winner ? std::optional<std::uint8_t>(*winner == seat_blue ? 1 : 0) : std::nullopt;
    }
    if (column_ == Column::ending) {
        const auto ending = solver.ending(state);
        return ending ? std::optional(ending_code(seat_blue, *ending)) : std::nullopt;
    }
    const bool only_move = column_ == Column::only_move;
    const auto count = solver.winning_moves(state, only_move ? 2 : State::ActionList::capacity());
    if (!count) return std::nullopt;
    return only_move ? (*count == 1 ? 1 : 0) : static_cast<std::uint8_t>(*count);
}

std::optional<ClassNumbers> ClassSolver::solve_margins(const State& state, std::span<const std::uint8_t> found) {
    Solver& solver = *std::get_if<Solver>(&solver_);
    ClassNumbers numbers;
    for (const Action action : legal_actions(state, seat_blue)) {
        if (const std::size_t i = numbers.size(); i < found.size() && found[i] != 0) {
            numbers.push_back(static_cast<std::uint8_t>(found[i] - 1));
            continue;
        }
        const auto ending = solver.ending(after(state, action));
        if (!ending) return std::nullopt;
        numbers.push_back(ending_code(seat_blue, *ending));
    }
    return numbers;
}

std::optional<ClassNumbers> ClassSolver::solve_all_numbers(const Setup& setup, std::span<const std::uint8_t> found) {
    ClassNumbers numbers;
    if (!is_of_first_moves(column_)) {
        const auto number = solve(setup);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
        return numbers;
    }
    Solver& solver = *std::get_if<Solver>(&solver_);
    solver.clear();
    if (column_ == Column::first_move_margins) return solve_margins(first_position(setup), found);
    const auto scores = solver.winning_scores(first_position(setup));
    if (!scores) return std::nullopt;
    for (const auto& [action, score] : *scores) numbers.push_back(first_move_code(score));
    return numbers;
}

std::vector<std::uint32_t> column_places(const SetupClasses& classes, Column column, std::uint32_t class_count) {
    std::vector<std::uint32_t> places(class_count + 1);
    for (std::uint32_t index = 0; index < class_count; ++index) {
        const auto count = is_of_first_moves(column)
                               ? legal_actions(first_position(classes.representative(index)), seat_blue).size()
                               : 1;
        places[index + 1] = places[index] + static_cast<std::uint32_t>(count);
    }
    return places;
}

std::optional<std::uint8_t> number_from_first_moves(Column column, std::span<const std::uint8_t> first_moves) {
    const auto winning =
        static_cast<std::uint8_t>(std::ranges::count_if(first_moves, [](auto code) { return code > 0; }));
    const std::uint8_t best = std::ranges::max(first_moves);
    switch (column) {
        case Column::winner: return winning > 0 ? 1 : 0;
        case Column::winning_moves: return winning;
        case Column::only_move: return winning == 1 ? 1 : 0;
        case Column::ending: return margin_from_first_move(best);
        case Column::length:
        case Column::first_moves:
        case Column::first_move_margins: break;
    }
    return std::nullopt;
}

std::vector<std::uint8_t> balanced_table_bytes(const SetupClasses& classes, std::span<const std::uint8_t> only_move) {
    std::vector<std::uint8_t> bytes((balanced_table_size + 7) / 8);
    for (std::uint32_t index = 0; index < only_move.size(); ++index) {
        if (only_move[index] == 0) continue;
        const Setup setup = classes.representative(index);
        for (const CellMap& map : symmetries) {
            Setup twin{};
            for (std::size_t cell = 0; cell < cell_count; ++cell) twin[map[cell]] = setup[cell];
            const std::uint32_t bit = balanced_table_index(twin);
            bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] | 1U << (bit % 8));
        }
    }
    return bytes;
}

std::vector<std::uint8_t> pack(Column column, std::span<const std::uint8_t> numbers) {
    return pack_numbers(static_cast<std::uint8_t>(column), numbers);
}

std::optional<std::vector<std::uint8_t>> unpack(Column column, std::span<const std::uint8_t> bytes) {
    return unpack_numbers(static_cast<std::uint8_t>(column), bytes);
}

}  // namespace springtide::high_tide_leiman
