#pragma once

#include <array>
#include <cstdint>

#include "rules/high_tide_leiman/state.hpp"

/// The twelve ways to lay the hexagon onto itself: six turns, each as it is and mirrored.
namespace springtide::high_tide_leiman {

inline constexpr int symmetry_count = 12;
/// The target of each cell.
using CellMap = std::array<std::uint8_t, cell_count>;

inline constexpr std::array<CellMap, symmetry_count> symmetries = [] {
    std::array<CellMap, symmetry_count> maps{};
    for (std::size_t symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        for (std::size_t cell = 0; cell < cell_count; ++cell) {
            // Steps from the centre: q to the right, r down right (see board.hpp).
            int q = bit_of_cell[cell] % 6 - 2;
            int r = bit_of_cell[cell] / 6 - 2;
            if (symmetry >= 6) {
                const int mirrored = q;
                q = r;
                r = mirrored;
            }
            for (std::size_t turn = 0; turn < symmetry % 6; ++turn) {
                const int right = q;
                q = -r;  // right becomes down right, down right becomes down left
                r += right;
            }
            maps[symmetry][cell] = cell_of_bit((r + 2) * 6 + q + 2);
        }
    }
    return maps;
}();

}  // namespace springtide::high_tide_leiman
