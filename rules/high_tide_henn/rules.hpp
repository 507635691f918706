#pragma once

#include <cstdint>

#include "core/rules.hpp"
#include "rules/high_tide_henn/state.hpp"

namespace springtide::high_tide_henn {

State start(const Options& options, int players);
inline int player_count(const State& state) { return state.players; }
inline ToAct to_act(const State& state) {
    if (state.phase < Phase::before_turn) return {.seats = {}, .chance = true};
    return {.seats = state.phase == Phase::over ? SeatSet{} : SeatSet::of(state.acting), .chance = false};
}

State::ActionList legal_actions(const State& state, Seat seat);
bool is_legal(const State& state, Seat seat, Action action);
void apply(State& state, Seat seat, Action action, EventList* events = nullptr);
/// One of the legal actions of the seat that acts, as if picked from their list, but mostly without the list.
Action random_action(const State& state, Seat seat, Random& random);

bool is_possible(const State& state, const Chance& chance);
void apply_chance(State& state, const Chance& chance, EventList* events = nullptr);
Chance draw(const State& state, Random& random);
std::uint32_t outcome_count(const State& state);
Outcome<Chance> outcome(const State& state, std::uint32_t index);

Result result(const State& state);
void hide(State& state, Observer observer);
constexpr bool has_secrets(const Options& options) {  // HC2, HU1
    return (options.coins && options.coins_hidden) || (options.surfers && options.surfers_hidden);
}
State resample(const Seen<State>& seen, Random& random);
std::uint64_t hash(const State& state);
std::uint64_t hash_from_scratch(const State& state);
const char* broken_invariant(const State& state);

static_assert(Rules<State>);

}  // namespace springtide::high_tide_henn
