#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/bits.hpp"
#include "rules/high_tide_leiman/state.hpp"

/// Which tiles may move where (L4 to L7), for all tiles of one level at a time.
namespace springtide::high_tide_leiman {

/// All moves of one side: `from[d]` are the cells whose top tile may step in direction d.
struct Moves {
    std::array<Bits, direction_count> from{};

    [[nodiscard]] int count() const {
        int sum = 0;
        for (const Bits cells : from) sum += std::popcount(cells);
        return sum;
    }
    [[nodiscard]] Bits movers() const {
        Bits any = 0;
        for (const Bits cells : from) any |= cells;
        return any;
    }
};

/// The loose tiles of one level that `seat` may lift (L4, L6), and their neighbours on that level.
struct LooseTiles {
    Bits movers = 0;
    std::array<Bits, direction_count>
        beside{};  ///< by direction, the cells whose neighbour reaches this level too (L5)
};

inline LooseTiles loose_tiles(const Levels& levels, Seat seat, std::size_t level) {
    LooseTiles loose;
    const Bits high_enough = levels.tiles[level];  // stacks that reach this level: they hold and they receive
    for (int d = 0; d < direction_count; ++d) loose.beside[static_cast<std::size_t>(d)] = looking_at(high_enough, d);
    Bits free = 0;  // L6: two sides in a row touch nothing
    for (std::size_t d = 0; d < direction_count; ++d)
        free |= ~(loose.beside[d] | loose.beside[(d + 1) % direction_count]);
    const Bits on_top = high_enough & ~levels.tiles[level + 1];
    loose.movers = on_top & ~levels.owned[opponent(seat)][level] & free;  // own or neutral (L4)
    return loose;
}

/// L7: of the tiles `movers` on the table, those that hold the others together. Lifting can break the connection only
/// if the neighbours stand in two separate groups and the groups do not meet elsewhere.
inline Bits holding_together(Bits movers, Bits occupied) {
    Bits touched_once = 0;
    Bits touched_twice = 0;
    for (int d = 0; d < direction_count; ++d) {
        const Bits group_ends = looking_at(occupied, d) & ~looking_at(occupied, (d + 1) % direction_count);
        touched_twice |= touched_once & group_ends;
        touched_once |= group_ends;
    }
    Bits holding = 0;
    for (Bits doubtful = movers & touched_twice; doubtful != 0; doubtful &= doubtful - 1) {
        const Bits lifted = doubtful & (~doubtful + 1U);
        if (!connected(occupied & ~lifted)) holding |= lifted;
    }
    return holding;
}

/// Calls visit(level) for all levels with tiles, and for some more. They come by eights and visit() should have no
/// branches: then compilers look at eight levels with the same instructions.
template <class Visit>
void for_each_level(const Levels& levels, Visit&& visit) {
    constexpr std::size_t at_once = 8;
    for (std::size_t level = 0; level < at_once; ++level) visit(level);
    if (levels.tiles[at_once] == 0) [[likely]]
        return;
    for (std::size_t level = at_once; level + 1 < level_count; ++level) visit(level);
}

inline Moves moves_of(const State& state, Seat seat) {
    Moves moves;
    for_each_level(state.levels, [&](std::size_t level) {
        const LooseTiles loose = loose_tiles(state.levels, seat, level);
        for (std::size_t d = 0; d < direction_count; ++d) moves.from[d] |= loose.movers & loose.beside[d];
    });
    const Bits singles = moves.movers() & ~state.levels.tiles[1];
    const Bits holding = holding_together(singles, state.levels.tiles[0]);
    for (Bits& cells : moves.from) cells &= ~holding;
    return moves;
}

inline bool has_move(const State& state, Seat seat) {
    Bits movers = 0;
    for_each_level(state.levels, [&](std::size_t level) {
        const LooseTiles loose = loose_tiles(state.levels, seat, level);
        Bits touching = 0;
        for (const Bits beside : loose.beside) touching |= beside;
        movers |= loose.movers & touching;
    });
    const Bits singles = movers & ~state.levels.tiles[1];
    return movers != singles || holding_together(singles, state.levels.tiles[0]) != singles;
}

/// The directions in the order of the cells they lead to.
inline constexpr std::array<std::uint8_t, direction_count> in_reading_order = {4, 5, 3, 0, 2, 1};

/// Calls visit(bit number of the cell left, bit number of the cell entered, is it a move) for every direction of
/// every cell that has a move, in reading order; a list of moves is so written without a branch.
template <class Visit>
void for_each_candidate(const Moves& moves, Visit&& visit) {
    for (Bits movers = moves.movers(); movers != 0; movers &= movers - 1) {
        const int from = std::countr_zero(movers);
        for (const std::size_t d : in_reading_order) visit(from, from + step[d], ((moves.from[d] >> from) & 1U) != 0);
    }
}

/// Calls visit(bit number of the cell left, bit number of the cell entered) for every move, in reading order.
template <class Visit>
void for_each_move(const Moves& moves, Visit&& visit) {
    for_each_candidate(moves, [&](int from, int to, bool is_move) {
        if (is_move) visit(from, to);
    });
}

struct Step {
    int from;  ///< bit numbers
    int to;
};

/// The move with this number, counted direction by direction and there from the first cell on. It is found without a
/// branch, because a random number makes every branch a guess.
inline Step move_number(const Moves& moves, unsigned number) {
    std::array<std::uint64_t, direction_count / 2> pairs;  // of directions, the first in the lower half
    std::array<unsigned, direction_count / 2> before;      // how many moves the pairs before this one have
    unsigned sum = 0;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        pairs[p] = moves.from[2 * p] | std::uint64_t{moves.from[2 * p + 1]} << 32U;
        before[p] = sum;
        sum += static_cast<unsigned>(std::popcount(pairs[p]));
    }
    const std::size_t pair = (number >= before[1] ? 1U : 0U) + (number >= before[2] ? 1U : 0U);
    const int place = nth_bit(pairs[pair], number - before[pair]);
    const int from = place % 32;
    return {from, from + step[2 * pair + static_cast<std::size_t>(place / 32)]};
}

