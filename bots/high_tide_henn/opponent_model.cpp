#include "bots/high_tide_henn/opponent_model.hpp"

#include <algorithm>

#include "bots/high_tide_henn/policy.hpp"
#include "bots/high_tide_henn/shipped_weights.hpp"

namespace springtide::high_tide_henn {

namespace {

constexpr std::array<const Weights*, kind_count> kinds = {&careful_weights, &bold_weights, &strong_weights,
                                                          &medium_weights, &easy_weights};

/// The probability that a player deviates from its type: no player follows numbers alone.
constexpr float surprise = 0.05F;
/// No kind is ever ruled out: people change.
constexpr float least_likely = 0.002F;

}  // namespace

const Weights& kind(std::size_t index) { return *kinds[index]; }

void OpponentModel::saw(const Seen<State>& before, Seat seat, Action action) {
    const std::size_t choices = legal_actions(before.state(), seat).size();
    if (choices < 2) return;
    auto& likely = by_seat_[seat];
    float sum = 0;
    for (std::size_t i = 0; i < kind_count; ++i) {
        const bool expected = Policy(*kinds[i]).choose(before.state(), seat) == action;
        likely[i] *= expected ? 1 - surprise : surprise / static_cast<float>(choices - 1);
        sum += likely[i];
    }
    for (float& share : likely) share = std::max(share / sum, least_likely);
    sum = 0;
    for (const float share : likely) sum += share;
    for (float& share : likely) share /= sum;
}

}  // namespace springtide::high_tide_henn
