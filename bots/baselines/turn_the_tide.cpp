#include "bots/baselines/turn_the_tide.hpp"

#include <algorithm>
#include <bit>

namespace springtide::turn_the_tide {

Choice<Action> choose_by_rule_of_thumb(const Seen<State>& seen) {
    const Seat seat = seen.observer.seat();
    const auto [low, high] = std::minmax(seen.state.upturned[0], seen.state.upturned[1]);
    const int own = seen.state.tide[seat];  // 0: no tide card yet
    const bool sinks_me_less = own > low && (high - low <= 3 || own - low >= 5);
    const bool wants_lower = sinks_me_less || low == 1 || (own == 0 && low <= 6);

    const Cards hand = seen.state.hand[seat];
    Choice<Action> choice;
    choice.action.card = static_cast<std::uint8_t>(wants_lower ? 63 - std::countl_zero(hand) : std::countr_zero(hand));
    return choice;
}

}  // namespace springtide::turn_the_tide
