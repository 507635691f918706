#pragma once

#include <optional>

#include "bots/high_tide_leiman/solver.hpp"

namespace springtide::high_tide_leiman {

/// The full solution of a position with a player to move.
struct Analysis {
    Ending ending;
    MoveResults<Ending> moves;  ///< the best first
    Solver::Line line;          ///< best play to the end of the round
};

/// The best of the mover first, equal ones in the order of their cells.
void sort_best_first(MoveResults<Ending>& moves, Seat mover);

/// Nothing if the solver's watch broke it off.
std::optional<Analysis> analyse(Solver& solver, const State& state);

}  // namespace springtide::high_tide_leiman
