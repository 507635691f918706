#include "bots/high_tide_leiman/perfect.hpp"

#include <limits>
#include <utility>

#include "bots/high_tide_leiman/after.hpp"
#include "bots/high_tide_leiman/book.hpp"
#include "bots/high_tide_leiman/length_solver.hpp"
#include "bots/high_tide_leiman/lookahead.hpp"
#include "bots/high_tide_leiman/solver.hpp"

namespace springtide::high_tide_leiman {

namespace {

/// Positions that may be searched for the hardest problem, and again for the longest resistance: some tenths of a
/// second.
constexpr std::uint64_t problem_nodes = 1'000'000;
/// Many questions are asked about one position, so the table is larger than for one.
constexpr std::size_t table_bytes = std::size_t{1} << 22U;
/// In so little time a large table is not filled, and only making it would take a fifth of the time.
constexpr int brief_milliseconds = 20;
/// The rest is for a look ahead if the proof does not come to an end.
constexpr double share_of_proof = 0.7;
/// Positions that a proof may take independent of the clock: half as many again as the book leaves to a search. A
/// processor that is busy elsewhere then delays a move, but never costs a win.
constexpr std::uint64_t certain_nodes = book_nodes + book_nodes / 2;
/// Some tenths of a millisecond between two looks at the clock.
constexpr std::uint64_t watch_interval = 1024;
constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// Lets a solver work until a share of the budget or a number of positions is used up, and counts for the budget. The
/// first `certain` positions are searched in any case.
template <class AnySolver>
class Watched {
  public:
    Watched(AnySolver& solver, Budget* budget, double share, std::uint64_t nodes, std::uint64_t certain = 0)
        : solver_(solver),
          budget_(budget),
          share_(share),
          counted_(solver.nodes()),
          certain_(solver.nodes() + certain),
          most_(no_limit) {
        if (nodes != no_limit) most_ = solver.nodes() + nodes;
        solver_.set_watch([](void* self, std::uint64_t so_far) { return static_cast<Watched*>(self)->goes_on(so_far); },
                          this, watch_interval);
    }
    ~Watched() { solver_.set_watch(nullptr, nullptr); }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

  private:
    bool goes_on(std::uint64_t so_far) {
        if (so_far >= most_) return false;
        if (budget_ == nullptr) return true;
        // A solver of lengths uses another one for the winner, which has a smaller count of its own.
        if (so_far > counted_) budget_->count(so_far - std::exchange(counted_, so_far));
        return so_far < certain_ || !budget_->spent(share_);
    }

