#pragma once

#include <array>
#include <bit>
#include <cstdint>

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

/// L7: of the single tiles `singles`, those whose lifting leaves the others in one piece.
/// `twice_touched` are the cells whose neighbours stand in two separate groups around them: only there can lifting
/// break the connection, and only if the groups do not meet elsewhere.
inline Bits liftable(Bits singles, Bits twice_touched, Bits occupied) {
    for (Bits doubtful = singles & twice_touched; doubtful != 0; doubtful &= doubtful - 1) {
        const Bits lifted = doubtful & (~doubtful + 1U);
        if (!connected(occupied & ~lifted)) singles &= ~lifted;
    }
    return singles;
}

/// Does any stack reach this level (0 is the table)?
inline bool level_exists(const State& state, int level) {
    return state.levels[static_cast<std::size_t>(level)].tiles != 0;
}

/// Adds the moves of `seat` with tiles that lie on `level`.
inline void add_moves_on_level(const State& state, Seat seat, int level, Moves& moves) {
    const auto at = static_cast<std::size_t>(level);
    const Bits high_enough = state.levels[at].tiles;  // stacks that reach this level: they hold and they receive (L5)
    const Bits on_top = high_enough & ~state.levels[at + 1].tiles;
    const Bits allowed = on_top & ~state.levels[at].owned[opponent(seat)];  // own or neutral (L4)
    if (allowed == 0) return;

    std::array<Bits, direction_count> beside;  // cells touched at this level from direction d
    for (int d = 0; d < direction_count; ++d) beside[static_cast<std::size_t>(d)] = looking_at(high_enough, d);

    Bits loose = 0;  // L6: two sides in a row touch nothing
    Bits touched_once = 0;
    Bits touched_twice = 0;
    for (std::size_t d = 0; d < direction_count; ++d) {
        const std::size_t next = d + 1 < direction_count ? d + 1 : 0;
        loose |= ~(beside[d] | beside[next]);
        const Bits group_ends = beside[d] & ~beside[next];
        touched_twice |= touched_once & group_ends;
        touched_once |= group_ends;
    }
    Bits movers = allowed & loose;
    if (level == 0) movers = liftable(movers, touched_twice, high_enough);
    for (std::size_t d = 0; d < direction_count; ++d) moves.from[d] |= movers & beside[d];
}

inline Moves moves_of(const State& state, Seat seat) {
    Moves moves;
    for (int level = 0; level_exists(state, level); ++level) add_moves_on_level(state, seat, level, moves);
    return moves;
}

inline bool has_move(const State& state, Seat seat) {
    Moves moves;
    for (int level = 0; level_exists(state, level); ++level) {
        add_moves_on_level(state, seat, level, moves);
        if (moves.movers() != 0) return true;
    }
    return false;
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

/// The move with this number, counted direction by direction and there from the first cell on. The direction is found
/// without a branch, because a random number makes every branch a guess.
inline Step move_number(const Moves& moves, unsigned number) {
    std::array<unsigned, direction_count> before;  // how many moves the directions before this one have
    unsigned sum = 0;
    for (std::size_t d = 0; d < direction_count; ++d) {
        before[d] = sum;
        sum += static_cast<unsigned>(std::popcount(moves.from[d]));
    }
    std::size_t direction = 0;
    for (std::size_t d = 1; d < direction_count; ++d) direction += number >= before[d] ? 1U : 0U;
    Bits cells = moves.from[direction];
    for (unsigned left = number - before[direction]; left != 0; --left) cells &= cells - 1;
    const int from = std::countr_zero(cells);
    return {from, from + step[direction]};
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
    int level = 0;
    while ((state.levels[static_cast<std::size_t>(level) + 1].tiles & from_bit) != 0) ++level;
    int landing = level + 1;  // the target reaches at least `level` (L5)
    while ((state.levels[static_cast<std::size_t>(landing)].tiles & to_bit) != 0) ++landing;
    Level& left = state.levels[static_cast<std::size_t>(level)];
    Level& entered = state.levels[static_cast<std::size_t>(landing)];
    const Bits is_blue = (left.owned[seat_blue] >> from) & 1U;
    const Bits is_pink = (left.owned[seat_pink] >> from) & 1U;
    const auto tile = static_cast<Tile>(2U - 2U * is_blue - is_pink);
    left.tiles &= ~from_bit;
    left.owned[seat_blue] &= ~from_bit;
    left.owned[seat_pink] &= ~from_bit;
    entered.tiles |= to_bit;
    entered.owned[seat_blue] |= is_blue << to;
    entered.owned[seat_pink] |= is_pink << to;
    state.tiles_hash ^= tile_key(tile, level, from) ^ tile_key(tile, landing, to);
    return landing;
}

}  // namespace springtide::high_tide_leiman