/// One random number for every tile, level and cell (Zobrist hashing).
inline constexpr auto tile_keys = [] {
    std::array<std::array<std::array<std::uint64_t, 27>, cell_count>, 3> keys{};
    std::uint64_t seed = 0x1E1A;
    for (auto& of_tile : keys)
        for (auto& of_level : of_tile)
            for (auto& key : of_level) key = seed = mix(seed);
    return keys;
}();

inline std::uint64_t tile_key(Tile tile, int level, int bit_number) {
    return tile_keys[static_cast<std::size_t>(tile)][static_cast<std::size_t>(level)]
                    [static_cast<std::size_t>(bit_number)];
}

/// Lifts the top tile of the stack at bit `from` and puts it on the stack at bit `to`.
/// Touches the levels and their hash, nothing else. Returns the level the tile now lies on.
inline int move_tile(State& state, int from, int to) {
    const Bits from_bit = Bits{1} << from;
    const Bits to_bit = Bits{1} << to;
    const int level = height_at(state.levels, from) - 1;
    const int landing = height_at(state.levels, to);
    const auto left = static_cast<std::size_t>(level);
    const auto entered = static_cast<std::size_t>(landing);
    auto& [tiles, owned] = state.levels;
    const Bits is_blue = (owned[seat_blue][left] >> from) & 1U;
    const Bits is_pink = (owned[seat_pink][left] >> from) & 1U;
    const auto tile = static_cast<Tile>(2U - 2U * is_blue - is_pink);
    tiles[left] &= ~from_bit;
    owned[seat_blue][left] &= ~from_bit;
    owned[seat_pink][left] &= ~from_bit;
    tiles[entered] |= to_bit;
    owned[seat_blue][entered] |= is_blue << to;
    owned[seat_pink][entered] |= is_pink << to;
    state.tiles_hash ^= tile_key(tile, level, from) ^ tile_key(tile, landing, to);
    return landing;
}

}  // namespace springtide::high_tide_leiman
