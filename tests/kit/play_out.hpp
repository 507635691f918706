#pragma once

#include <utility>

#include "core/random.hpp"
#include "core/rules.hpp"

namespace springtide::kit {

/// Plays on until the game is over or done(state) says so, luck from `random` and every decision by decide(state,
/// seat).
template <Rules State, class Decide, class Done>
void play_until(State& state, Random& random, Decide decide, Done done) {
    while (!is_over(state) && !done(state)) {
        if (to_act(state).chance) {
            apply_chance(state, draw(state, random), nullptr);
            continue;
        }
        const Seat seat = to_act(state).seats.front();
        apply(state, seat, decide(std::as_const(state), seat), nullptr);
    }
}

/// The same to the end of the game.
template <Rules State, class Decide>
void play_to_end(State& state, Random& random, Decide decide) {
    play_until(state, random, decide, [](const State&) { return false; });
}

/// Plays to the end as choose(seat, what the seat has seen) says, and returns the share of the win that `hero` has.
template <Rules State, class Choose>
double share_of_win(State state, Random& random, Seat hero, Choose choose) {
    play_to_end(state, random,
                [&](const State& now, Seat seat) { return choose(seat, observe(now, Observer::seat(seat))); });
    const SeatSet winners = result(state).winners;
    return winners.contains(hero) ? 1.0 / winners.size() : 0;
}

}  // namespace springtide::kit
