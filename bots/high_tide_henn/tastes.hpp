#pragma once

#include "bots/high_tide_henn/taste.hpp"

/// The players that the levels are made of.
namespace springtide::high_tide_henn {

/// Found by playing against `careful`, `furthest` and itself (docs/decisions/0062).
inline constexpr Taste strong_taste = {
    .place = {{{4.37F, -0.31F}, {2.01F, 0.20F}, {0.78F, 0.19F}}},
    .space = {0.205F, 0.411F},
    .lead = {0.250F, 0.039F},
    .chase = {0.007F, 0.007F},
    .bar = {1.36F, 0.40F},
    .wet = {-2.81F, 0.40F},
    .danger = {2.84F, 3.13F, 2.85F, 0.33F, 0.20F, -0.26F},
    .danger_later = 0.027F,
    .danger_by_dice = 0.039F,
    .accept = {0.08F, 0.52F, 0.67F},
    .take = 0.42F,
    .patience = 1.07F,
    .coin = {0.08F, 0.02F},
    .coin_to_leave = {0, 3},
    .shark = 0.9F,
    .knows_surfers = true,
    .surfer_far = {1.2F, -0.85F},
    .tile = {1, 0.5F},
    .tile_kept = {0.2F, 1.2F},
};

/// Wants spaces and nothing else, much like the baseline `furthest`.
inline constexpr Taste bold_taste = {
    .place = {},
    .space = {1, 0},
    .bar = {0, 0},
    .wet = {20, 0},
    .danger = {},
    .accept = {7, 7.97F, 8.54F},
    .take = 8,
};

/// Weighs places and the next large wave as `careful` does, has heard of the expansions, and is a little impatient.
inline constexpr Taste medium_taste = {
    .accept = {2, 4, 4},
    .coin = {0.1F, 0},
    .shark = 0.5F,
    .knows_surfers = true,
    .tile = {0.5F, 0},
    .tile_kept = {0.5F, 2},
};

/// Sees where the deckchairs stand and runs; the waves come as a surprise, and the first good roll will do.
inline constexpr Taste easy_taste = {
    .place = {{{2, 0}, {1, 0}, {0.5F, 0}}},
    .space = {0.6F, 0},
    .bar = {0.5F, 0},
    .wet = {-1, 0},
    .danger = {},
    .accept = {2, 2.5F, 3},
    .take = 3,
    .coin = {0.1F, 0},
    .tile_kept = {0.5F, 3},
};

}  // namespace springtide::high_tide_henn
