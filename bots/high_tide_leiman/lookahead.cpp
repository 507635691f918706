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

/// Positions that may be searched for the hardest problem: a fraction of a second.
constexpr std::uint64_t problem_nodes = 1'000'000;
/// The perfect player asks many questions about one position, so more is kept than for one.
constexpr std::size_t perfect_table_bytes = std::size_t{1} << 22U;

/// A move of a lost position after which the fewest answers win: the opponent has to find one of them. Of equal ones
/// the one that was hardest to refute, which is `first`.
Action hardest_problem(Solver& solver, const State& state, Action first) {
    std::uint64_t limit = solver.nodes() + problem_nodes;
    solver.set_watch([](void* most, std::uint64_t nodes) { return nodes < *static_cast<const std::uint64_t*>(most); },
                     &limit);
    Action chosen = first;
    std::size_t fewest = State::ActionList::capacity();
    const auto consider = [&](Action action) {
        State next = state;
        next.options.stones = 1;  // the round is all that counts
        next.stones = {};
        apply(next, state.mover, action);
        if (next.phase != Phase::moving) return true;  // the round is over, and lost
        const auto answers = solver.winning_moves(next, fewest);
        if (answers && *answers < fewest) {
            fewest = *answers;
            chosen = action;
        }
        return answers.has_value();
    };
    if (consider(first))
        for (const Action action : legal_actions(state, state.mover))
            if (action != first && !consider(action)) break;
    solver.set_watch(nullptr, nullptr);
    return chosen;
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
    const State& state = seen.state;
    Solver solver(perfect_table_bytes);
    const auto proof = *solver.prove(state);  // nobody watches, so nobody breaks it off
    Choice<Action> choice;
    choice.exact = true;
    choice.winner = proof.winner;
    if (proof.winner == state.mover) {
        const auto line = *solver.best_line(state);
        choice.line.assign(line.begin(), line.end());
    } else {
        choice.line.push_back(hardest_problem(solver, state, proof.action));
        const auto line = *solver.winning_line(after(state, choice.line.front()));
        choice.line.insert(choice.line.end(), line.begin(), line.end());
    }
    choice.action = choice.line.front();
    return choice;
}

}  // namespace springtide::high_tide_leiman
