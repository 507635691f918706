#pragma once

#include <cstdint>

#include "core/rules.hpp"

/// The rules' functions under other names, for classes whose members would hide them.
namespace springtide::rules_of {

template <Rules State>
ToAct acting(const State& state) {
    return to_act(state);
}
template <Rules State>
typename State::ActionList actions(const State& state, Seat seat) {
    return legal_actions(state, seat);
}
template <Rules State>
void play(State& state, Seat seat, typename State::Action action) {
    apply(state, seat, action, nullptr);
}
template <Rules State>
void play(State& state, const typename State::Chance& chance) {
    apply_chance(state, chance, nullptr);
}
template <SimultaneousRules State>
void take_back(State& state, Seat seat, EventList* events) {
    retract(state, seat, events);
}
template <Rules State>
Result points(const State& state) {
    return result(state);
}
template <Rules State>
std::uint64_t code(const State& state) {
    return hash(state);
}
template <Rules State>
const char* complaint(const State& state) {
    return broken_invariant(state);
}
template <Rules State>
State imagine(const Seen<State>& seen, Random& random) {
    return resample(seen, random);
}
template <Rules State>
    requires requires(const State& state) { perft(state, 1, 1); }
auto count_sequences(const State& state, int depth, std::uint64_t limit) {
    return perft(state, depth, limit);
}

}  // namespace springtide::rules_of
