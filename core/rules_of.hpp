#pragma once

#include <cstdint>

#include "core/rules.hpp"

/// The rules' functions by their own names, for classes whose members of the same name hide them. Each finds the game's
/// function beside its State, which is preferred to the template here.
namespace springtide::rules_of {

template <Rules State>
ToAct to_act(const State& state) {
    return to_act(state);
}
template <Rules State>
typename State::ActionList legal_actions(const State& state, Seat seat) {
    return legal_actions(state, seat);
}
template <Rules State>
void apply_chance(State& state, const typename State::Chance& chance, EventList* events) {
    apply_chance(state, chance, events);
}
template <SimultaneousRules State>
void retract(State& state, Seat seat, EventList* events) {
    retract(state, seat, events);
}
template <Rules State>
Result result(const State& state) {
    return result(state);
}
template <Rules State>
std::uint64_t hash(const State& state) {
    return hash(state);
}
template <Rules State>
const char* broken_invariant(const State& state) {
    return broken_invariant(state);
}
template <Rules State>
State resample(const Seen<State>& seen, Random& random) {
    return resample(seen, random);
}
template <Rules State>
bool has_secrets(const typename State::Options& options) {
    return has_secrets(options);
}
template <Rules State>
    requires requires(const State& state) { perft(state, 1, 1); }
auto perft(const State& state, int depth, std::uint64_t limit) {
    return perft(state, depth, limit);
}

}  // namespace springtide::rules_of
