#include <limits>

#include "bots/high_tide_leiman/solver.hpp"

namespace springtide::high_tide_leiman {

namespace {

/// Stands for a move that succeeds: no refuted one took that long.
constexpr std::uint64_t best_effort = std::numeric_limits<std::uint64_t>::max();

constexpr std::uint64_t key(Seat mover, std::uint64_t tiles_hash) {
    return tiles_hash ^ (mover == seat_blue ? 0 : 0xD6E8FEB86659FD93ULL);
}

constexpr Score undecided = -1;

}  // namespace

void Solver::note_at_root(Hop hop, std::uint64_t effort) {
    if (effort < root_effort_) return;
    root_choice_ = hop;
    root_effort_ = effort;
}

/// Lists the hops that need a search. Those that end the round and those whose result is known are judged at once: the
/// answer is what one of them gives that is enough, or nothing; queue.best_of_others is what the others give at most.
template <Seat mover>
Score Solver::list_hops(int ply, Score want, Hop before, HopQueue& queue) {
    constexpr Seat other = opponent(mover);
    Score enough = undecided;
    Score best = 0;
    any_hop<mover>(
        board_, outlines_, [&queue]() -> HopEffect& { return queue.room(); },
        [&](const HopEffect& effect) {
            Score most;
            std::uint64_t effort = 0;
            if (effect.replies() == 0) {
                most = score_of_value(value_after<mover>(board_, effect), mover);
                if (most >= want) enough = most;
            } else {
                const ScoreBounds known = table_.find(key(other, effect.hash));
                most = top_score - known.least;
                if (top_score - known.most >= want) {
                    enough = top_score - known.most;
                } else if (most >= want) {
                    queue.keep(first_score(effect, before, winning_weights));
                    return false;
                }
                effort = 1;
            }
            if (ply == 0) note_at_root(effect.hop, enough == undecided ? effort : best_effort);
            best = std::max(best, most);
            return enough != undecided;
        });
    queue.best_of_others = best;
    return enough;
}

/// Does the mover get `want`? If so, the answer is a score, at least that, which they get; if not, a score below it
/// which they get at most.
template <Seat mover>
Score Solver::search(int ply, Score want, Hop before) {
    constexpr Seat other = opponent(mover);
    if (!count_.visit()) return 0;
    const std::uint64_t nodes_before = count_.nodes();

    HopQueue& queue = queues_[static_cast<std::size_t>(ply)];
    queue.clear();
    if (const Score at_once = list_hops<mover>(ply, want, before, queue); at_once != undecided) {
        table_.keep(key(mover, board_.hash), {.least = at_once}, 0);
        return at_once;
    }
    Score best = queue.best_of_others;
    experience_.raise_scores(queue, mover, ply, before, winning_weights);
    for (std::size_t tried = 0; tried < queue.size(); ++tried) {
        const HopEffect& effect = queue.take(tried);
        const std::uint64_t nodes_before_hop = count_.nodes();
        const Followed undo = follow<mover>(board_, effect);
        const Score found = top_score - search<other>(ply + 1, top_score + 1 - want, effect.hop);
        take_back<mover>(board_, effect, undo);
        if (count_.broken_off()) return 0;
        if (ply == 0) note_at_root(effect.hop, found < want ? count_.nodes() - nodes_before_hop : best_effort);
        if (found >= want) {
            experience_.learn(queue, tried, mover, ply, before);
            table_.keep(key(mover, board_.hash), {.least = found}, count_.nodes() - nodes_before);
            return found;
        }
        best = std::max(best, found);
    }
    table_.keep(key(mover, board_.hash), {.most = best}, count_.nodes() - nodes_before);
    return best;
}

/// Does the mover get `want` in a round that is not over? As search(); root_choice_ is then a move that gives it, or
/// the one that was hardest to refute.
Score Solver::ask(const State& state, Score want) {
    board_ = search_board(state, outlines_);
    root_effort_ = 0;
    return state.mover == seat_blue ? search<seat_blue>(0, want, {}) : search<seat_pink>(0, want, {});
}

}  // namespace springtide::high_tide_leiman
