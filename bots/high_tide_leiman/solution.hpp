#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "bots/high_tide_leiman/setup_classes.hpp"
#include "bots/high_tide_leiman/solver.hpp"

/// What is known of every class of set-ups: one number per class, found by Solver, shipped as a packed file.
namespace springtide::high_tide_leiman {

enum class Column : std::uint8_t {
    winner,         ///< 1 if the player who starts wins
    winning_moves,  ///< how many of his first moves win; 0 if he loses
    ending,         ///< winner and margin: see ending_code
};
inline constexpr std::array<std::string_view, 3> column_names = {"winner", "winning_moves", "ending"};

/// An ending of the player who starts as a number from 0 to 15, the better the higher: 0 is a loss by seven tiles, 7 a
/// loss on equal tiles, 8 a win on equal tiles.
std::uint8_t ending_code(Seat starter, const Ending& ending);

/// The number for one class; nothing if the solver's watch broke it off.
std::optional<std::uint8_t> solve_class(Solver& solver, const Setup& setup, Column column);

/// A column as a file: a header, the numbers packed to as many bits as the largest needs, a checksum.
std::vector<std::uint8_t> pack(Column column, std::span<const std::uint8_t> numbers);
/// Nothing if the bytes are not such a file for this column, whole and unchanged.
std::optional<std::vector<std::uint8_t>> unpack(Column column, std::span<const std::uint8_t> bytes);

}  // namespace springtide::high_tide_leiman
