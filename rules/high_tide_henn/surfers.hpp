#pragma once

#include "rules/high_tide_henn/scoring.hpp"
#include "rules/high_tide_henn/state.hpp"

/// Surfer (HU1 to HU4): on one beach a player does not bathe in the sun but wants to be in the water at the end.
namespace springtide::high_tide_henn::surfers {

bool set_up(State& state);
/// HU2, HU3
void rank(const State& state, Colour beach, Ranking& ranking, BySeat<Earned>& earned);

/// HU1: a different beach for each player.
bool is_possible(const State& state, const Chance& chance);
Chance draw(const State& state, Random& random);
std::uint32_t deal_count(const State& state);
Outcome<Chance> deal(const State& state, std::uint32_t index);
void deal_out(State& state, const Chance& chance, EventList* events);
/// At the end of a game with hidden surfers: turns over the surfer of every seat.
void show(const State& state, EventList* events);

/// Hides the tiles that `observer` does not know, and lays them in one of the possible ways.
void hide(State& state, Observer observer);
void guess(State& state, Random& random);

}  // namespace springtide::high_tide_henn::surfers
