#pragma once

#include <vector>

#include "store/store.hpp"

namespace springtide::server {

/// New ratings after one game; `places[i]` is the place of `players[i]`, 0 the best, equal for those who shared it.
/// Two players: Glicko-2 with a rating period of one game. More: Bayesian, by the Bradley-Terry full-pair update of
/// Weng and Lin (2011), on the same scale. Both are written down in docs/hosting.md.
std::vector<RatingRow> rate(std::vector<RatingRow> players, const std::vector<int>& places);

}  // namespace springtide::server
