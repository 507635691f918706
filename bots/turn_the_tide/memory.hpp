#pragma once

#include "rules/turn_the_tide/rules.hpp"

/// What a seat knows, as bots with a shorter memory or a fairer eye take it.
namespace springtide::turn_the_tide {

/// What somebody knows who has forgotten all rounds before this one: the own hand, and what was played in this round.
inline Seen<State> forget_earlier_rounds(const Seen<State>& seen) {
    return seen.knowing_less([own = seen.observer().seat()](State& known) {
        for (const Seat seat : SeatSet::first(known.players)) {
            known.uncovered[seat] = 0;
            if (seat == own) continue;
            known.dealt[seat] &= ~known.hand[seat];
            known.hand[seat] = 0;
        }
    });
}

/// That others have chosen already says nothing about what they chose: as if all were still choosing.
inline Seen<State> before_any_choice(const Seen<State>& seen) {
    return seen.knowing_less([](State& known) {
        for (const Seat seat : retractable(known)) retract(known, seat);
    });
}

}  // namespace springtide::turn_the_tide
