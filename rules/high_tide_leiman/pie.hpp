#pragma once

#include "core/rules.hpp"
#include "rules/high_tide_leiman/state.hpp"

/// Option `first` = `pie`. This is no rule of the game's author but ours: one player cuts, the other chooses.
///
/// Before every round one player lays the tiles, cell by cell in reading order, as they like within L3; the centre is
/// neutral, and a tile that can only be one kind lies down by itself. Their own colour would start. Then the other
/// chooses: `keep`, and it does; or `swap`, and the tiles change colour, so that the chooser plays what was laid for
/// the starter, and starts. Before the first round chance says who chooses (L13: `first`); later the loser of the round
/// before chooses, and the winner lays.
namespace springtide::high_tide_leiman {

/// Actions that are no moves come after all moves: their `from` lies beyond the cells.
inline constexpr std::uint8_t lay_mark = cell_count;  ///< `to` is a Tile
inline constexpr std::uint8_t side_mark = cell_count + 1;
inline constexpr Action keep_sides{side_mark, 0};
inline constexpr Action swap_sides{side_mark, 1};
constexpr Action lay(Tile tile) { return {lay_mark, static_cast<std::uint8_t>(tile)}; }
constexpr bool is_move(Action action) { return action.from < cell_count; }

/// A player lays tiles or chooses a side: no round is being played.
constexpr bool before_the_round(const State& state) {
    return state.phase == Phase::laying || state.phase == Phase::choosing_side;
}

/// Clears the table for `layer`, who lays the tiles of the round.
void begin_laying(State& state, Seat layer, EventList* events);
/// The cell of the next tile; cell_count if all are laid.
int next_cell(const State& state);
/// How many tiles of a kind are left for the ring in which `cell` lies (L3).
int tiles_left(const State& state, int cell, Tile tile);

State::ActionList actions_before_the_round(const State& state);
/// Only for an action of the list.
void apply_before_the_round(State& state, Seat seat, Action action, EventList* events);
/// nullptr, or the rule that the tiles laid so far break.
const char* broken_before_the_round(const State& state);

}  // namespace springtide::high_tide_leiman
