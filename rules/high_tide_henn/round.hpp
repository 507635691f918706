#pragma once

#include "rules/high_tide_henn/state.hpp"

/// Everything between the turns: the start and the end of rounds and of the game (H6, H16 to H20).
namespace springtide::high_tide_henn {

inline constexpr int large_wave = 3;  ///< H17: spaces
inline constexpr int small_wave = 2;

void pile_towels(State& state, const Chance& chance, EventList* events);  ///< H6
/// Continues the set-up with the steps that expansions need before the first round.
void set_up(State& state, EventList* events);
/// Continues the start of a round with the tiles that expansions turn up before the first turn.
void open_round(State& state, EventList* events);

void end_round(State& state, EventList* events);              ///< H16
void roll_waves(State& state, Pair dice, EventList* events);  ///< H16
void bring_waves(State& state, EventList* events);            ///< H17
void end_game(State& state, EventList* events);               ///< H19

}  // namespace springtide::high_tide_henn
