#pragma once

#include "rules/high_tide_leiman/rules.hpp"
#include "rules/high_tide_leiman/symmetry.hpp"

namespace springtide::test {

/// The same position laid differently on the table; with `swap`, blue and pink change places too.
inline high_tide_leiman::State twin(const high_tide_leiman::State& state, const high_tide_leiman::CellMap& map,
                                    bool swap) {
    using namespace high_tide_leiman;
    State made = state;
    made.levels = {};
    made.tiles_hash = 0;
    for (int cell = 0; cell < cell_count; ++cell) {
        for (int level = 0; level < height(state, cell); ++level) {
            const Tile tile = tile_at(state, cell, level);
            const bool change = swap && tile != Tile::neutral;
            const Tile laid = !change ? tile : tile == Tile::blue ? Tile::pink : Tile::blue;
            put(made, map[static_cast<std::size_t>(cell)], laid);
        }
    }
    if (swap) {
        made.mover = opponent(state.mover);
        if (state.last_mover >= 0) made.last_mover = static_cast<std::int8_t>(1 - state.last_mover);
    }
    return made;
}

}  // namespace springtide::test
