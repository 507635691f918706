#include "rules/high_tide_leiman/pie.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "rules/high_tide_leiman/rules.hpp"

namespace springtide::high_tide_leiman {

namespace {

constexpr Bits bits_of(const auto& ring) {
    Bits bits = 0;
    for (const int cell : ring) bits |= bit(cell);
    return bits;
}
constexpr Bits inner_bits = bits_of(inner_ring);
constexpr Bits outer_bits = bits_of(outer_ring);

Bits tiles_of(const State& state, Tile tile) {
    const auto& [tiles, owned] = state.levels;
    if (tile == Tile::neutral) return tiles[0] & ~owned[seat_blue][0] & ~owned[seat_pink][0];
    return owned[static_cast<std::size_t>(tile)][0];
}

void lay_down(State& state, Seat seat, int cell, Tile tile, EventList* events) {
    put(state, cell, tile);
    tell(events, Happening::tile_laid, seat, {static_cast<std::int16_t>(cell), static_cast<std::int16_t>(tile)});
}

void exchange_colours(State& state) {
    const Bits was_blue = tiles_of(state, Tile::blue);
    const Bits was_pink = tiles_of(state, Tile::pink);
    state.levels = {};
    state.tiles_hash = 0;
    for (int cell = 0; cell < cell_count; ++cell) {
        const bool blue = (was_blue & bit(cell)) != 0;
        const bool pink = (was_pink & bit(cell)) != 0;
        put(state, cell, blue ? Tile::pink : pink ? Tile::blue : Tile::neutral);
    }
}

}  // namespace

void begin_laying(State& state, Seat layer, EventList* events) {
    state.levels = {};
    state.tiles_hash = 0;
    put(state, centre, Tile::neutral);
    state.mover = layer;
    state.last_mover = -1;
    state.phase = Phase::laying;
    tell(events, Happening::lays, layer, {state.round});
}

int next_cell(const State& state) {
    const Bits open = board & ~state.levels.tiles[0];
    return open == 0 ? cell_count : cell_of_bit(std::countr_zero(open));
}

int tiles_left(const State& state, int cell, Tile tile) {
    const bool inner = (inner_bits & bit(cell)) != 0;
    const auto kind = static_cast<std::size_t>(tile);
    return (inner ? inner_tiles : outer_tiles)[kind] -
           std::popcount(tiles_of(state, tile) & (inner ? inner_bits : outer_bits));
}

State::ActionList actions_before_the_round(const State& state) {
    State::ActionList actions;
    if (state.phase == Phase::choosing_side) {
        actions.push_back(keep_sides);
        actions.push_back(swap_sides);
        return actions;
    }
    const int cell = next_cell(state);
    for (const Tile tile : {Tile::blue, Tile::pink, Tile::neutral})
        if (tiles_left(state, cell, tile) > 0) actions.push_back(lay(tile));
    return actions;
}

void apply_before_the_round(State& state, Seat seat, Action action, EventList* events) {
    if (state.phase == Phase::choosing_side) {
        const bool swaps = action == swap_sides;
        if (swaps) exchange_colours(state);
        state.mover = swaps ? seat : opponent(seat);
        state.phase = Phase::moving;
        tell(events, Happening::side_chosen, seat, {static_cast<std::int16_t>(swaps ? 1 : 0)});
        Setup setup{};
        for (int cell = 0; cell < cell_count; ++cell) setup[static_cast<std::size_t>(cell)] = top(state, cell);
        if (events != nullptr) tell(events, Happening::laid_out, state.mover, layout_values(state.round, setup));
        return;
    }
    lay_down(state, seat, next_cell(state), static_cast<Tile>(action.to), events);
    // Tiles that can only be of one kind are laid without a choice.
    for (int cell = next_cell(state); cell < cell_count; cell = next_cell(state)) {
        const auto only = actions_before_the_round(state);
        if (only.size() > 1) return;
        lay_down(state, seat, cell, static_cast<Tile>(only[0].to), events);
    }
    state.phase = Phase::choosing_side;
    state.mover = opponent(seat);
}

const char* broken_before_the_round(const State& state) {
    if (state.levels.tiles[1] != 0) return "tiles that are being laid lie on the table";
    if (state.last_mover >= 0) return "nobody has moved before the tiles lie";
    for (const int cell : {int{inner_ring[0]}, int{outer_ring[0]}})
        for (const Tile tile : {Tile::blue, Tile::pink, Tile::neutral})
            if (tiles_left(state, cell, tile) < 0) return "a ring has more tiles of a kind than there are for it (L3)";
    if ((tiles_of(state, Tile::neutral) & bit(centre)) == 0) return "the centre is neutral (L3)";
    const int next = next_cell(state);
    for (int cell = next + 1; cell < cell_count; ++cell)
        if (cell != centre && (state.levels.tiles[0] & bit(cell)) != 0) return "tiles are laid in reading order";
    if ((next == cell_count) != (state.phase == Phase::choosing_side)) return "a side is chosen when all tiles lie";
    return nullptr;
}

}  // namespace springtide::high_tide_leiman
