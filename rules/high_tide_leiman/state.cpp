#include "rules/high_tide_leiman/state.hpp"

#include <bit>

namespace springtide::high_tide_leiman {

int height(const State& state, int cell) {
    int count = 0;
    while ((state.levels[static_cast<std::size_t>(count)].tiles & bit(cell)) != 0) ++count;
    return count;
}

Tile tile_at(const State& state, int cell, int level) {
    const Level& here = state.levels[static_cast<std::size_t>(level)];
    if ((here.owned[seat_blue] & bit(cell)) != 0) return Tile::blue;
    if ((here.owned[seat_pink] & bit(cell)) != 0) return Tile::pink;
    return Tile::neutral;
}

Tile top(const State& state, int cell) { return tile_at(state, cell, height(state, cell) - 1); }

int visible(const State& state, Seat seat) {
    int count = 0;
    for (std::size_t level = 0; level + 1 < level_count; ++level)
        count += std::popcount(state.levels[level].owned[seat] & ~state.levels[level + 1].tiles);
    return count;
}

}  // namespace springtide::high_tide_leiman
