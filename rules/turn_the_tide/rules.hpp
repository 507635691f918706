#pragma once

#include <cstdint>

#include "core/rules.hpp"
#include "rules/turn_the_tide/state.hpp"

namespace springtide::turn_the_tide {

State start(const Options& options, int players);
inline int player_count(const State& state) { return state.players; }
inline ToAct to_act(const State& state) {
    return {.seats = state.to_choose, .chance = state.phase == Phase::dealing || state.phase == Phase::turning_up};
}

State::ActionList legal_actions(const State& state, Seat seat);
bool is_legal(const State& state, Seat seat, Action action);
void apply(State& state, Seat seat, Action action, EventList* events = nullptr);

/// One of the legal actions of a seat that has to choose, as if picked from their list, but without the list.
inline Action random_action(const State& state, Seat seat, Random& random) {
    const Cards hand = state.hand[seat];
    return {static_cast<std::uint8_t>(nth_card(hand, random.below(static_cast<std::uint32_t>(count(hand)))))};
}

/// Those whose choice may be taken back: it is not revealed before the last one is in (T6).
inline SeatSet retractable(const State& state) {
    if (state.phase != Phase::choosing) return {};
    return SeatSet::from_bits(static_cast<std::uint8_t>(state.still_in.bits() & ~state.to_choose.bits()));
}
/// Only for a retractable seat.
void retract(State& state, Seat seat, EventList* events = nullptr);

bool is_possible(const State& state, const Chance& chance);
void apply_chance(State& state, const Chance& chance, EventList* events = nullptr);
Chance draw(const State& state, Random& random);
std::uint32_t outcome_count(const State& state);
Outcome<Chance> outcome(const State& state, std::uint32_t index);

Result result(const State& state);
void hide(State& state, Observer observer);
/// Of what `observer` knows; for Seen::forgetting.
void forget(State& known, Observer observer, Forgettable what);
constexpr bool has_secrets(const Options&) { return true; }  // T6: hands and choices
State resample(const Seen<State>& seen, Random& random);
std::uint64_t hash(const State& state);
std::uint64_t hash_from_scratch(const State& state);
const char* broken_invariant(const State& state);

static_assert(SimultaneousRules<State>);

}  // namespace springtide::turn_the_tide
