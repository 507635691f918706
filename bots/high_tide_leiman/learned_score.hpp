#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "bots/high_tide_leiman/hops.hpp"
#include "bots/high_tide_leiman/learned_weights.hpp"
#include "bots/high_tide_leiman/proof_table.hpp"

/// Estimates the cost of proving that a hop reaches the wanted result, learned from proofs (tools/leiman_order,
/// docs/lab/2026-11-17-a-learned-order.md). The position after the hop is judged cell by cell.
namespace springtide::high_tide_leiman {

/// Kinds of cells: the centre, the ring around it, corners and edges of the rim; by bit number.
inline constexpr std::array<std::uint8_t, 27> kind_of_cell = [] {
    std::array<std::uint8_t, 27> kinds{};
    for (int cell = 0; cell < cell_count; ++cell) {
        const std::uint8_t at = bit_of_cell[static_cast<std::size_t>(cell)];
        const int neighbours = std::popcount(beside[at]);
        kinds[at] = static_cast<std::uint8_t>(cell == centre ? 0 : neighbours == 6 ? 1 : neighbours == 3 ? 2 : 3);
    }
    return kinds;
}();

/// The topmost three tiles of a stack as a number below tops_count.
constexpr std::size_t topmost(Stack stack) { return static_cast<std::size_t>(stack) % tops_count; }

/// Three tiles as the other player sees them.
constexpr std::size_t swapped(std::size_t tiles) {
    const std::size_t owned = (tiles ^ tiles >> 1U) & 0b010101U;  // 1 or 2, not 3 or 0
    return tiles ^ (owned | owned << 1U);
}

/// The wanted result of a question: less than a win, a win, or more.
constexpr std::size_t kind_of_want(Score want) { return want < least_win ? 0 : want == least_win ? 1 : 2; }

/// Weights of cells as the mover sees them; blue's are those of the list, in which the mover's tiles are the blue ones.
inline constexpr std::array<std::array<CellWeights, want_kinds>, 2> cell_weights_of = [] {
    std::array<std::array<CellWeights, want_kinds>, 2> weights{learned_weights.cells, {}};
    for (std::size_t want = 0; want < want_kinds; ++want)
        for (std::size_t kind = 0; kind < cell_kinds; ++kind)
            for (std::size_t tiles = 0; tiles < tops_count; ++tiles)
                weights[seat_pink][want][kind][swapped(tiles)] = learned_weights.cells[want][kind][tiles];
    return weights;
}();

/// How many tiles may move after a hop: of the opponent's, neutral ones, of the mover's.
struct MobileTiles {
    int others;
    int neutral;
    int own;

    explicit MobileTiles(const HopEffect& effect)
        : others(std::popcount(effect.movable & effect.others)),
          neutral(std::popcount(effect.replies() & ~effect.others)),
          own(std::popcount(effect.movable & effect.own)) {}

    /// All three as one number below mobile_counts; many are as good as a few.
    [[nodiscard]] std::size_t number() const {
        return static_cast<std::size_t>((std::min(others, 5) * 4 + std::min(neutral, 3)) * 6 + std::min(own, 5));
    }
};

/// A stack beside another: 0 if that is lower, 1 if it is as high, 2 if it is higher.
constexpr std::size_t compared(int height, int other) {
    return static_cast<std::size_t>(1 + (other > height ? 1 : 0) - (other < height ? 1 : 0));
}

/// The lower, the easier the proof. `before` is the opponent's last hop.
template <Seat mover>
int learned_score(const SearchBoard& here, const HopEffect& effect, Hop before, Score want) {
    constexpr auto& weights = learned_weights;
    const auto [from, to] = effect.hop;
    const MobileTiles mobile(effect);
    int score = weights.level_left * effect.level + weights.neighbour_of_target * effect.target_neighbours +
                weights.reply * (mobile.others + mobile.neutral) + weights.own_mobile * mobile.own +
                weights.opponents_visible * std::popcount(effect.others) + weights.mobile[mobile.number()];
    if (!effect.is_own) score += weights.neutral_moved;
    if (from == before.to) score += weights.from_where_the_opponent_came;

    // Cells, as far as the hop changes them.
    const CellWeights& cells = cell_weights_of[mover][kind_of_want(want)];
    const auto& left = cells[kind_of_cell[from]];
    const auto& entered = cells[kind_of_cell[to]];
    const Stack lifted_from = here.stacks[from];
    const Stack put_on = here.stacks[to];
    score += left[topmost(lifted_from >> 2U)][effect.movable >> from & 1U] - left[topmost(lifted_from)][1];
    score += entered[topmost(put_on << 2U | (lifted_from & 3U))][effect.movable >> to & 1U] -
             entered[topmost(put_on)][here.movable >> to & 1U];
    const Bits elsewhere = (effect.movable ^ here.movable) & ~(Bits{1} << from | Bits{1} << to);
    for (Bits changed = elsewhere; changed != 0; changed &= changed - 1) {
        const auto cell = static_cast<std::size_t>(std::countr_zero(changed));
        const auto& held_and_free = cells[kind_of_cell[cell]][topmost(here.stacks[cell])];
        const int freed = held_and_free[1] - held_and_free[0];
        score += (effect.movable >> cell & 1U) != 0 ? freed : -freed;
    }
    return score;
}

/// The score of the whole board after a hop of `mover`: each top tile with the number of stacks it could go to or leans
/// on, and each pair of neighbours. Dearer than learned_score(), for hops near the root.
template <Seat mover>
int neighbour_score(const SearchBoard& after) {
    constexpr std::array<std::uint8_t, 4> seen = {0, mover == seat_blue ? 0 : 2, mover == seat_blue ? 2 : 0, 4};
    constexpr auto& weights = learned_weights;
    std::array<std::uint8_t, 27> tops{};  // own, the opponent's or neutral; held or free
    int score = 0;
    for (Bits cells = after.tiles[0]; cells != 0; cells &= cells - 1) {
        const auto cell = static_cast<std::size_t>(std::countr_zero(cells));
        tops[cell] = static_cast<std::uint8_t>(seen[after.stacks[cell] & 3U] + (after.movable >> cell & 1U));
        score +=
            weights.top[static_cast<std::size_t>(std::popcount(beside[cell] & after.tiles[after.height[cell] - 1U]))]
                       [tops[cell]];
    }
    for (Bits cells = after.tiles[0]; cells != 0; cells &= cells - 1) {
        const auto cell = static_cast<std::size_t>(std::countr_zero(cells));
        for (Bits others = beside[cell] & cells; others != 0; others &= others - 1) {
            const auto other = static_cast<std::size_t>(std::countr_zero(others));
            score += weights.pair[tops[cell]][tops[other]][compared(after.height[cell], after.height[other])];
        }
    }
    return score;
}

}  // namespace springtide::high_tide_leiman
