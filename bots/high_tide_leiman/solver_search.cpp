#include <algorithm>
#include <array>
#include <limits>

#include "bots/high_tide_leiman/learned_score.hpp"
#include "bots/high_tide_leiman/solver.hpp"

namespace springtide::high_tide_leiman {

namespace {

/// Stands for a move that succeeds: no refuted one took that long.
constexpr std::uint64_t best_effort = std::numeric_limits<std::uint64_t>::max();

constexpr std::uint64_t key(Seat mover, std::uint64_t tiles_hash) {
    return tiles_hash ^ (mover == seat_blue ? 0 : 0xD6E8FEB86659FD93ULL);
}

constexpr Score undecided = -1;

/// Near the root a wrong hop costs thousands of positions, so those with the best scores are looked at more closely: so
/// many of them at each of these plies.
constexpr std::array<std::size_t, 5> looked_at_by_ply = {12, 9, 7, 6, 5};

/// Puts the hops that were not looked at behind the others.
constexpr int far_behind = 100'000;

}  // namespace

void Solver::note_at_root(Hop hop, std::uint64_t effort) {
    if (effort < root_effort_) return;
    root_choice_ = hop;
    root_effort_ = effort;
}

/// Lists the hops that need a search, and judges those that end the round or have a known result at once: the answer is
/// a sufficient result among them, or nothing; queue.best_of_others is the highest result of the others. Reads the
/// table only when all hops are listed, so that the memory has had time to bring its rows.
template <Seat mover>
Score Solver::list_hops(int ply, Score want, HopQueue& queue) {
    constexpr Seat other = opponent(mover);
    Score enough = undecided;
    Score best = 0;
    const auto judge = [&](Hop hop, Score most, bool is_enough, std::uint64_t effort) {
        if (is_enough) enough = most;
        if (ply == 0) note_at_root(hop, is_enough ? best_effort : effort);
        best = std::max(best, most);
        return is_enough;
    };
    any_hop<mover>(
        board_, outlines_, [&queue]() -> HopEffect& { return queue.room(); },
        [&](const HopEffect& effect) {
            if (effect.replies() == 0) {
                const Score gets = score_of_value(value_after<mover>(board_, effect), mover);
                return judge(effect.hop, gets, gets >= want, 0);
            }
            table_.expect(key(other, effect.hash));
            queue.list();
            return false;
        });
    if (enough != undecided) return enough;

    std::size_t kept = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const HopEffect& effect = queue.listed(i);
        const ScoreBounds known = table_.find(key(other, effect.hash));
        const Score least = top_score - known.most;
        const Score most = top_score - known.least;
        if (least >= want) {
            judge(effect.hop, least, true, 1);
            return enough;
        }
        if (most >= want)
            queue.place(kept++, i);
        else
            judge(effect.hop, most, false, 1);
    }
    queue.cut(kept);
    queue.best_of_others = best;
    return undecided;
}

/// Gives the hops of a queue their scores. Not inlined: the search is faster without it among its registers.
template <Seat mover>
[[gnu::noinline]] void Solver::order_hops(HopQueue& queue, int ply, Score want, Hop before) {
    if (onlooker_ != nullptr)
        onlooker_(onlooker_context_, {.board = board_, .mover = mover, .want = want, .before = before, .ply = ply});
    for (std::size_t place = 0; place < queue.size(); ++place)
        queue.raise_score(place, learned_score<mover>(board_, queue.at(place), before, want));
    experience_.raise_scores(queue, ply, before, winning_weights);

    const auto near = static_cast<std::size_t>(ply);
    if (near >= looked_at_by_ply.size()) return;
    const std::size_t looked_at = std::min(queue.size(), looked_at_by_ply[near]);
    for (std::size_t place = 0; place < looked_at; ++place) {
        const HopEffect& effect = queue.take(place);
        const Followed undo = follow<mover>(board_, effect);
        const int score = neighbour_score<mover>(board_);
        take_back<mover>(board_, effect, undo);
        queue.raise_score(place, score);
    }
    for (std::size_t place = looked_at; place < queue.size(); ++place) queue.raise_score(place, far_behind);
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
    if (const Score at_once = list_hops<mover>(ply, want, queue); at_once != undecided) {
        table_.keep(key(mover, board_.hash), {.least = at_once}, 0);
        return at_once;
    }
    Score best = queue.best_of_others;
    if (queue.size() > 1) order_hops<mover>(queue, ply, want, before);
    for (std::size_t tried = 0; tried < queue.size(); ++tried) {
        const HopEffect& effect = queue.take(tried);
        const std::uint64_t nodes_before_hop = count_.nodes();
        const Followed undo = follow<mover>(board_, effect);
        const Score found = top_score - search<other>(ply + 1, top_score + 1 - want, effect.hop);
        take_back<mover>(board_, effect, undo);
        if (count_.broken_off()) return 0;
        if (ply == 0) note_at_root(effect.hop, found < want ? count_.nodes() - nodes_before_hop : best_effort);
        if (found >= want) {
            experience_.learn(effect.hop, ply, before);
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
