#include "bots/high_tide_leiman/lookahead.hpp"

#include <algorithm>
#include <bit>

#include "bots/high_tide_leiman/after.hpp"
#include "bots/high_tide_leiman/solver.hpp"

namespace springtide::high_tide_leiman {

namespace {

constexpr int won = 10'000;

/// In tenths of a visible tile, for the mover.
int feeling(const State& state, const Moves& own_moves) {
    const Seat other = opponent(state.mover);
    const int mobility = std::popcount(own_moves.movers()) - std::popcount(moves_of(state, other).movers());
    return 10 * (visible(state, state.mover) - visible(state, other)) + 4 * mobility;
}

int judge(const State& state, int moves_ahead, int alpha, int beta) {
    const Moves moves = moves_of(state, state.mover);
    if (moves.movers() == 0) return round_result(state).winner == state.mover ? won + moves_ahead : -won - moves_ahead;
    if (moves_ahead == 0) return feeling(state, moves);
    int best = -2 * won;
    for_each_move(moves, [&](int from, int to) {
        if (best >= beta) return;
        const Action action{cell_of_bit(from), cell_of_bit(to)};
        best = std::max(best, -judge(after(state, action), moves_ahead - 1, -beta, -std::max(alpha, best)));
    });
    return best;
}

/// The proof, if it takes at most so many positions.
std::optional<Proof> work_out(const State& state, std::uint64_t nodes) {
    Solver solver(std::size_t{1} << 16U);
    solver.set_watch([](void*, std::uint64_t so_far) { return so_far <= 1; }, nullptr, nodes);
    return solver.prove(state);
}

}  // namespace

Choice<Action> look_ahead(const Seen<State>& seen, const Skill& skill, Random& random) {
    const State& state = seen.state;
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

Choice<Action> play_perfectly(const Seen<State>& seen) {
    Solver solver;
    const auto proof = *solver.prove(seen.state);  // nobody watches, so nobody breaks it off
    const auto line = *solver.winning_line(seen.state);
    Choice<Action> choice;
    choice.action = proof.action;
    choice.exact = true;
    choice.winner = proof.winner;
    choice.line.assign(line.begin(), line.end());
    return choice;
}

}  // namespace springtide::high_tide_leiman
