#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "bots/high_tide_leiman/search_board.hpp"

namespace springtide::high_tide_leiman {

/// A hop and the board after it, as far as it can be known without making it.
struct HopEffect {
    Hop hop;
    int level;              ///< from which the tile is lifted
    bool is_own;            ///< else it is neutral
    int target_neighbours;  ///< stacks beside the target
    Bits movable;           ///< top tiles that may move
    Bits own;               ///< visible tiles of the mover
    Bits others;            ///< visible tiles of the opponent
    Bits loose_left;        ///< SearchBoard::loose of the level it leaves
    Bits loose_entered;     ///< and of the one it lands on
    std::uint64_t hash;

    [[nodiscard]] constexpr Bits replies() const {
        return movable & ~own;
    }  ///< none: the round ends with this hop (L8)
};

/// Calls `visit` with the effect of every hop of `mover` until it answers true; returns whether it did. An effect is
/// written into `room()`, field by field, and `visit` comes by reference: g++ 12 would write it in narrow pieces and
/// then copy it with one wide load, for which the processor has to wait. A position of the search has three hops on
/// average, so nothing is kept for the next hop onto the same cell: that cost more than it saved.
template <Seat mover, class Room, class Visit>
bool any_hop(const SearchBoard& here, Outlines& outlines, Room&& room, Visit&& visit) {
    constexpr Seat other = opponent(mover);
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
            const Bits landing_tops = (here.tiles[landing] & ~here.tiles[landing + 1]) | to_bit;
            const Bits loose_there = loose_on_level(here.tiles[landing] | to_bit);
            HopEffect& effect = room();
            effect.hop = {from, to};
            effect.level = static_cast<int>(level);
            effect.is_own = is_own != 0;
            effect.target_neighbours = std::popcount(beside[to] & here.tiles[0]);
            effect.movable = (movable_without & ~landing_tops) | (landing_tops & loose_there);
            effect.own = (own_without & ~to_bit) | is_own << to;
            effect.others = others_without & ~to_bit;
            effect.loose_left = loose;
            effect.loose_entered = loose_there;
            effect.hash = hash_without ^ keys[landing][to];
            if (visit(effect)) return true;
        }
    }
    return false;
}

/// The data with which take_back() undoes a hop.
struct Followed {
    std::array<Bits, 2> tops;
    Bits movable;
    Bits loose_left;
    Bits loose_entered;
    std::uint64_t hash;
};

/// Makes the hop of an effect: SearchBoard::make with what any_hop worked out already.
template <Seat mover>
Followed follow(SearchBoard& here, const HopEffect& effect) {
    const auto [from, to] = effect.hop;
    const std::size_t level = --here.height[from];
    const std::size_t landing = here.height[to]++;
    const Followed before{here.tops, here.movable, here.loose[level], here.loose[landing], here.hash};
    here.tiles[level] ^= Bits{1} << from;
    here.tiles[landing] ^= Bits{1} << to;
    here.stacks[to] = here.stacks[to] << 2U | (here.stacks[from] & 3U);
    here.stacks[from] >>= 2U;
    const auto is_own = static_cast<Bits>(effect.is_own);
    here.owned[mover][level] ^= is_own << from;
    here.owned[mover][landing] ^= is_own << to;
    here.loose[level] = effect.loose_left;
    here.loose[landing] = effect.loose_entered;
    here.tops[mover] = effect.own;
    here.tops[opponent(mover)] = effect.others;
    here.movable = effect.movable;
    here.hash = effect.hash;
    return before;
}

template <Seat mover>
void take_back(SearchBoard& here, const HopEffect& effect, const Followed& before) {
    const auto [from, to] = effect.hop;
    const std::size_t level = here.height[from]++;
    const std::size_t landing = --here.height[to];
    here.tiles[level] ^= Bits{1} << from;
    here.tiles[landing] ^= Bits{1} << to;
    here.stacks[from] = here.stacks[from] << 2U | (here.stacks[to] & 3U);
    here.stacks[to] >>= 2U;
    const auto is_own = static_cast<Bits>(effect.is_own);
    here.owned[mover][level] ^= is_own << from;
    here.owned[mover][landing] ^= is_own << to;
    here.loose[level] = before.loose_left;
    here.loose[landing] = before.loose_entered;
    here.tops = before.tops;
    here.movable = before.movable;
    here.hash = before.hash;
}

/// SearchBoard::value after the hop; reads the board itself only if visible tiles do not decide (L9).
template <Seat mover>
int value_after(SearchBoard& here, const HopEffect& effect) {
    const int ahead = std::popcount(effect.own) - std::popcount(effect.others);
    if (ahead != 0) return mover == seat_blue ? 2 * ahead : -2 * ahead;
    const Followed before = follow<mover>(here, effect);
    const int found = here.value(mover);
    take_back<mover>(here, effect, before);
    return found;
}

}  // namespace springtide::high_tide_leiman
