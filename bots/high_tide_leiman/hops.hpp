#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "bots/high_tide_leiman/search_board.hpp"

namespace springtide::high_tide_leiman {

/// A hop and the board after it, as far as it can be known without making it.
struct HopOutlook {
    Hop hop;
    int level;              ///< from which the tile is lifted
    bool is_own;            ///< else it is neutral
    int target_neighbours;  ///< stacks beside the target
    Bits movable;           ///< top tiles that may move
    Bits own;               ///< visible tiles of the mover
    Bits others;            ///< visible tiles of the opponent
    std::uint64_t hash;

    [[nodiscard]] constexpr Bits replies() const {
        return movable & ~own;
    }  ///< none: the round ends with this hop (L8)
};

/// Calls `visit` with the outlook of every hop of `mover` until it answers true; says whether it did.
template <Seat mover, class Visit>
bool any_hop(const SearchBoard& here, Outlines& outlines, Visit visit) {
    constexpr Seat other = opponent(mover);
    /// What a tile landing on a cell does to the level it lands on, worked out once for all that can land there.
    struct Landing {
        Bits unchanged;  ///< top tiles that keep their mobility
        Bits movable;    ///< of the others, those that may now move
        int neighbours;
    };
    std::array<Landing, 27> landings;
    Bits landings_known = 0;
    for (Bits movers = here.movers(mover); movers != 0; movers &= movers - 1) {
        const auto from = static_cast<std::uint8_t>(std::countr_zero(movers));
        const Bits from_bit = Bits{1} << from;
        const std::size_t level = here.height[from] - 1U;
        const Bits level_tops = here.tiles[level] & ~here.tiles[level + 1];
        const Bits left = here.tiles[level] & ~from_bit;
        const Bits loose = level == 0 ? outlines.loose(left) : loose_on_level(left);
        const Bits is_own = (here.tops[mover] >> from) & 1U;
        Bits movable_without = (here.movable & ~level_tops) | (level_tops & ~from_bit & loose);
        Bits own_without = here.tops[mover] & ~from_bit;
        Bits others_without = here.tops[other];
        if (level > 0) {
            movable_without |= here.loose[level - 1] & from_bit;
            own_without |= here.owned[mover][level - 1] & from_bit;
            others_without |= here.owned[other][level - 1] & from_bit;
        }
        const auto& keys = tile_keys[is_own == 0 ? static_cast<std::size_t>(Tile::neutral) : mover];
        const std::uint64_t hash_without = here.hash ^ keys[level][from];

        for (Bits targets = beside[from] & here.tiles[level]; targets != 0; targets &= targets - 1) {
            const auto to = static_cast<std::uint8_t>(std::countr_zero(targets));
            const Bits to_bit = Bits{1} << to;
            const std::size_t landing = here.height[to];
            Landing& landed = landings[to];
            if ((landings_known & to_bit) == 0) {
                landings_known |= to_bit;
                const Bits tops = (here.tiles[landing] & ~here.tiles[landing + 1]) | to_bit;
                landed = {.unchanged = ~tops,
                          .movable = tops & loose_on_level(here.tiles[landing] | to_bit),
                          .neighbours = std::popcount(beside[to] & here.tiles[0])};
            }
            const HopOutlook outlook{.hop = {from, to},
                                     .level = static_cast<int>(level),
                                     .is_own = is_own != 0,
                                     .target_neighbours = landed.neighbours,
                                     .movable = (movable_without & landed.unchanged) | landed.movable,
                                     .own = (own_without & ~to_bit) | is_own << to,
                                     .others = others_without & ~to_bit,
                                     .hash = hash_without ^ keys[landing][to]};
            if (visit(outlook)) return true;
        }
    }
    return false;
}

}  // namespace springtide::high_tide_leiman
