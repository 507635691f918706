#pragma once

#include "core/random.hpp"
#include "core/rules.hpp"

namespace springtide::kit {

/// Plays on to the end, luck from `random` and everything else as choose(seat, what the seat has seen) says, and
/// returns the share of the win that `hero` has.
template <Rules State, class Choose>
double share_of_win(State state, Random& random, Seat hero, Choose choose) {
    while (!is_over(state)) {
        if (to_act(state).chance) {
            apply_chance(state, draw(state, random));
            continue;
        }
        const Seat seat = to_act(state).seats.front();
        apply(state, seat, choose(seat, observe(state, Observer::seat(seat))));
    }
    const SeatSet winners = result(state).winners;
    return winners.contains(hero) ? 1.0 / winners.size() : 0;
}

}  // namespace springtide::kit
