#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The weights of learned_score.hpp, in the form that tools/leiman_order prints; docs/lab describes how they were
/// found.
namespace springtide::high_tide_leiman {

inline constexpr std::size_t cell_kinds = 4;
inline constexpr std::size_t tops_count = 64;  ///< three tiles of two bits
inline constexpr std::size_t want_kinds = 3;
inline constexpr std::size_t mobile_counts = 144;

/// By kind of cell, topmost tiles, and whether the top one may move.
using CellWeights = std::array<std::array<std::array<std::int16_t, 2>, tops_count>, cell_kinds>;

struct LearnedWeights {
    int level_left;
    int neighbour_of_target;
    int reply;
    int own_mobile;
    int opponents_visible;
    int neutral_moved;
    int from_where_the_opponent_came;
    std::array<std::int16_t, mobile_counts> mobile;  ///< by MobileTiles::number()
    std::array<CellWeights, want_kinds> cells;
    // Near the root, tops as 2 * (own 0, the opponent's 1, neutral 2) + free:
    std::array<std::array<std::int16_t, 6>, 7> top;                  ///< by neighbours as high, and top
    std::array<std::array<std::array<std::int16_t, 3>, 6>, 6> pair;  ///< by both tops, and compared()
};

inline constexpr LearnedWeights learned_weights{
#include "bots/high_tide_leiman/learned_numbers.inc"
};

}  // namespace springtide::high_tide_leiman
