#pragma once

#include "rules/high_tide_henn/scoring.hpp"
#include "rules/high_tide_henn/state.hpp"

/// Baywatch (HB1 to HB14): accepting the lowest pair of a round wins a tile, to be used once from the next round on.
namespace springtide::high_tide_henn::baywatch {

bool round_start(State& state);
bool before_turn(State& state);
void moved_before_turn(State& state, EventList* events);
bool rental_stays(State& state);
void add_choices(const State& state, State::ActionList& actions);
void add_answers(const State& state, State::ActionList& actions);
bool after_choosing(State& state);
bool keeps_dice(State& state, EventList* events);
void round_end(State& state, EventList* events);
void score(const State& state, Scores& scores);

/// HB1: any tile that is still in the stack.
bool is_possible(const State& state, const Chance& chance);
Chance draw(const State& state, Random& random);
std::uint32_t tile_outcomes(const State& state);
Outcome<Chance> tile_outcome(const State& state, std::uint32_t index);
void turn_up(State& state, const Chance& chance, EventList* events);

/// The tile uses open to the acting seat before a turn, besides passing.
void add_uses_before_turn(const State& state, State::ActionList& actions);
/// The changes open to the active seat for the pair it chose.
void add_changes(const State& state, State::ActionList& actions);

/// HB10: does a die of the chosen pair move away from the water?
constexpr bool goes_back(const State& state) { return state.steps[0].spaces < 0 || state.steps[1].spaces < 0; }

/// The moves of a pair after the action changed it by `adjust`, `recolour` or `backward`.
std::array<Step, 2> changed(std::array<Step, 2> steps, Action action);

void pass(State& state, EventList* events);
/// Uses the tile that the action names.
void use(State& state, Action action, EventList* events);

constexpr bool has(const State& state, Seat seat, Tile tile) {
    return ((state.baywatch.tiles[seat] >> static_cast<unsigned>(tile)) & 1U) != 0;
}

}  // namespace springtide::high_tide_henn::baywatch
