#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace springtide::high_tide_leiman {

/// L2: the hexagon of 19 cells as bits. Rows a to e stand in rows of six bits; the sixth bit of a row is never
/// used, so a step over the edge of the board falls on an unused bit and is masked away:
///
///         a1 a2 a3              .  .  2  3  4
///       b1 b2 b3 b4             .  7  8  9  10
///     c1 c2 c3 c4 c5    bits    12 13 14 15 16
///       d1 d2 d3 d4             18 19 20 21 .
///         e1 e2 e3              24 25 26 .  .
///
/// A step right is +1, down right +6, down left +5, and their opposites.
using Bits = std::uint32_t;

inline constexpr int cell_count = 19;
inline constexpr std::array<std::uint8_t, cell_count> bit_of_cell = {2,  3,  4,  7,  8,  9,  10, 12, 13, 14,
                                                                     15, 16, 18, 19, 20, 21, 24, 25, 26};

constexpr Bits bit(int cell) { return Bits{1} << bit_of_cell[static_cast<std::size_t>(cell)]; }

inline constexpr Bits board = [] {
    Bits all = 0;
    for (int cell = 0; cell < cell_count; ++cell) all |= bit(cell);
    return all;
}();

/// Cell number of a bit number; cells are numbered in reading order, a1 = 0 to e3 = 18.
/// Any number is allowed, also one step over the edge, for which the result means nothing.
inline constexpr std::array<std::uint8_t, 32> cell_of_bit_number = [] {
    std::array<std::uint8_t, 32> cells{};
    for (int cell = 0; cell < cell_count; ++cell)
        cells[bit_of_cell[static_cast<std::size_t>(cell)]] = static_cast<std::uint8_t>(cell);
    return cells;
}();
constexpr std::uint8_t cell_of_bit(int bit_number) {
    return cell_of_bit_number[static_cast<unsigned>(bit_number) & 31U];
}

/// The cells of a set as bits without gaps: bit c is the cell c.
constexpr Bits by_cell(Bits cells) {
    return ((cells >> 2U) & 7U) | ((cells >> 7U) & 15U) << 3U | ((cells >> 12U) & 31U) << 7U |
           ((cells >> 18U) & 15U) << 12U | ((cells >> 24U) & 7U) << 16U;
}

inline constexpr int centre = 9;  ///< c3
inline constexpr std::array<std::uint8_t, 6> inner_ring = {4, 5, 8, 10, 13, 14};
inline constexpr std::array<std::uint8_t, 12> outer_ring = {0, 1, 2, 3, 6, 7, 11, 12, 15, 16, 17, 18};

/// The six directions, clockwise from the right.
inline constexpr int direction_count = 6;
inline constexpr std::array<int, direction_count> step = {1, 6, 5, -1, -6, -5};

/// The cells whose neighbour in `direction` lies in `cells` (unused bits may be set: mask before use).
constexpr Bits looking_at(Bits cells, int direction) {
    const int by = step[static_cast<std::size_t>(direction)];
    return by > 0 ? cells >> by : cells << -by;
}

/// `cells` and everything beside them.
constexpr Bits spread(Bits cells) {
    return cells | cells << 1U | cells >> 1U | cells << 5U | cells >> 5U | cells << 6U | cells >> 6U;
}

/// Are all of `cells` one piece?
constexpr bool connected(Bits cells) {
    Bits reached = cells & (~cells + 1U);
    for (;;) {
        const Bits further = spread(reached) & cells;
        if (further == reached) return reached == cells;
        reached = further;
    }
}

}  // namespace springtide::high_tide_leiman
