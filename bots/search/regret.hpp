#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/random.hpp"

namespace springtide {

/// Regret matching for one player at one decision, from samples: after every simulation it regrets not having played
/// what would have done better, and plays in proportion to these regrets. The average of its strategies tends towards
/// an equilibrium of the sampled game (Hart and Mas-Colell; for trees of simultaneous moves Lanctot, Lisý, Winands).
///
/// Only the chosen action's reward is sampled. The others are judged by their mean so far, and the chosen one's
/// surprise is weighted by how rarely it is chosen: unbiased, and much quieter than without the means.
template <std::size_t Slots>
class Regrets {
  public:
    using Strategy = std::array<float, Slots>;

    /// The current strategy over these slots, into the same places of `strategy`.
    void strategy_over(std::span<const std::uint8_t> slots, std::span<float> strategy) const {
        float sum = 0;
        for (std::size_t i = 0; i < slots.size(); ++i) sum += strategy[i] = regret_[slots[i]];
        if (sum <= 0) {
            std::ranges::fill(strategy, 1.0F / static_cast<float>(slots.size()));
            return;
        }
        for (float& chance : strategy) chance /= sum;
    }

    /// `chosen` is a place in `slots`, drawn with `chance`; `reward` came of it.
    void learn(std::span<const std::uint8_t> slots, std::span<const float> strategy, std::size_t chosen, float chance,
               float reward) {
        const std::uint8_t slot = slots[chosen];
        const float surprise = visits_[slot] == 0 ? 0 : (reward - mean_[slot]) / chance;
        visits_[slot] += 1;
        mean_[slot] += (reward - mean_[slot]) / visits_[slot];
        total_ += 1;
        overall_ += (reward - overall_) / total_;
        float value = strategy[chosen] * surprise;
        for (std::size_t i = 0; i < slots.size(); ++i) value += strategy[i] * estimate(slots[i]);
        for (std::size_t i = 0; i < slots.size(); ++i) {
            const float better = estimate(slots[i]) - value + (i == chosen ? surprise : 0);
            regret_[slots[i]] = std::max(0.0F, regret_[slots[i]] + better);
            average_[slots[i]] += strategy[i];
        }
    }

    [[nodiscard]] float average(std::size_t slot) const { return average_[slot]; }
    [[nodiscard]] float mean(std::size_t slot) const { return mean_[slot]; }
    [[nodiscard]] float visits(std::size_t slot) const { return visits_[slot]; }

  private:
    [[nodiscard]] float estimate(std::size_t slot) const { return visits_[slot] == 0 ? overall_ : mean_[slot]; }

    std::array<float, Slots> regret_{};
    std::array<float, Slots> average_{};
    std::array<float, Slots> mean_{};
    std::array<float, Slots> visits_{};
    float total_ = 0;
    float overall_ = 0;
};

}  // namespace springtide
