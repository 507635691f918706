#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "bots/high_tide_leiman/length_solver.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"
#include "bots/high_tide_leiman/solver.hpp"

/// A column of results for every class of set-ups: one number per class, found by a solver, shipped as a packed file.
namespace springtide::high_tide_leiman {

enum class Column : std::uint8_t {
    winner,         ///< 1 if the player who starts wins
    winning_moves,  ///< how many first moves win; 0 if the starter loses
    ending,         ///< winner and margin: see ending_code
    only_move,      ///< 1 if exactly one first move wins
    length,         ///< how many moves until the round ends if the winner hurries and the loser delays: see ForcedWin
    first_moves,    ///< a number for every first move: see first_move_code
    first_move_margins,  ///< the ending after every first move, of losing ones too
};
inline constexpr std::array<std::string_view, 7> column_names = {
    "winner", "winning_moves", "ending", "only_move", "length", "first_moves", "first_move_margins"};

/// A number for every first move in the order of legal_actions, not one for the class?
constexpr bool is_of_first_moves(Column column) {
    return column == Column::first_moves || column == Column::first_move_margins;
}

/// An ending of the player who starts as a number from 0 to 15, the better the higher: 0 is a loss by seven tiles, 7 a
/// loss on equal tiles, 8 a win on equal tiles.
std::uint8_t ending_code(Seat starter, const Ending& ending);

/// The result of a first move: 0 if it loses, else one more than the tiles it wins by.
constexpr std::uint8_t first_move_code(Score of_starter) {
    return of_starter < least_win ? 0 : static_cast<std::uint8_t>(of_starter - least_win + 1);
}

/// The place of each class's numbers in a column, and the end of the column. Most columns have one number: see
/// is_of_first_moves.
std::vector<std::uint32_t> column_places(const SetupClasses& classes, Column column, std::uint32_t class_count);

/// A class's number in a column, derived from the numbers of its first moves; nothing if they do not determine it.
std::optional<std::uint8_t> number_from_first_moves(Column column, std::span<const std::uint8_t> first_moves);
/// The ending after a first move, if its number tells: it wins.
constexpr std::optional<std::uint8_t> margin_from_first_move(std::uint8_t code) {
    return code > 0 ? std::optional(static_cast<std::uint8_t>(least_win + code - 1)) : std::nullopt;
}

using ClassNumbers = FixedList<std::uint8_t, State::ActionList::capacity()>;

/// Finds the numbers of a column, each from scratch. One per thread.
class ClassSolver {
  public:
    explicit ClassSolver(Column column, std::size_t table_bytes = Solver::default_table_bytes);
    void set_watch(Watch watch, void* context);
    /// The number of the class of a set-up; nothing if the watch broke it off.
    std::optional<std::uint8_t> solve(const Setup& setup);
    /// The same for any column. `found` has one more than each number that is known already, which a column of many
    /// long searches does not look for again, and 0 for the others; or it is empty.
    std::optional<ClassNumbers> solve_all_numbers(const Setup& setup, std::span<const std::uint8_t> found = {});

  private:
    std::optional<ClassNumbers> solve_margins(const State& state, std::span<const std::uint8_t> found);

    Column column_;
    std::variant<Solver, LengthSolver> solver_;
};

/// A class that the player who starts loses: none of their moves wins, so these columns are 0 without a search.
constexpr bool is_zero_where_lost(Column column) {
    return column == Column::winning_moves || column == Column::only_move;
}

/// The column `only_move` as the rules read it (see rules/high_tide_leiman/balanced.hpp).
std::vector<std::uint8_t> balanced_table_bytes(const SetupClasses& classes, std::span<const std::uint8_t> only_move);

/// A column as a file (packed.hpp): a header, the numbers packed to as many bits as the largest needs, a checksum.
std::vector<std::uint8_t> pack(Column column, std::span<const std::uint8_t> numbers);
/// Nothing if the bytes are not such a file for this column, whole and unchanged.
std::optional<std::vector<std::uint8_t>> unpack(Column column, std::span<const std::uint8_t> bytes);

}  // namespace springtide::high_tide_leiman