    AnySolver& solver_;
    Budget* budget_;
    double share_;
    std::uint64_t counted_;
    std::uint64_t certain_;
    std::uint64_t most_;
};

/// The round after a move, as if it were the whole match.
State round_after(const State& state, Action action) {
    State next = state;
    next.options.stones = 1;
    next.stones = {};
    apply(next, state.mover, action);
    return next;
}

using Candidates = FixedList<Action, State::ActionList::capacity()>;

/// The moves of a lost position after which the fewest answers win: the opponent has to find one of them. `first` is
/// looked at first.
Candidates hardest_problems(Solver& solver, const State& state, Action first, Budget* budget) {
    const Watched watched(solver, budget, 1, problem_nodes);
    Candidates chosen;
    std::size_t fewest = State::ActionList::capacity();
    const auto consider = [&](Action action) {
        const State next = round_after(state, action);
        if (next.phase != Phase::moving) return true;  // the round is over, and lost
        const auto answers = solver.winning_moves(next, fewest + 1);
        if (!answers || *answers > fewest) return answers.has_value();
        if (*answers < fewest) chosen.clear();
        fewest = *answers;
        chosen.push_back(action);
        return true;
    };
    if (consider(first))
        for (const Action action : legal_actions(state, state.mover))
            if (action != first && !consider(action)) break;
    if (chosen.empty()) chosen.push_back(first);
    return chosen;
}

/// Of several moves of a lost position the one with which the loser can hold out longest; the earliest of equal ones.
Action longest_resistance(const State& state, const Candidates& moves, Budget* budget) {
    Action chosen = moves[0];
    if (moves.size() == 1) return chosen;
    LengthSolver solver;
    const Watched watched(solver, budget, 1, problem_nodes);
    std::size_t longest = 0;
    for (const Action action : moves) {
        const State next = round_after(state, action);
        if (longest > 0) {  // one question is cheaper than the length
            const auto longer = solver.lasts_longer(next, static_cast<int>(longest));
            if (!longer) break;
            if (!*longer) continue;
        }
        const auto forced = solver.forced_win(next);
        if (!forced) break;
        longest = forced->length;
        chosen = action;
    }
    return chosen;
}

/// To win by as much as can be forced, or as far as the budget lets see.
std::vector<Action> line_of_winner(Solver& solver, const State& state, Action first, Budget* budget) {
    const Watched watched(solver, budget, 1, no_limit);
    const auto line = solver.best_line(state);
    return line ? std::vector<Action>(line->begin(), line->end()) : std::vector{first};
}

std::vector<Action> line_of_loser(Solver& solver, const State& state, Action first, Budget* budget) {
    std::vector<Action> line = {longest_resistance(state, hardest_problems(solver, state, first, budget), budget)};
    const Watched watched(solver, budget, 1, no_limit);
    if (const auto rest = solver.winning_line(after(state, line.front())))
        line.insert(line.end(), rest->begin(), rest->end());
    return line;
}

/// Keeps the budget for the rest of the round.
Choice<Action> play_by_the_book(Solver& solver, const State& state, Action action, Budget* budget) {
    Choice<Action> choice{.action = action, .exact = true, .winner = state.mover, .line = {action}};
    const Watched watched(solver, budget, 1, no_limit);
    if (const auto rest = solver.best_line(after(state, action)))
        choice.line.insert(choice.line.end(), rest->begin(), rest->end());
    return choice;
}

Choice<Action> play(const State& state, Budget* budget, std::size_t bytes, std::uint64_t certain) {
    Solver solver(bytes);
    if (budget != nullptr)  // without one there is time to win by as much as can be forced
        if (const auto known = look_up(state); known && known->winner == state.mover)
            return play_by_the_book(solver, state, known->action, budget);
    std::optional<Proof> proof;
    {
        const Watched watched(solver, budget, share_of_proof, no_limit, certain);
        proof = solver.prove(state);
    }
    if (!proof) return {.action = look_until_spent(state, *budget)};  // only a budget breaks a proof off
    Choice<Action> choice{.action = proof->action, .exact = true, .winner = proof->winner};
    choice.line = proof->winner == state.mover ? line_of_winner(solver, state, proof->action, budget)
                                               : line_of_loser(solver, state, proof->action, budget);
    choice.action = choice.line.front();
    return choice;
}

}  // namespace

Choice<Action> play_perfectly(const Seen<State>& seen, const BotRequest& request) {
    if (!request.milliseconds && !request.nodes) return play(seen.state(), nullptr, table_bytes, 0);
    Budget budget(request, 0, no_limit);
    if (request.nodes) return play(seen.state(), &budget, table_bytes, 0);
    const bool brief = *request.milliseconds <= brief_milliseconds;
    return play(seen.state(), &budget, brief ? Solver::default_table_bytes : table_bytes, certain_nodes);
}

std::optional<Seat> proven_winner(const State& state, const BotRequest& request) {
    if (const auto known = look_up(state)) return known->winner;
    Solver solver(table_bytes);
    if (!request.milliseconds && !request.nodes) return solver.winner(state);
    Budget budget(request, 0, no_limit);
    const Watched watched(solver, &budget, 1, no_limit);
    return solver.winner(state);
}

}  // namespace springtide::high_tide_leiman
