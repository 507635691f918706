#pragma once

#include <array>

#include "bots/high_tide_henn/impressions.hpp"
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

/// Itself as a strong quick player, and everybody else as a kind drawn anew for every playout, by what his decisions
/// so far say of him.
class Players {
  public:
    /// Nobody is the one who asks.
    Players(const Impressions& impressions, std::uint64_t playout)
        : policies_{of(0, impressions, playout), of(1, impressions, playout), of(2, impressions, playout),
                    of(3, impressions, playout), of(4, impressions, playout), of(5, impressions, playout)} {}

    Players(Seat self, const Impressions& impressions, std::uint64_t playout) : Players(impressions, playout) {
        policies_[self] = Policy(strong_taste);
    }

    Action choose(const State& state, Seat seat) { return policies_[seat].choose(state, seat); }

  private:
    static Policy of(Seat seat, const Impressions& impressions, std::uint64_t playout) {
        const auto lot = static_cast<float>((mix(playout) >> (10U * seat)) & 1023U) / 1024;
        const auto& likely = impressions.of(seat);
        std::size_t drawn = 0;
        for (float sum = likely[0]; drawn + 1 < kind_count && lot >= sum;) sum += likely[++drawn];
        return Policy(kind(drawn));
    }

    BySeat<Policy> policies_;
};

}  // namespace springtide::high_tide_henn
