#pragma once

#include <array>

#include "bots/high_tide_henn/policy.hpp"
#include "bots/high_tide_henn/tastes.hpp"

/// How `best` expects a game to go on.
namespace springtide::high_tide_henn {

/// Luck belongs to the round, the turn and the roll in it, so that a playout of another action meets the same dice.
inline std::uint64_t moment_of_chance(const State& state) {
    const auto roll = static_cast<std::uint64_t>(state.track.occupied());
    const auto turn = static_cast<std::uint64_t>(state.pile.size());
    return ((state.round * 8U + turn) * 8U + roll) * 32U + static_cast<unsigned>(state.phase);
}

/// Itself as a strong quick player, and the others as people are: careful.
class Players {
  public:
    explicit Players(Seat self)
        : policies_{of(self, 0), of(self, 1), of(self, 2), of(self, 3), of(self, 4), of(self, 5)} {}

    Action choose(const State& state, Seat seat) { return policies_[seat].choose(state, seat); }

  private:
    static Policy of(Seat self, Seat seat) { return Policy(seat == self ? strong_taste : careful_taste); }

    BySeat<Policy> policies_;
};

}  // namespace springtide::high_tide_henn
