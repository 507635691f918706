#pragma once

#include "bots/high_tide_henn/weights.hpp"

/// The players that the levels are made of.
namespace springtide::high_tide_henn {

/// Found by playing against `careful`, `furthest` and itself (docs/decisions/0062).
inline constexpr Weights strong_weights = {
    .thinks_ahead = true,
    .place = {{{5.627F, -1.385F}, {2.346F, 1.656F}, {1.048F, 0.487F}}},
    .space = {0.201F, 0.740F},
    .lead = {0.404F, -0.147F},
    .chase = {-0.050F, -0.026F},
    .bar = {2.259F, 1.310F},
    .wet = {-0.810F, 0.928F},
    .danger = {4.153F, 4.632F, 2.503F, 1.283F, 1.312F, 0.551F},
    .danger_later = 0.308F,
    .pair_stays = {0.961F, 0.926F, 0.237F},
    .accept = {0.135F, 0.586F, 0.374F},
    .take = {0.968F, 0.990F, 0.619F},
    .patience = 1.005F,
    .coin = {0.08F, 0.02F},
    .coin_to_leave = {0, 3},
    .shark = 0.9F,
    .knows_surfers = true,
    .surfer_far = {1.2F, -0.85F},
    .tile = {1, 0.5F},
    .tile_kept = {0.2F, 1.2F},
};

/// Wants spaces and nothing else: the baseline `furthest`.
inline constexpr Weights bold_weights = {
    .only_spaces = true,
    .accept = {7, 7.972F, 8.539F},
    .take = {7, 7.972F, 8.539F},
};

/// Weighs places and the next large wave as `careful` does, has heard of the expansions, and is a little impatient.
inline constexpr Weights medium_weights = {
    .thinks_ahead = true,
    .accept = {2, 4, 4},
    .coin = {0.1F, 0},
    .shark = 0.5F,
    .knows_surfers = true,
    .tile = {0.5F, 0},
    .tile_kept = {0.5F, 2},
};

/// Sees where the deckchairs stand and runs; the waves come as a surprise, and the first good roll will do.
inline constexpr Weights easy_weights = {
    .thinks_ahead = true,
    .place = {{{2, 0}, {1, 0}, {0.5F, 0}}},
    .space = {0.6F, 0},
    .bar = {0.5F, 0},
    .wet = {-1, 0},
    .danger = {},
    .accept = {2, 2.5F, 3},
    .take = {3, 3, 3},
    .coin = {0.1F, 0},
    .tile_kept = {0.5F, 3},
};

}  // namespace springtide::high_tide_henn
