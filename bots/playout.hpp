#pragma once

#include <cstdint>

#include "core/rules.hpp"

namespace springtide {

/// A uniformly random legal action of a seat that is to act. A game may offer a faster way to the same draw.
template <Rules State>
typename State::Action pick_random_action(const State& state, Seat seat, Random& random) {
    if constexpr (requires { random_action(state, seat, random); }) {
        return random_action(state, seat, random);
    } else {
        const auto actions = legal_actions(state, seat);
        return actions[random.below(static_cast<std::uint32_t>(actions.size()))];
    }
}

/// Plays on at random until the game is over. Returns the number of players' decisions.
template <Rules State>
std::uint64_t play_out(State& state, Random& random) {
    std::uint64_t decisions = 0;
    for (;;) {
        const ToAct acting = to_act(state);
        if (acting.chance) {
            apply_chance(state, draw(state, random), nullptr);
            continue;
        }
        if (acting.nobody()) return decisions;
        const Seat seat = acting.seats.front();
        apply(state, seat, pick_random_action(state, seat, random), nullptr);
        ++decisions;
    }
}

}  // namespace springtide
