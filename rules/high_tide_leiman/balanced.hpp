#pragma once

#include <cstdint>

#include "rules/high_tide_leiman/state.hpp"
#include "rules/high_tide_leiman/symmetry.hpp"

/// Option `setup` = `balanced`: set-ups in which exactly one first move of the player who starts wins, if both play
/// perfectly from then on. They can win, but have to find it. Which they are is known from the complete solution
/// (docs/explanation/high-tide-leiman-solved.md) and lies in a table of one bit for each set-up of blue, turned and
/// mirrored so that its inner ring is the lowest of its twins.
namespace springtide::high_tide_leiman {

bool is_balanced(const Setup& setup, Seat starter);

inline constexpr std::uint32_t inner_ring_kinds = 11;             ///< inner rings that cannot be laid onto each other
inline constexpr std::uint32_t outer_ring_arrangements = 16'632;  ///< L3: of 5 blue, 5 pink and 2 neutral tiles
inline constexpr std::uint32_t balanced_table_size = inner_ring_kinds * outer_ring_arrangements;  ///< in bits

/// The bit of a set-up in which blue starts; symmetric set-ups may have different bits, which are then equal.
std::uint32_t balanced_table_index(const Setup& setup);
/// How a set-up lies in the table: the table's cell c has the tile of cell map[c].
const CellMap& balanced_table_map(const Setup& setup);
Setup as_in_balanced_table(const Setup& setup);

}  // namespace springtide::high_tide_leiman
