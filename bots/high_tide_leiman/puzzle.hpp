#pragma once

#include <optional>
#include <vector>

#include "bots/high_tide_leiman/solver.hpp"

namespace springtide::high_tide_leiman {

/// A position with exactly one winning move.
struct Puzzle {
    State state;
    Action solution;
    int rating;  ///< 1 to 5: how many moves ahead one must look before the move looks best and goes on doing so
};

inline constexpr int hardest_rating = 5;

/// The puzzle of this position, if exactly one of at least six moves wins and the round does not end with it.
std::optional<Puzzle> puzzle_of(Solver& solver, const State& state);

/// Puzzles as they come up between players of some skill, drawn until there are `per_rating` of each rating; at most
/// one from each round, the easiest first.
std::vector<Puzzle> make_puzzles(std::size_t per_rating, Random& random);

}  // namespace springtide::high_tide_leiman
