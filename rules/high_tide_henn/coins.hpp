#pragma once

#include "rules/high_tide_henn/scoring.hpp"
#include "rules/high_tide_henn/state.hpp"

/// Coins (HC1 to HC5): they lie on the first eight spaces of every beach. A player whose own move ends on one may take
/// it, one of each colour; the highest totals score at the end.
namespace springtide::high_tide_henn::coins {

bool set_up(State& state);
bool order_matters(const State& state);
bool stops_between(const State& state);
bool landing(State& state, Colour beach);
/// HC3: would this step, made first, stop at a coin?
bool stops_at_coin(const State& state, Step step);
void score(const State& state, Scores& scores);

/// HC1: each beach has exactly the coins there are.
bool is_possible(const State& state, const Chance& chance);
Chance draw(const State& state, Random& random);
void lay(State& state, const Chance& chance, EventList* events);
/// HC2: the answer to a coin under the own deckchair.
void decide(State& state, bool take, EventList* events);
/// At the end of a game with hidden coins: turns over the coins of every seat.
void show(const State& state, EventList* events);

/// HC2: does the coin of this seat show its value to the observer? Its colour it always shows.
constexpr bool shows_value(const State& state, Seat owner, Observer observer) {
    return !state.options.coins_hidden || state.phase == Phase::over || observer.sees_private(owner);
}
/// The value of the coin that a seat has of a colour, 0 for none.
int value_of(const State& state, Seat seat, Colour colour);

}  // namespace springtide::high_tide_henn::coins
