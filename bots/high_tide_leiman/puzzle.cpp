#include "bots/high_tide_leiman/puzzle.hpp"

#include <algorithm>
#include <array>

#include "bots/high_tide_leiman/after.hpp"
#include "bots/high_tide_leiman/lookahead.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"

namespace springtide::high_tide_leiman {

namespace {

constexpr std::size_t fewest_moves = 6;
constexpr int moves_before_puzzle = 4;

/// The best-looking move for a player that looks so far ahead and misjudges nothing.
Action looks_best(const State& state, int moves_ahead) {
    Random unused(0);
    const Skill skill{.moves_ahead = moves_ahead, .error = 0, .works_out = 0};
    return look_ahead(observe(state, Observer::seat(state.mover)), skill, unused).action;
}

int rate(const State& state, Action solution) {
    for (int moves_ahead = hardest_rating - 1; moves_ahead > 0; --moves_ahead)
        if (looks_best(state, moves_ahead) != solution) return moves_ahead + 1;
    return 1;
}

}  // namespace

std::optional<Puzzle> puzzle_of(Solver& solver, const State& state) {
    if (legal_actions(state, state.mover).size() < fewest_moves) return std::nullopt;
    const auto winners = *solver.move_winners(state);
    if (std::ranges::count(winners, state.mover, &MoveResult<Seat>::found) != 1) return std::nullopt;
    const Action solution = std::ranges::find(winners, state.mover, &MoveResult<Seat>::found)->action;
    if (!has_move(after(state, solution), opponent(state.mover))) return std::nullopt;
    return Puzzle{.state = state, .solution = solution, .rating = rate(state, solution)};
}

std::vector<Puzzle> make_puzzles(std::size_t per_rating, Random& random) {
    std::vector<Puzzle> puzzles;
    std::array<std::size_t, hardest_rating + 1> made{};
    Solver solver;
    while (puzzles.size() < per_rating * hardest_rating) {
        State state = first_position(draw_setup(random));
        solver.clear();
        for (int played = 0; state.phase == Phase::moving; ++played) {
            if (played >= moves_before_puzzle) {
                const auto puzzle = puzzle_of(solver, state);
                if (puzzle && made[static_cast<std::size_t>(puzzle->rating)] < per_rating) {
                    ++made[static_cast<std::size_t>(puzzle->rating)];
                    puzzles.push_back(*puzzle);
                    break;
                }
            }
            const auto seen = observe(state, Observer::seat(state.mover));
            apply(state, state.mover, look_ahead(seen, medium_skill, random).action);
        }
    }
    std::ranges::sort(puzzles, {}, [](const Puzzle& puzzle) { return std::pair(puzzle.rating, hash(puzzle.state)); });
    return puzzles;
}

}  // namespace springtide::high_tide_leiman
