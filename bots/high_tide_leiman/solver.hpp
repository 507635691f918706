#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "bots/high_tide_leiman/hop_order.hpp"
#include "bots/high_tide_leiman/node_count.hpp"
#include "bots/high_tide_leiman/proof_table.hpp"
#include "bots/high_tide_leiman/search_board.hpp"
#include "core/fixed_list.hpp"
#include "rules/high_tide_leiman/rules.hpp"

/// Exact results of rounds of Leiman's High Tide: a depth-first proof, "does the mover get at least this?", with a
/// table of bounds that later questions find again. Ordering of moves is everything; see
/// docs/explanation/high-tide-leiman-solved.md for what was measured.
namespace springtide::high_tide_leiman {

/// How a round ends under best play of both: to win first, then for the margin.
struct Ending {
    Seat winner;
    int margin;  ///< visible tiles of blue less those of pink; 0 where L10 or L11 decide
    friend bool operator==(const Ending&, const Ending&) = default;
};

/// The winner, and a move: one that wins, or in a lost position the one that was hardest to refute.
struct Proof {
    Seat winner;
    Action action;
};

template <class Found>
struct MoveResult {
    Action action;
    Found found;
};
template <class Found>
using MoveResults = FixedList<MoveResult<Found>, State::ActionList::capacity()>;

/// A position of the search in which there are hops to choose from.
struct Crossroads {
    const SearchBoard& board;
    Seat mover;
    Score want;
    Hop before;  ///< the opponent's last one
    int ply;
};
/// Is shown every crossroads of a search.
using Onlooker = void (*)(void* context, const Crossroads& at);

/// One per thread. Takes memory when it is made and never again. Its answer depends on the position alone, its cost
/// also on earlier questions (clear() forgets those), so node counts can be repeated. A question is about a round with
/// a player to move; its answer is empty only if the watch stopped it.
class Solver {
  public:
    static constexpr std::size_t default_table_bytes = std::size_t{1} << 19U;
    explicit Solver(std::size_t table_bytes = default_table_bytes)
        : table_(table_bytes), queues_(Experience::longest_round + 2) {}

    void set_watch(Watch watch, void* context, std::uint64_t interval = default_watch_interval) {
        count_.set_watch(watch, context, interval);
    }
    void set_onlooker(Onlooker onlooker, void* context) {
        onlooker_ = onlooker;
        onlooker_context_ = context;
    }
    void clear();
    /// Positions searched since clear().
    [[nodiscard]] std::uint64_t nodes() const { return count_.nodes(); }

    std::optional<Seat> winner(const State& state);
    std::optional<Proof> prove(const State& state);
    std::optional<Ending> ending(const State& state);
    /// Does the mover get `want`?
    std::optional<bool> gets(const State& state, Score want);
    /// A move with which the mover gets `want`, or the one that was hardest to refute.
    std::optional<Action> move_for(const State& state, Score want);
    /// Every legal move with what it leads to, in the order of legal_actions.
    std::optional<MoveResults<Seat>> move_winners(const State& state);
    /// How many moves win; no more than `limit` are looked for.
    std::optional<std::size_t> winning_moves(const State& state, std::size_t limit);
    std::optional<MoveResults<Ending>> move_endings(const State& state);
    /// Every legal move with what the mover gets: exactly where it wins, else some score at which it loses.
    std::optional<MoveResults<Score>> winning_scores(const State& state);

    using Line = FixedList<Action, Experience::longest_round + 1>;
    /// To the end of the round, as prove() chooses for both sides.
    std::optional<Line> winning_line(const State& state);
    /// To the end of the round, both playing for the margin once they cannot change the winner.
    std::optional<Line> best_line(const State& state);

  private:
    bool is_stuck(const State& state);
    Score ask(const State& state, Score want);
    Score score_after(const State& state);
    Score score_of(const State& state, Score guess);
    std::optional<Line> line_of(const State& state, Score blue_wants, Score pink_wants);
    template <Seat mover>
    Score search(int ply, Score want, Hop before);
    template <Seat mover>
    Score list_hops(int ply, Score want, HopQueue& queue);
    template <Seat mover>
    void order_hops(HopQueue& queue, int ply, Score want, Hop before);
    void note_at_root(Hop hop, std::uint64_t effort);

    ProofTable table_;
    Outlines outlines_;
    SearchBoard board_;
    Experience experience_;
    std::vector<HopQueue> queues_;  ///< by ply
    NodeCount count_;
    Onlooker onlooker_ = nullptr;
    void* onlooker_context_ = nullptr;
    Hop root_choice_{};
    std::uint64_t root_effort_ = 0;
};

}  // namespace springtide::high_tide_leiman
