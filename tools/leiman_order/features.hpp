#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include "bots/high_tide_leiman/learned_score.hpp"

/// What learned_score() and neighbour_score() look at, as numbers of a long row that is nearly empty.
namespace leiman_order {

using namespace springtide::high_tide_leiman;

// Where each part of LearnedWeights begins.
inline constexpr std::size_t first_mobile = 7;
inline constexpr std::size_t first_cell = first_mobile + mobile_counts;
inline constexpr std::size_t first_top = first_cell + want_kinds * cell_kinds * tops_count * 2;
inline constexpr std::size_t top_kinds = 6;
inline constexpr std::size_t first_pair = first_top + 7 * top_kinds;
inline constexpr std::size_t feature_count = first_pair + top_kinds * top_kinds * 3;

struct Feature {
    std::size_t number;
    double value;
};
using Features = std::vector<Feature>;

/// A pair of neighbours and the same pair seen from the other cell have one number.
inline std::size_t pair_number(std::size_t one, std::size_t other, std::size_t comparison) {
    const std::size_t here = (one * top_kinds + other) * 3 + comparison;
    const std::size_t there = (other * top_kinds + one) * 3 + 2 - comparison;
    return first_pair + std::min(here, there);
}

/// Of a board after a hop of `mover`. All cells count here; learned_score() looks only at those that the hop changes.
inline Features features(const SearchBoard& after, const HopEffect& effect, springtide::Seat mover, Hop before,
                         Score want) {
    Features found;
    const auto add = [&](std::size_t number, double value) {
        if (value != 0) found.push_back({number, value});
    };
    const MobileTiles mobile(effect);
    add(0, effect.level);
    add(1, effect.target_neighbours);
    add(2, mobile.others + mobile.neutral);
    add(3, mobile.own);
    add(4, std::popcount(effect.others));
    add(5, effect.is_own ? 0 : 1);
    add(6, effect.hop.from == before.to ? 1 : 0);
    add(first_mobile + mobile.number(), 1);

    const auto tops = [&](std::size_t cell) {
        return mover == seat_blue ? topmost(after.stacks[cell]) : swapped(topmost(after.stacks[cell]));
    };
    const auto is_free = [&](std::size_t cell) { return after.movable >> cell & 1U; };
    const auto top = [&](std::size_t cell) { return 2 * ((tops(cell) & 3U) - 1) + is_free(cell); };
    for (Bits cells = after.tiles[0]; cells != 0; cells &= cells - 1) {
        const auto cell = static_cast<std::size_t>(std::countr_zero(cells));
        const std::size_t kind = kind_of_want(want) * cell_kinds + kind_of_cell[cell];
        add(first_cell + 2 * (kind * tops_count + tops(cell)) + is_free(cell), 1);
        const Bits as_high = beside[cell] & after.tiles[after.height[cell] - 1U];
        add(first_top + static_cast<std::size_t>(std::popcount(as_high)) * top_kinds + top(cell), 1);
        for (Bits others = beside[cell] & cells; others != 0; others &= others - 1) {
            const auto other = static_cast<std::size_t>(std::countr_zero(others));
            add(pair_number(top(cell), top(other), compared(after.height[cell], after.height[other])), 1);
        }
    }
    return found;
}

}  // namespace leiman_order
