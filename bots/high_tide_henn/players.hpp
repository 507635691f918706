#pragma once

#include <array>

#include "bots/high_tide_henn/opponent_model.hpp"
#include "bots/high_tide_henn/policy.hpp"
#include "bots/high_tide_henn/shipped_weights.hpp"

/// The players that `best` expects in its playouts.
namespace springtide::high_tide_henn {

/// Luck belongs to the round, the turn and the roll in it, so that a playout of another action meets the same dice.
inline std::uint64_t moment_of_chance(const State& state) {
    const auto roll = static_cast<std::uint64_t>(state.track.occupied());
    const auto turn = static_cast<std::uint64_t>(state.pile.size());
    return ((state.round * 8U + turn) * 8U + roll) * 32U + static_cast<unsigned>(state.phase);
}

/// Itself as a strong quick player, and each other seat as a type that is drawn for every playout, according to the
/// seat's decisions so far.
class Players {
  public:
    /// All seats play as the model expects; none is the searching one.
    Players(const OpponentModel& opponents, std::uint64_t playout)
        : kinds_{kind_for(0, opponents, playout), kind_for(1, opponents, playout), kind_for(2, opponents, playout),
                 kind_for(3, opponents, playout), kind_for(4, opponents, playout), kind_for(5, opponents, playout)},
          policies_{Policy(kind(kinds_[0])), Policy(kind(kinds_[1])), Policy(kind(kinds_[2])),
                    Policy(kind(kinds_[3])), Policy(kind(kinds_[4])), Policy(kind(kinds_[5]))} {}

    Players(Seat self, const OpponentModel& opponents, std::uint64_t playout) : Players(opponents, playout) {
        kinds_[self] = strong_kind;
        policies_[self] = Policy(strong_weights);
    }

    Action choose(const State& state, Seat seat) { return policies_[seat].choose(state, seat); }

    [[nodiscard]] const BySeat<std::uint8_t>& kinds() const { return kinds_; }

  private:
    static std::uint8_t kind_for(Seat seat, const OpponentModel& opponents, std::uint64_t playout) {
        const auto lot = static_cast<float>((mix(playout) >> (10U * seat)) & 1023U) / 1024;
        const auto& likely = opponents.of(seat);
        std::size_t drawn = 0;
        for (float sum = likely[0]; drawn + 1 < kind_count && lot >= sum;) sum += likely[++drawn];
        return static_cast<std::uint8_t>(drawn);
    }

    BySeat<std::uint8_t> kinds_;
    BySeat<Policy> policies_;
};

}  // namespace springtide::high_tide_henn
