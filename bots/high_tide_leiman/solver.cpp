#include "bots/high_tide_leiman/solver.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "bots/high_tide_leiman/after.hpp"

namespace springtide::high_tide_leiman {

namespace {

/// The endings there can be, on the scale of SearchBoard::value: seven tiles of a colour may be visible (L1), and
/// equal numbers are decided by L10 or L11.
constexpr std::array<int, 16> values = {-14, -12, -10, -8, -6, -4, -2, -1, 1, 2, 4, 6, 8, 10, 12, 14};
constexpr std::size_t least_win = 8;  ///< of blue: the first of `values` above 0

constexpr Seat winner_of(int value) { return value > 0 ? seat_blue : seat_pink; }
constexpr Ending ending_of(int value) { return {.winner = winner_of(value), .margin = value / 2}; }

}  // namespace

void Solver::clear() {
    table_.clear();
    experience_ = {};
    count_.clear();
}

/// Is the round, played well by both, going to end above `bar` for blue? If somebody can still move, root_choice_ is
/// then a move that keeps it so, or the hardest to refute.
bool Solver::ends_above(const State& state, int bar) {
    assert(state.phase == Phase::moving);
    bar_ = bar;
    bar_key_ = bar == 0 ? 0 : mix(static_cast<std::uint64_t>(bar + 64));
    board_ = search_board(state, outlines_);
    if (board_.movers(state.mover) == 0) return board_.value(opponent(state.mover)) > bar;
    root_effort_ = 0;
    return mover_succeeds(state.mover) == (state.mover == seat_blue);
}

/// From the middle of the scale outwards: most rounds end close.
int Solver::value_of(const State& state) {
    std::size_t at = least_win;
    if (ends_above(state, 0)) {
        while (at + 1 < values.size() && !count_.broken_off() && ends_above(state, values[at + 1] - 1)) ++at;
    } else {
        --at;
        while (at > 0 && !count_.broken_off() && !ends_above(state, values[at] - 1)) --at;
    }
    return values[at];
}

std::optional<Proof> Solver::prove(const State& state) {
    count_.begin_question();
    const bool blue = ends_above(state, 0);
    if (count_.broken_off()) return std::nullopt;
    return Proof{.winner = blue ? seat_blue : seat_pink, .action = action_of(root_choice_)};
}

std::optional<Seat> Solver::winner(const State& state) {
    const auto proof = prove(state);
    return proof ? std::optional(proof->winner) : std::nullopt;
}

std::optional<Ending> Solver::ending(const State& state) {
    count_.begin_question();
    const int value = value_of(state);
    return count_.broken_off() ? std::nullopt : std::optional(ending_of(value));
}

std::optional<MoveResults<Seat>> Solver::move_winners(const State& state) {
    count_.begin_question();
    MoveResults<Seat> results;
    for (const Action action : legal_actions(state, state.mover)) {
        results.push_back({action, ends_above(after(state, action), 0) ? seat_blue : seat_pink});
        if (count_.broken_off()) return std::nullopt;
    }
    return results;
}

/// Moves that leave few replies first: they win most often, and are refuted most quickly where they do not.
std::optional<std::size_t> Solver::winning_moves(const State& state, std::size_t limit) {
    count_.begin_question();
    struct Candidate {
        int replies;
        Action action;
    };
    FixedList<Candidate, State::ActionList::capacity()> candidates;
    for (const Action action : legal_actions(state, state.mover)) {
        const State next = after(state, action);
        candidates.push_back({std::popcount(search_board(next, outlines_).movers(next.mover)), action});
    }
    std::ranges::sort(candidates, {}, [](const Candidate& one) { return std::pair(one.replies, one.action); });
    std::size_t count = 0;
    for (const auto& candidate : candidates) {
        if (count == limit) break;
        if (ends_above(after(state, candidate.action), 0) == (state.mover == seat_blue)) ++count;
        if (count_.broken_off()) return std::nullopt;
    }
    return count;
}

std::optional<MoveResults<Ending>> Solver::move_endings(const State& state) {
    count_.begin_question();
    MoveResults<Ending> results;
    for (const Action action : legal_actions(state, state.mover)) {
        results.push_back({action, ending_of(value_of(after(state, action)))});
        if (count_.broken_off()) return std::nullopt;
    }
    return results;
}

/// Follows root_choice_ to the end of the round; each side asks about its own side of `value`.
std::optional<Solver::Line> Solver::line_of(const State& state, int bar_of_blue, int bar_of_pink) {
    Line line;
    for (State now = state;;) {
        ends_above(now, now.mover == seat_blue ? bar_of_blue : bar_of_pink);
        if (count_.broken_off()) return std::nullopt;
        if (board_.movers(now.mover) == 0) return line;
        line.push_back(action_of(root_choice_));
        now = after(now, line[line.size() - 1]);
    }
}

std::optional<Solver::Line> Solver::winning_line(const State& state) {
    count_.begin_question();
    return line_of(state, 0, 0);
}

std::optional<Solver::Line> Solver::best_line(const State& state) {
    count_.begin_question();
    const int value = value_of(state);
    if (count_.broken_off()) return std::nullopt;
    return line_of(state, value - 1, value);
}

}  // namespace springtide::high_tide_leiman
