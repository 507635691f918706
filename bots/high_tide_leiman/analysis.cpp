#include "bots/high_tide_leiman/analysis.hpp"

#include <algorithm>
#include <tuple>

namespace springtide::high_tide_leiman {

void sort_best_first(MoveResults<Ending>& moves, Seat mover) {
    const int sign = mover == seat_blue ? 1 : -1;
    std::ranges::sort(moves, {}, [=](const MoveResult<Ending>& move) {
        return std::tuple(move.found.winner != mover, -sign * move.found.margin, move.action);
    });
}

std::optional<Analysis> analyse(Solver& solver, const State& state) {
    const auto ending = solver.ending(state);
    if (!ending) return std::nullopt;
    auto moves = solver.move_endings(state);
    if (!moves) return std::nullopt;
    const auto line = solver.best_line(state);
    if (!line) return std::nullopt;
    sort_best_first(*moves, state.mover);
    return Analysis{.ending = *ending, .moves = *moves, .line = *line};
}

}  // namespace springtide::high_tide_leiman
