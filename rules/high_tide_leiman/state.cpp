#include "rules/high_tide_leiman/state.hpp"

#include <bit>

namespace springtide::high_tide_leiman {

int height(const State& state, int cell) {
    return height_at(state.levels, bit_of_cell[static_cast<std::size_t>(cell)]);
}

Tile tile_at(const State& state, int cell, int level) {
    const auto& owned = state.levels.owned;
    if ((owned[seat_blue][static_cast<std::size_t>(level)] & bit(cell)) != 0) return Tile::blue;
    if ((owned[seat_pink][static_cast<std::size_t>(level)] & bit(cell)) != 0) return Tile::pink;
    return Tile::neutral;
}

Tile top(const State& state, int cell) { return tile_at(state, cell, height(state, cell) - 1); }

int visible(const State& state, Seat seat) {
    int count = 0;
    for (std::size_t level = 0; level + 1 < level_count; ++level)
        count += std::popcount(state.levels.owned[seat][level] & ~state.levels.tiles[level + 1]);
    return count;
}

}  // namespace springtide::high_tide_leiman
