#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rules/high_tide_leiman/moves.hpp"
#include "rules/high_tide_leiman/state.hpp"

namespace springtide::high_tide_leiman {

/// The cells beside the cell of a bit number.
inline constexpr std::array<Bits, 27> beside = [] {
    std::array<Bits, 27> cells{};
    for (int cell = 0; cell < cell_count; ++cell)
        cells[bit_of_cell[static_cast<std::size_t>(cell)]] = spread(bit(cell)) & board & ~bit(cell);
    return cells;
}();

/// On a level with these `tiles`: the loose ones (L6) that have a target (L5).
constexpr Bits loose_on_level(Bits tiles) {
    const Bits a = tiles >> 1U, b = tiles >> 6U, c = tiles >> 5U, d = tiles << 1U, e = tiles << 6U, f = tiles << 5U;
    const Bits held = (a | b) & (b | c) & (c | d) & (d | e) & (e | f) & (f | a);
    return tiles & ~held & (a | b | c | d | e | f);
}

/// The same on the table, where lifting must also leave the others in one piece (L7). The search meets the same few
/// outlines again and again, so their answers are kept.
class Outlines {
  public:
    Bits loose(Bits tiles) {
        Kept& kept = kept_[(tiles * 0x9E3779B1U) >> (32U - size_bits)];
        if (kept.tiles != tiles) kept = {tiles, work_out(tiles)};
        return kept.loose;
    }

  private:
    static Bits work_out(Bits tiles) {
        const Bits loose = loose_on_level(tiles);
        return loose & ~holding_together(loose, tiles);
    }

    static constexpr unsigned size_bits = 10;
    struct Kept {
        Bits tiles = 0;
        Bits loose = 0;
    };
    std::array<Kept, 1U << size_bits> kept_{};
};

/// A move by bit numbers: the top tile of `from` goes on top of `to`.
struct Hop {
    std::uint8_t from;  // not zeroed: lists of hops are made in every search step
    std::uint8_t to;
    friend bool operator==(Hop, Hop) = default;
};
constexpr Action action_of(Hop hop) { return {cell_of_bit(hop.from), cell_of_bit(hop.to)}; }

/// The tiles of a stack, two bits each and the topmost in the lowest: 1 blue, 2 pink, 3 neutral, 0 none.
using Stack = std::uint64_t;
constexpr Stack tile_in_stack(Tile tile) { return static_cast<Stack>(tile) + 1; }

/// A position as the search wants it: everything a move changes is changed in place and put back, and which top
/// tiles may move is always known.
struct SearchBoard {
    std::array<Bits, level_count> tiles{};
    std::array<std::array<Bits, level_count>, 2> owned{};
    std::array<Bits, level_count> loose{};  ///< by level, also for covered tiles
    std::array<Bits, 2> tops{};             ///< visible tiles by seat (L9)
    Bits movable = 0;                       ///< top tiles that may move, whosever they are
    std::array<std::uint8_t, 27> height{};  ///< by bit number
    std::array<Stack, 27> stacks{};         ///< by bit number
    std::uint64_t hash = 0;                 ///< of the tiles, not of the player to move

    [[nodiscard]] Bits movers(Seat seat) const { return movable & ~tops[opponent(seat)]; }  // L4

    /// Blue's visible tiles less pink's, twice; on equal tiles +1 or -1 for the winner by L10 or L11.
    [[nodiscard]] int value(Seat last_mover) const {
        const int margin = std::popcount(tops[seat_blue]) - std::popcount(tops[seat_pink]);
        if (margin != 0) return 2 * margin;
        std::size_t highest = 0;
        while (tiles[highest + 1] != 0) ++highest;
        const bool blue_on_top = owned[seat_blue][highest] != 0;
        const bool pink_on_top = owned[seat_pink][highest] != 0;
        const bool blue_wins = blue_on_top != pink_on_top ? blue_on_top : last_mover == seat_blue;
        return blue_wins ? 1 : -1;
    }
};

inline SearchBoard search_board(const State& state, Outlines& outlines) {
    SearchBoard made;
    made.hash = state.tiles_hash;
    made.tiles = state.levels.tiles;
    made.owned = state.levels.owned;
    for (std::size_t level = 0; level + 1 < level_count; ++level) {
        const Bits tiles = state.levels.tiles[level];
        made.loose[level] = level == 0 ? outlines.loose(tiles) : loose_on_level(tiles);
        const Bits on_top = tiles & ~state.levels.tiles[level + 1];
        made.movable |= on_top & made.loose[level];
        for (const Seat seat : {seat_blue, seat_pink}) {
            made.tops[seat] |= on_top & state.levels.owned[seat][level];
        }
        for (Bits cells = tiles; cells != 0; cells &= cells - 1) {
            const auto cell = static_cast<std::size_t>(std::countr_zero(cells));
            const Tile tile = (made.owned[seat_blue][level] >> cell & 1U) != 0   ? Tile::blue
                              : (made.owned[seat_pink][level] >> cell & 1U) != 0 ? Tile::pink
                                                                                 : Tile::neutral;
            ++made.height[cell];
            made.stacks[cell] = made.stacks[cell] << 2U | tile_in_stack(tile);
        }
    }
    return made;
}

}  // namespace springtide::high_tide_leiman
