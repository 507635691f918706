#include "bots/baselines/turn_the_tide.hpp"

#include <algorithm>
#include <bit>

namespace springtide::turn_the_tide {

Action rule_of_thumb(const State& state, Seat seat) {
    const auto [low, high] = std::minmax(state.upturned[0], state.upturned[1]);
    const int own = state.tide[seat];  // 0: no tide card yet
    const bool sinks_me_less = own > low && (high - low <= 3 || own - low >= 5);
    const bool wants_lower = sinks_me_less || low == 1 || (own == 0 && low <= 6);

    const Cards hand = state.hand[seat];
    return {static_cast<std::uint8_t>(wants_lower ? 63 - std::countl_zero(hand) : std::countr_zero(hand))};
}

Choice<Action> choose_by_rule_of_thumb(const Seen<State>& seen) {
    Choice<Action> choice;
    choice.action = rule_of_thumb(seen.state(), seen.observer().seat());
    return choice;
}

}  // namespace springtide::turn_the_tide
