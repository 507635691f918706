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

/// On a level where `tiles` lie: those that are loose (L6) and have somewhere to go (L5).
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

/// A position as the search wants it: everything a move changes is changed in place and put back, and which top
/// tiles may move is always known.
struct SearchBoard {
    std::array<Bits, level_count> tiles{};
    std::array<std::array<Bits, level_count>, 2> owned{};
    std::array<Bits, level_count> loose{};  ///< by level, also where a tile is covered
    std::array<Bits, 2> tops{};             ///< visible tiles by seat (L9)
    Bits movable = 0;                       ///< top tiles that may move, whosever they are
    std::array<std::uint8_t, 27> height{};  ///< by bit number
    std::uint64_t hash = 0;                 ///< of the tiles, not of who moves

    [[nodiscard]] Bits movers(Seat seat) const { return movable & ~tops[opponent(seat)]; }  // L4

    /// Blue's visible tiles less pink's, twice; where they are equal, +1 or -1 for who wins by L10 or L11.
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

    /// What unmake() needs to put a hop back.
    struct Undo {
        std::array<Bits, 2> tops;
        Bits movable;
        Bits loose_left;
        Bits loose_entered;
        std::uint64_t hash;
    };
    Undo make(Hop hop, Outlines& outlines);
    void unmake(Hop hop, const Undo& undo);
};

inline SearchBoard::Undo SearchBoard::make(Hop hop, Outlines& outlines) {
    const Bits from = Bits{1} << hop.from;
    const Bits to = Bits{1} << hop.to;
    const std::size_t level = --height[hop.from];
    const std::size_t landing = height[hop.to]++;
    const Undo undo{tops, movable, loose[level], loose[landing], hash};

    const Bits level_tops = tiles[level] & ~tiles[level + 1];
    const Bits landing_tops = tiles[landing] & ~tiles[landing + 1];
    tiles[level] &= ~from;
    tiles[landing] |= to;
    loose[level] = level == 0 ? outlines.loose(tiles[0]) : loose_on_level(tiles[level]);
    loose[landing] = loose_on_level(tiles[landing]);
    movable = (movable & ~(level_tops | landing_tops | to)) | (level_tops & ~from & ~to & loose[level]) |
              ((landing_tops | to) & loose[landing]);
    auto tile = static_cast<unsigned>(Tile::neutral);
    for (const Seat seat : {seat_blue, seat_pink}) {
        const Bits is_owned = (owned[seat][level] >> hop.from) & 1U;
        tile -= is_owned * (2U - seat);
        owned[seat][level] &= ~from;
        owned[seat][landing] |= is_owned << hop.to;
        tops[seat] = (tops[seat] & ~(from | to)) | is_owned << hop.to;
        if (level > 0) tops[seat] |= owned[seat][level - 1] & from;
    }
    if (level > 0) movable |= loose[level - 1] & from;
    hash ^= tile_key(static_cast<Tile>(tile), static_cast<int>(level), hop.from) ^
            tile_key(static_cast<Tile>(tile), static_cast<int>(landing), hop.to);
    return undo;
}

inline void SearchBoard::unmake(Hop hop, const Undo& undo) {
    const std::size_t level = height[hop.from]++;
    const std::size_t landing = --height[hop.to];
    const Bits to = Bits{1} << hop.to;
    tiles[landing] &= ~to;
    tiles[level] |= Bits{1} << hop.from;
    for (const Seat seat : {seat_blue, seat_pink}) {
        owned[seat][level] |= ((owned[seat][landing] >> hop.to) & 1U) << hop.from;
        owned[seat][landing] &= ~to;
    }
    loose[level] = undo.loose_left;
    loose[landing] = undo.loose_entered;
    tops = undo.tops;
    movable = undo.movable;
    hash = undo.hash;
}

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
        for (Bits cells = tiles; cells != 0; cells &= cells - 1)
            ++made.height[static_cast<std::size_t>(std::countr_zero(cells))];
    }
    return made;
}

}  // namespace springtide::high_tide_leiman
