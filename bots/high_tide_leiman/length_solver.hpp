#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bots/high_tide_leiman/hop_order.hpp"
#include "bots/high_tide_leiman/length_table.hpp"
#include "bots/high_tide_leiman/node_count.hpp"
#include "bots/high_tide_leiman/solver.hpp"

/// How long a round of Leiman's High Tide lasts if the winner ends it as soon as possible and the loser as late as it
/// can.
namespace springtide::high_tide_leiman {

/// The length counts the moves until the player to move cannot (L8). The winner (L9 to L11) never gives up the win, and
/// among the moves that keep it takes one that ends the round soonest; the loser takes one that ends it latest.
struct ForcedWin {
    Seat winner;
    std::size_t length;
};

/// One per thread, like Solver, which it uses to find the winner.
class LengthSolver {
  public:
    static constexpr std::size_t default_table_bytes = std::size_t{1} << 21U;
    explicit LengthSolver(std::size_t table_bytes = default_table_bytes)
        : table_(table_bytes), queues_(Experience::longest_round + 2) {}

    void set_watch(Watch watch, void* context, std::uint64_t interval = default_watch_interval) {
        solver_.set_watch(watch, context, interval);
        count_.set_watch(watch, context, interval);
    }
    void clear();
    /// Positions searched since clear(), those of the question who wins too.
    [[nodiscard]] std::uint64_t nodes() const { return count_.nodes(); }

    /// For a round with a player to move; nothing if the watch stopped it.
    std::optional<ForcedWin> forced_win(const State& state);
    /// Can the loser make it last more than so many moves? One question, cheaper than the length.
    std::optional<bool> lasts_longer(const State& state, int moves);
    struct Round {
        Seat winner;
        Solver::Line line;  ///< as many moves as it is long
    };
    /// Such a round, move by move.
    std::optional<Round> round(const State& state);

  private:
    bool find_winner(const State& state);
    int ask(const State& state, int left);
    int search_root(const State& state, int guess);
    template <Seat mover>
    int search(int ply, int left, Hop before);
    [[nodiscard]] std::uint64_t key(Seat mover, std::uint64_t tiles_hash) const;

    Solver solver_;
    LengthTable table_;
    Outlines outlines_;
    SearchBoard board_;
    Experience experience_;
    History history_;
    std::vector<HopQueue> queues_;  ///< by ply
    NodeCount count_;
    Seat winner_ = seat_blue;
    Hop root_choice_{};
};

}  // namespace springtide::high_tide_leiman
