#include "cli/solved_setups.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string>

#include "files/files.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

Setup moved(const Setup& setup, std::size_t symmetry) {
    Setup made{};
    for (std::size_t cell = 0; cell < cell_count; ++cell) made[symmetries[symmetry][cell]] = setup[cell];
    return made;
}

Setup swapped(Setup setup) {
    for (Tile& tile : setup)
        if (tile != Tile::neutral) tile = tile == Tile::blue ? Tile::pink : Tile::blue;
    return setup;
}

namespace {

/// The set-up that says the same with blue to start.
Setup with_blue_to_start(const Setup& setup, Seat starter) { return starter == seat_blue ? setup : swapped(setup); }

}  // namespace

std::uint32_t SolvedSetups::class_of(const Setup& setup, Seat starter) const {
    return classes_.class_of(with_blue_to_start(setup, starter));
}

std::optional<SolvedSetups::Moves> SolvedSetups::first_moves(const Setup& setup, Seat starter) {
    if (places_.empty()) {
        margins_ = column(Column::first_move_margins).value_or(std::vector<std::uint8_t>{});
        places_ = column_places(classes_, Column::first_move_margins, setup_class_count);
    }
    if (margins_.size() != places_.back()) return std::nullopt;
    const Setup asked = with_blue_to_start(setup, starter);
    const std::uint32_t index = classes_.class_of(asked);
    const Setup lowest = classes_.representative(index);
    std::size_t symmetry = 0;
    while (moved(lowest, symmetry) != asked) ++symmetry;
    Moves moves;
    std::size_t place = places_[index];
    for (const Action action : legal_actions(first_position(lowest), seat_blue)) {
        const int code = margins_[place++];
        const Seat winner = code >= least_win ? starter : opponent(starter);
        const int ahead = code >= least_win ? code - least_win : least_win - 1 - code;
        moves.push_back({.action = {symmetries[symmetry][action.from], symmetries[symmetry][action.to]},
                         .found = {.winner = winner, .margin = winner == seat_blue ? ahead : -ahead}});
    }
    sort_best_first(moves, starter);
    return moves;
}

std::optional<std::vector<std::uint32_t>> SolvedSetups::classes_where(Condition fits) const {
    const auto endings = class_column(Column::ending);
    const auto winning = class_column(Column::winning_moves);
    if (!endings || !winning) return std::nullopt;
    std::vector<std::uint32_t> found;
    for (std::uint32_t index = 0; index < setup_class_count; ++index)
        if (fits((*endings)[index], (*winning)[index])) found.push_back(index);
    return found;
}

std::vector<std::uint32_t> SolvedSetups::longest_classes() const {
    constexpr std::size_t most = 12;
    std::istringstream file(read_file(folder_ / "longest.txt").value_or(""));
    std::vector<std::uint32_t> found;
    for (std::string line; std::getline(file, line) && found.size() < most;) {
        std::uint32_t index = 0;
        const auto read = std::from_chars(line.data(), line.data() + line.size(), index);
        if (read.ec == std::errc() && index < setup_class_count) found.push_back(index);
    }
    return found;
}

std::optional<std::uint64_t> SolvedSetups::count_ending_like(const Setup& setup, Seat starter) const {
    const auto endings = class_column(Column::ending);
    if (!endings) return std::nullopt;
    const auto wanted = (*endings)[class_of(setup, starter)];
    std::uint64_t count = 0;
    for (std::uint32_t index = 0; index < setup_class_count; ++index)
        if ((*endings)[index] == wanted) count += classes_.members(index);
    return count;
}

std::optional<std::vector<std::uint8_t>> SolvedSetups::column(Column column) const {
    const auto file = read_file(folder_ / (std::string(column_names[static_cast<std::size_t>(column)]) + ".bin"));
    if (!file) return std::nullopt;
    return unpack(column, std::vector<std::uint8_t>(file->begin(), file->end()));
}

std::optional<std::vector<std::uint8_t>> SolvedSetups::class_column(Column column) const {
    auto numbers = this->column(column);
    if (numbers && numbers->size() != setup_class_count) return std::nullopt;
    return numbers;
}

}  // namespace springtide::cli
