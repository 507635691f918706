#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "core/fixed_list.hpp"
#include "core/rules.hpp"
#include "rules/high_tide_leiman/board.hpp"

/// High Tide by Marceline Leiman, for 2 players: seat 0 is blue, seat 1 is pink.
///
/// 19 hexagonal tiles (7 blue, 7 pink, 5 neutral) lie as a hexagon. In turn the players lift a tile that is on
/// top of its stack and of their own colour or neutral, and put it on a neighbouring stack that is at least as
/// high as the one it came from. It must be loose (two sides in a row free at its own level) and the tiles must
/// stay in one piece. The round ends when the player to move cannot. Most visible tiles wins it, then the highest
/// stack, then the last move. The winner takes a stone; the first to have enough stones wins the match.
///
/// | option   | values              | default | meaning                                        |
/// |----------|---------------------|---------|------------------------------------------------|
/// | `stones` | 1 to 5              | 3       | stones that win the match (L12)                |
/// | `first`  | random, blue, pink  | random  | who starts the first round (L13)               |
/// |          | pie                 |         | ours: one lays, the other chooses; see pie.hpp |
/// | `setup`  | random, balanced    | random  | which set-ups may come (L3); see balanced.hpp  |
namespace springtide::high_tide_leiman {

inline constexpr Seat seat_blue = 0;
inline constexpr Seat seat_pink = 1;
constexpr Seat opponent(Seat seat) { return static_cast<Seat>(1 - seat); }

enum class Tile : std::uint8_t { blue, pink, neutral };
inline constexpr std::array<int, 3> tile_count = {7, 7, 5};  ///< L1

enum class First : std::uint8_t { random, blue, pink, pie };
enum class SetupRule : std::uint8_t { random, balanced };

struct Options {
    std::uint8_t stones = 3;
    First first = First::random;
    SetupRule setup = SetupRule::random;
    friend bool operator==(const Options&, const Options&) = default;
};

/// A move: the top tile of `from` goes on top of `to`. For the actions before a round see pie.hpp.
struct Action {
    std::uint8_t from = 0;
    std::uint8_t to = 0;
    friend auto operator<=>(const Action&, const Action&) = default;
};

/// A set-up: the tile on each cell, in reading order.
using Setup = std::array<Tile, cell_count>;

// L3, by tile: blue, pink, neutral.
inline constexpr std::array<int, 3> inner_tiles = {2, 2, 2};
inline constexpr std::array<int, 3> outer_tiles = {5, 5, 2};

/// Chance says who starts the match, and lays out every round.
struct Chance {
    enum class Kind : std::uint8_t { first, setup };
    Kind kind = Kind::setup;
    Seat first = seat_blue;  ///< for Kind::first
    Setup setup{};           ///< for Kind::setup
    friend bool operator==(const Chance&, const Chance&) = default;
};

enum class Phase : std::uint8_t {
    choosing_first,
    laying_out,
    moving,
    over,
    laying,        ///< with `first` = `pie`: the mover lays the tiles
    choosing_side  ///< with `first` = `pie`: the mover chooses
};

/// The kinds of events, for Event::kind.
enum class Happening : std::uint8_t {
    first,       ///< seat starts the match
    laid_out,    ///< seat starts; values: round, then the tiles, 2 bits for each cell in reading order
    moved,       ///< seat; values: from, to, new height, tile
    round_won,   ///< seat; values: round, visible blue, visible pink, Reason
    next_round,  ///< seat starts it (L13); values: round
    match_won,   ///< seat; values: stones of blue, stones of pink
    // with `first` = `pie`
    lays,         ///< seat lays the tiles; values: round
    tile_laid,    ///< seat; values: cell, tile
    side_chosen,  ///< seat; values: 1 if the tiles change colour
};
inline constexpr int happening_count = static_cast<int>(Happening::side_chosen) + 1;

/// The criterion that decided a round (L9, L10, L11).
enum class Reason : std::uint8_t { visible, highest, last_move };

/// The highest stack there can be, plus one level that stays empty so that "the level above" always exists.
inline constexpr int level_count = cell_count + 1;

/// The levels of the board, from the table upwards: all tiles of each, and the blue or pink ones.
struct Levels {
    std::array<Bits, level_count> tiles{};
    std::array<std::array<Bits, level_count>, 2> owned{};  ///< by seat; a tile in neither is neutral
    friend bool operator==(const Levels&, const Levels&) = default;
};

struct State {
    using Options = high_tide_leiman::Options;
    using Action = high_tide_leiman::Action;
    using Chance = high_tide_leiman::Chance;
    /// At most 19 tiles move, each in at most 4 directions (two sides are free); one place to spare.
    using ActionList = FixedList<Action, 77>;

    std::uint64_t tiles_hash = 0;  ///< of the levels alone, kept up to date by every move
    Levels levels;
    Options options;
    Phase phase = Phase::choosing_first;
    std::uint8_t round = 1;
    Seat mover = seat_blue;
    std::int8_t last_mover = -1;    ///< the last mover in this round, -1 before the first move
    std::int8_t round_winner = -1;  ///< of the round that ended last, -1 before
    std::array<std::uint8_t, 2> stones{};

    friend bool operator==(const State&, const State&) = default;
};

/// The height of the stack at a bit number. Without a branch for stacks that are lower than eight.
inline int height_at(const Levels& levels, int bit_number) {
    constexpr std::size_t usual = 8;
    Bits tiles = 0;
    for (std::size_t level = 0; level < usual; ++level) tiles += (levels.tiles[level] >> bit_number) & 1U;
    if (tiles == usual) [[unlikely]]
        while (((levels.tiles[tiles] >> bit_number) & 1U) != 0) ++tiles;
    return static_cast<int>(tiles);
}

int height(const State& state, int cell);
/// The tile on top of a cell that is not empty.
Tile top(const State& state, int cell);
/// The tile at `level` (from 0) of a stack that is higher than that.
Tile tile_at(const State& state, int cell, int level);
/// Tiles of `seat` visible from above (L9).
int visible(const State& state, Seat seat);

}  // namespace springtide::high_tide_leiman
