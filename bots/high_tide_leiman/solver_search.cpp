#include <limits>

#include "bots/high_tide_leiman/solver.hpp"

namespace springtide::high_tide_leiman {

namespace {

/// Stands for a move that succeeds: no refuted one took that long.
constexpr std::uint64_t best_effort = std::numeric_limits<std::uint64_t>::max();

}  // namespace

std::uint64_t Solver::key(Seat mover, std::uint64_t tiles_hash) const {
    return tiles_hash ^ bar_key_ ^ (mover == seat_blue ? 0 : 0xD6E8FEB86659FD93ULL);
}

void Solver::note_at_root(Hop hop, std::uint64_t effort) {
    if (effort < root_effort_) return;
    root_choice_ = hop;
    root_effort_ = effort;
}

/// The mover succeeds with a move whose result needed no search.
bool Solver::found_at_once(Seat mover, int ply, Hop hop) {
    if (ply == 0) note_at_root(hop, best_effort);
    table_.keep(key(mover, board_.hash), true, 0);
    return true;
}

/// Lists the hops that need a search. Those that end the round and those whose result is known are judged at once; true
/// as soon as one of them succeeds.
template <Seat mover>
bool Solver::list_hops(int ply, Hop before, HopQueue& queue) {
    constexpr Seat other = opponent(mover);
    return any_hop<mover>(board_, outlines_, [&](const HopOutlook& outlook) {
        const Hop hop = outlook.hop;
        if (outlook.replies() == 0) {
            if (succeeds(mover, board_.value_after(hop, mover, outlines_))) return found_at_once(mover, ply, hop);
            if (ply == 0) note_at_root(hop, 0);
            return false;
        }
        const auto known = table_.find(key(other, outlook.hash));
        if (known == ProofTable::Known::failure) return found_at_once(mover, ply, hop);
        if (known == ProofTable::Known::success) {
            if (ply == 0) note_at_root(hop, 1);
            return false;
        }
        queue.add(hop, first_score(outlook, before, winning_weights));
        return false;
    });
}

template <Seat mover>
bool Solver::search(int ply, Hop before) {
    constexpr Seat other = opponent(mover);
    if (!count_.visit()) return false;
    const std::uint64_t nodes_before = count_.nodes();

    HopQueue queue;
    if (list_hops<mover>(ply, before, queue)) return true;
    experience_.raise_scores(queue, mover, ply, before, winning_weights);
    for (std::size_t tried = 0; tried < queue.size(); ++tried) {
        const Hop hop = queue.take(tried);
        const std::uint64_t nodes_before_hop = count_.nodes();
        const auto undo = board_.make(hop, outlines_);
        const bool refuted = search<other>(ply + 1, hop);
        board_.unmake(hop, undo);
        if (count_.broken_off()) return false;
        if (ply == 0) note_at_root(hop, refuted ? count_.nodes() - nodes_before_hop : best_effort);
        if (!refuted) {
            experience_.learn(queue, tried, hop, mover, ply, before);
            table_.keep(key(mover, board_.hash), true, count_.nodes() - nodes_before);
            return true;
        }
    }
    table_.keep(key(mover, board_.hash), false, count_.nodes() - nodes_before);
    return false;
}

bool Solver::mover_succeeds(Seat mover) {
    return mover == seat_blue ? search<seat_blue>(0, {}) : search<seat_pink>(0, {});
}

}  // namespace springtide::high_tide_leiman
