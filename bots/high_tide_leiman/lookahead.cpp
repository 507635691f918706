#include "bots/high_tide_leiman/lookahead.hpp"

#include <algorithm>
#include <bit>

#include "bots/high_tide_leiman/after.hpp"
#include "bots/high_tide_leiman/solver.hpp"

namespace springtide::high_tide_leiman {

namespace {

constexpr int won = 10'000;
constexpr int longest_look = 60;  // no round is longer

/// In tenths of a visible tile, for the mover.
int feeling(const State& state, const Moves& own_moves) {
    const Seat other = opponent(state.mover);
    const int mobility = std::popcount(own_moves.movers()) - std::popcount(moves_of(state, other).movers());
    return 10 * (visible(state, state.mover) - visible(state, other)) + 4 * mobility;
}

/// With a budget it may be broken off: then the budget is spent, and the answer means nothing.
int judge(const State& state, int moves_ahead, int alpha, int beta, Budget* budget = nullptr) {
    if (budget != nullptr && moves_ahead >= 2) {  // below that it is quicker than to look at a clock
        budget->count(1);
        if (budget->spent(1)) return 0;
    }
    const Moves moves = moves_of(state, state.mover);
    if (moves.movers() == 0) return round_result(state).winner == state.mover ? won + moves_ahead : -won - moves_ahead;
    if (moves_ahead == 0) return feeling(state, moves);
    int best = -2 * won;
    for_each_move(moves, [&](int from, int to) {
        if (best >= beta) return;
        const Action action{cell_of_bit(from), cell_of_bit(to)};
        best = std::max(best, -judge(after(state, action), moves_ahead - 1, -beta, -std::max(alpha, best), budget));
    });
    return best;
}

/// The best move so many moves ahead; nothing if the budget did not last that long.
std::optional<Action> best_of(const State& state, int moves_ahead, Action first, Budget& budget) {
    Action chosen = first;
    int best = -judge(after(state, first), moves_ahead - 1, -2 * won, 2 * won, &budget);
    for (const Action action : legal_actions(state, state.mover)) {
        if (action == first) continue;
        const int worth = -judge(after(state, action), moves_ahead - 1, -2 * won, -best, &budget);
        if (worth <= best) continue;
        best = worth;
        chosen = action;
    }
    return budget.spent(1) ? std::nullopt : std::optional(chosen);
}

/// The proof, if it takes at most so many positions.
std::optional<Proof> work_out(const State& state, std::uint64_t nodes) {
    Solver solver(std::size_t{1} << 16U);
    solver.set_watch([](void*, std::uint64_t so_far) { return so_far <= 1; }, nullptr, nodes);
    return solver.prove(state);
}

}  // namespace

Choice<Action> look_ahead(const Seen<State>& seen, const Skill& skill, Random& random) {
    const State& state = seen.state();
    Choice<Action> choice;
    if (skill.works_out > 0) {
        if (const auto proof = work_out(state, skill.works_out); proof && proof->winner == state.mover) {
            choice.action = proof->action;
            return choice;
        }
    }
    int best = -3 * won;
    for (const Action action : legal_actions(state, state.mover)) {
        // Errors come before the look ahead is cut: a move judged by a bound would be judged wrongly.
        const int error = static_cast<int>(random.below(static_cast<std::uint32_t>(2 * skill.error + 1))) - skill.error;
        const int worth = -judge(after(state, action), skill.moves_ahead - 1, -2 * won, -(best - error)) + error;
        if (worth > best) {
            best = worth;
            choice.action = action;
        }
    }
    return choice;
}

Action look_until_spent(const State& state, Budget& budget) {
    Action chosen = legal_actions(state, state.mover)[0];
    for (int moves_ahead = 1; moves_ahead < longest_look; ++moves_ahead) {
        const auto best = best_of(state, moves_ahead, chosen, budget);
        if (!best) break;  // an incomplete search of this depth is worth less than a complete one of the depth before
        chosen = *best;
    }
    return chosen;
}

}  // namespace springtide::high_tide_leiman
