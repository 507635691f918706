#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "bots/search/logarithm.hpp"
#include "bots/turn_the_tide/evaluation_table.hpp"

namespace springtide::turn_the_tide {

/// Noise of the shape that turns "take the best" into a choice in proportion to e to the power of worth (Gumbel), at
/// 256 equally likely places.
inline constexpr auto choice_noise = [] {
    std::array<float, 256> noise{};
    for (std::size_t i = 0; i < noise.size(); ++i)
        noise[i] = static_cast<float>(-logarithm(-logarithm((static_cast<double>(i) + 0.5) / 256)));
    return noise;
}();

/// How many points worse a card may be and still be played now and then.
inline constexpr float usual_carelessness = 0.15F;

/// The choice of a player with these card values, not always the same way.
inline Action quick_choice(const Appraisal& worth, Cards hand, Random& random,
                           float carelessness = usual_carelessness) {
    std::uint64_t bits = random.next();
    std::uint32_t best = 0;
    float most = std::numeric_limits<float>::lowest();
    for (std::uint32_t rank = 0; rank < worth.size(); ++rank) {
        if (rank == 8) bits = random.next();
        const float noisy = worth[rank] + carelessness * choice_noise[bits & 255U];
        bits >>= 8U;
        best = noisy > most ? rank : best;  // no branch: it could not be predicted
        most = std::max(most, noisy);
    }
    return {static_cast<std::uint8_t>(nth_card(hand, best))};
}

/// The choice of a player that knows every hand and looks one trick ahead: used for the others in simulations, and for
/// the rest of every simulation.
inline Action quick_choice(const State& state, Seat seat, const EvaluationTable& table, Random& random,
                           float carelessness = usual_carelessness) {
    if (state.trick == hand_size) return {static_cast<std::uint8_t>(std::countr_zero(state.hand[seat]))};
    return quick_choice(Appraisal(state, seat, table), state.hand[seat], random, carelessness);
}

}  // namespace springtide::turn_the_tide
