#pragma once

#include "rules/turn_the_tide/rules.hpp"

/// What a seat knows, as bots with a shorter memory or a fairer eye take it.
namespace springtide::turn_the_tide {

/// What somebody knows who has forgotten all rounds before this one: the own hand, and what was played in this round.
inline Seen<State> forget_earlier_rounds(Seen<State> seen) {
    for (const Seat seat : SeatSet::first(seen.state.players)) {
        seen.state.uncovered[seat] = 0;
        if (seat == seen.observer.seat()) continue;
        seen.state.dealt[seat] &= ~seen.state.hand[seat];
        seen.state.hand[seat] = 0;
    }
    return seen;
}

/// That others have chosen already says nothing about what they chose: as if all were still choosing.
inline Seen<State> before_any_choice(Seen<State> seen) {
    for (const Seat seat : retractable(seen.state)) retract(seen.state, seat);
    return seen;
}

}  // namespace springtide::turn_the_tide
