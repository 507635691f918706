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

/// Itself as a strong quick player, and the others as people are: three of four careful, one bold, drawn anew for every
/// playout.
class Players {
  public:
    Players(Seat self, std::uint64_t playout)
        : policies_{of(0, self, playout), of(1, self, playout), of(2, self, playout),
                    of(3, self, playout), of(4, self, playout), of(5, self, playout)} {}

    Action choose(const State& state, Seat seat) { return policies_[seat].choose(state, seat); }

  private:
    static Policy of(Seat seat, Seat self, std::uint64_t playout) {
        if (seat == self) return Policy(strong_taste);
        const bool is_bold = ((mix(playout) >> (2U * seat)) & 3U) == 0;
        return Policy(is_bold ? bold_taste : careful_taste);
    }

    BySeat<Policy> policies_;
};

}  // namespace springtide::high_tide_henn
