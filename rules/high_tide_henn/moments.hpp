#pragma once

#include "rules/high_tide_henn/baywatch.hpp"
#include "rules/high_tide_henn/coins.hpp"
#include "rules/high_tide_henn/sharks.hpp"
#include "rules/high_tide_henn/state.hpp"
#include "rules/high_tide_henn/surfers.hpp"

/// The moments at which the base game asks the expansions, in the order of play. Each expansion listens where it adds
/// something and knows nothing of the others; switched off it costs the test of one flag. A function that returns
/// bool says whether an expansion now waits for chance or for a decision, and has set the phase for it.
namespace springtide::high_tide_henn::moments {

/// Between the towels and the first round.
inline bool set_up(State& state) {
    return (state.options.coins && coins::set_up(state)) || (state.options.surfers && surfers::set_up(state));
}

/// At the start of a round, before the first turn.
inline bool round_start(State& state) {
    return (state.options.baywatch && baywatch::round_start(state)) ||
           (state.options.sharks && sharks::round_start(state));
}

inline bool before_turn(State& state) { return state.options.baywatch && baywatch::before_turn(state); }

/// A move made before a turn is finished.
inline void moved_before_turn(State& state, EventList* events) { baywatch::moved_before_turn(state, events); }

/// Does the rental, against H7, stay where it is?
inline bool rental_stays(State& state) { return state.options.baywatch && baywatch::rental_stays(state); }

/// Further actions while a player chooses between the track and the bag.
inline void choosing(const State& state, State::ActionList& actions) {
    if (state.options.baywatch) baywatch::add_choices(state, actions);
}

/// Further answers to a roll.
inline void answering(const State& state, State::ActionList& actions) {
    if (state.options.baywatch) baywatch::add_answers(state, actions);
}

/// The pair is chosen and nothing moved yet.
inline bool after_choosing(State& state) { return state.options.baywatch && baywatch::after_choosing(state); }

/// Two steps on one beach: would the player care which comes first?
inline bool order_matters(const State& state) {
    if (state.steps[0] == state.steps[1]) return false;
    return state.options.coins && coins::order_matters(state);
}

/// Two steps on one beach: are they walked one by one, instead of being added up (H13)?
inline bool stops_between(const State& state) { return state.options.coins && coins::stops_between(state); }

/// The acting seat's own deckchair has come to stand on a space of this beach.
inline bool landing(State& state, Colour beach) { return state.options.coins && coins::landing(state, beach); }

/// At the end of a turn: does an expansion keep the dice from the pool?
inline bool keeps_dice(State& state, EventList* events) {
    return state.options.baywatch && baywatch::keeps_dice(state, events);
}

inline bool before_waves(State& state) { return state.options.sharks && sharks::before_waves(state); }

/// After the waves, if the game continues.
inline void round_end(State& state, EventList* events) {
    if (state.options.baywatch) baywatch::round_end(state, events);
}

/// The game has ended: turns over everything that lay face down.
inline void showing(const State& state, EventList* events) {
    if (state.options.coins && state.options.coins_hidden) coins::show(state, events);
    if (state.options.surfers && state.options.surfers_hidden) surfers::show(state, events);
}

/// Before the places of a beach are awarded.
inline void ranking(const State& state, Colour beach, Ranking& ranking, BySeat<Earned>& earned) {
    if (state.options.surfers) surfers::rank(state, beach, ranking, earned);
}

/// After the beaches.
inline void scoring(const State& state, Scores& scores) {
    if (state.options.coins) coins::score(state, scores);
    if (state.options.baywatch) baywatch::score(state, scores);
}

}  // namespace springtide::high_tide_henn::moments
