#pragma once

#include "rules/high_tide_henn/state.hpp"

/// Shark alert (HS1 to HS4): every round names a beach in danger; at its end a shark drives the leader there back.
namespace springtide::high_tide_henn::sharks {

bool round_start(State& state);
bool before_waves(State& state);

/// HS1: any beach but the one of the round before.
bool is_possible_alert(const State& state, const Chance& chance);
Chance draw_alert(const State& state, Random& random);
std::uint32_t alert_count(const State& state);
Outcome<Chance> alert(const State& state, std::uint32_t index);
void raise_alert(State& state, const Chance& chance, EventList* events);

/// HS4: any tile that is left; tiles of one value are one outcome.
bool is_possible_shark(const State& state, const Chance& chance);
Chance draw_shark(const State& state, Random& random);
std::uint32_t shark_count(const State& state);
Outcome<Chance> shark(const State& state, std::uint32_t index);
/// HS2, HS3
void come(State& state, const Chance& chance, EventList* events);

/// How many tiles with this value are still in the stack.
int tiles_left(const State& state, int value);

}  // namespace springtide::high_tide_henn::sharks
