#include "bots/high_tide_leiman/solver.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "bots/high_tide_leiman/after.hpp"

namespace springtide::high_tide_leiman {

namespace {

Seat winner_of(const State& state, Score score) { return score >= least_win ? state.mover : opponent(state.mover); }

/// From what the mover gets.
Ending ending_of(const State& state, Score score) {
    const int margin = score >= least_win ? score - least_win : score - (least_win - 1);
    return {.winner = winner_of(state, score), .margin = state.mover == seat_blue ? margin : -margin};
}

}  // namespace

void Solver::clear() {
    table_.clear();
    experience_ = {};
    count_.clear();
}

/// The mover's score, found from `guess` outwards: every answer is a bound for the next question. The mover may be
/// stuck: then the other made the last move (L11).
Score Solver::score_of(const State& state, Score guess) {
    board_ = search_board(state, outlines_);
    if (board_.movers(state.mover) == 0) return score_of_value(board_.value(opponent(state.mover)), state.mover);
    ScoreBounds bounds;
    for (Score want = guess; bounds.least < bounds.most && !count_.broken_off();) {
        const Score found = ask(state, want);
        if (found >= want)
            bounds.least = found;
        else
            bounds.most = found;
        want = found >= want ? found + 1 : found;
    }
    return bounds.least;
}

bool Solver::is_stuck(const State& state) { return search_board(state, outlines_).movers(state.mover) == 0; }

/// Does the mover win? The mover may be stuck.
Score Solver::score_after(const State& state) {
    return is_stuck(state) ? score_of(state, least_win) : ask(state, least_win);
}

std::optional<Proof> Solver::prove(const State& state) {
    count_.begin_question();
    const Score found = ask(state, least_win);
    if (count_.broken_off()) return std::nullopt;
    return Proof{.winner = winner_of(state, found), .action = action_of(root_choice_)};
}

std::optional<Seat> Solver::winner(const State& state) {
    const auto proof = prove(state);
    return proof ? std::optional(proof->winner) : std::nullopt;
}

std::optional<Ending> Solver::ending(const State& state) {
    count_.begin_question();
    const Score found = score_of(state, least_win);
    return count_.broken_off() ? std::nullopt : std::optional(ending_of(state, found));
}

std::optional<bool> Solver::gets(const State& state, Score want) {
    count_.begin_question();
    const Score found = ask(state, want);
    return count_.broken_off() ? std::nullopt : std::optional(found >= want);
}

std::optional<Action> Solver::move_for(const State& state, Score want) {
    count_.begin_question();
    ask(state, want);
    return count_.broken_off() ? std::nullopt : std::optional(action_of(root_choice_));
}

std::optional<MoveResults<Seat>> Solver::move_winners(const State& state) {
    count_.begin_question();
    MoveResults<Seat> results;
    for (const Action action : legal_actions(state, state.mover)) {
        const State next = after(state, action);
        results.push_back({action, winner_of(next, score_after(next))});
        if (count_.broken_off()) return std::nullopt;
    }
    return results;
}

/// Moves that leave few replies first: they win most often, and the losing ones are refuted quickly.
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
        if (score_after(after(state, candidate.action)) < least_win) ++count;
        if (count_.broken_off()) return std::nullopt;
    }
    return count;
}

std::optional<MoveResults<Ending>> Solver::move_endings(const State& state) {
    count_.begin_question();
    MoveResults<Ending> results;
    for (const Action action : legal_actions(state, state.mover)) {
        const State next = after(state, action);
        results.push_back({action, ending_of(next, score_of(next, least_win))});
        if (count_.broken_off()) return std::nullopt;
    }
    return results;
}

std::optional<MoveResults<Score>> Solver::winning_scores(const State& state) {
    count_.begin_question();
    MoveResults<Score> results;
    for (const Action action : legal_actions(state, state.mover)) {
        const State next = after(state, action);
        Score found = score_after(next);
        if (found < least_win) found = score_of(next, found);
        results.push_back({action, top_score - found});
        if (count_.broken_off()) return std::nullopt;
    }
    return results;
}

/// Follows root_choice_ to the end of the round; each side asks for what it wants.
std::optional<Solver::Line> Solver::line_of(const State& state, Score blue_wants, Score pink_wants) {
    Line line;
    for (State now = state; !is_stuck(now);) {
        ask(now, now.mover == seat_blue ? blue_wants : pink_wants);
        if (count_.broken_off()) return std::nullopt;
        line.push_back(action_of(root_choice_));
        now = after(now, line[line.size() - 1]);
    }
    return line;
}

std::optional<Solver::Line> Solver::winning_line(const State& state) {
    count_.begin_question();
    return line_of(state, least_win, least_win);
}

std::optional<Solver::Line> Solver::best_line(const State& state) {
    count_.begin_question();
    const Score found = score_of(state, least_win);
    if (count_.broken_off()) return std::nullopt;
    const Score of_blue = state.mover == seat_blue ? found : top_score - found;
    return line_of(state, of_blue, top_score - of_blue);
}

}  // namespace springtide::high_tide_leiman
