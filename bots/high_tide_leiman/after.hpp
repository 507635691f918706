#pragma once

#include "rules/high_tide_leiman/moves.hpp"

namespace springtide::high_tide_leiman {

/// The board after a move with the other to move, whether or not they can: no round ends here (rules::apply ends it).
inline State after(const State& state, Action action) {
    State next = state;
    move_tile(next, bit_of_cell[action.from], bit_of_cell[action.to]);
    next.last_mover = static_cast<std::int8_t>(state.mover);
    next.mover = opponent(state.mover);
    return next;
}

}  // namespace springtide::high_tide_leiman
