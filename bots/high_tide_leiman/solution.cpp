#include "bots/high_tide_leiman/solution.hpp"

#include <algorithm>
#include <bit>

#include "bots/high_tide_leiman/after.hpp"
#include "rules/high_tide_leiman/balanced.hpp"
#include "rules/high_tide_leiman/symmetry.hpp"

namespace springtide::high_tide_leiman {

namespace {

// "LEIMAN", the format's version, the column, the bits per number, four bytes of count; eight bytes of checksum at
// the end. Numbers of several bytes have the lowest first.
constexpr std::string_view name = "LEIMAN";
constexpr std::uint8_t version = 1;
constexpr std::size_t header_size = name.size() + 3 + 4;
constexpr std::size_t checksum_size = 8;

std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
    std::uint64_t sum = 0;
    for (const auto byte : bytes) sum = fold(sum, byte);
    return sum;
}

template <class Number>
void append(std::vector<std::uint8_t>& bytes, Number number) {
    for (std::size_t i = 0; i < sizeof number; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

template <class Number>
Number read(std::span<const std::uint8_t> bytes) {
    Number number = 0;
    for (std::size_t i = 0; i < sizeof number; ++i) number |= static_cast<Number>(bytes[i]) << (8 * i);
    return number;
}

}  // namespace

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
    const unsigned largest = numbers.empty() ? 0 : std::ranges::max(numbers);
    const auto bits = static_cast<unsigned>(std::bit_width(largest | 1U));
    std::vector<std::uint8_t> bytes(name.begin(), name.end());
    bytes.push_back(version);
    bytes.push_back(static_cast<std::uint8_t>(column));
    bytes.push_back(static_cast<std::uint8_t>(bits));
    append(bytes, static_cast<std::uint32_t>(numbers.size()));
    unsigned waiting = 0;
    unsigned waiting_bits = 0;
    for (const auto number : numbers) {
        waiting |= static_cast<unsigned>(number) << waiting_bits;
        waiting_bits += bits;
        for (; waiting_bits >= 8; waiting_bits -= 8, waiting >>= 8U)
            bytes.push_back(static_cast<std::uint8_t>(waiting));
    }
    if (waiting_bits > 0) bytes.push_back(static_cast<std::uint8_t>(waiting));
    append(bytes, checksum(bytes));
    return bytes;
}

std::optional<std::vector<std::uint8_t>> unpack(Column column, std::span<const std::uint8_t> bytes) {
    if (bytes.size() < header_size + checksum_size) return std::nullopt;
    const auto content = bytes.first(bytes.size() - checksum_size);
    if (read<std::uint64_t>(bytes.last(checksum_size)) != checksum(content)) return std::nullopt;
    if (!std::ranges::equal(content.first(name.size()), name)) return std::nullopt;
    const auto header = content.subspan(name.size());
    const unsigned bits = header[2];
    if (header[0] != version || header[1] != static_cast<std::uint8_t>(column) || bits < 1 || bits > 8)
        return std::nullopt;
    const auto count = read<std::uint32_t>(header.subspan(3));
    const auto packed = content.subspan(header_size);
    if (packed.size() != (std::uint64_t{count} * bits + 7) / 8) return std::nullopt;

    std::vector<std::uint8_t> numbers;
    numbers.reserve(count);
    std::size_t next = 0;
    unsigned waiting = 0;
    unsigned waiting_bits = 0;
    while (numbers.size() < count) {
        for (; waiting_bits < bits; waiting_bits += 8) waiting |= static_cast<unsigned>(packed[next++]) << waiting_bits;
        numbers.push_back(static_cast<std::uint8_t>(waiting & ((1U << bits) - 1U)));
        waiting >>= bits;
        waiting_bits -= bits;
    }
    return numbers;
}

}  // namespace springtide::high_tide_leiman
