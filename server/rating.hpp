#pragma once

#include <vector>

#include "store/store.hpp"

namespace springtide::server {

/// What is known of a game that is rated. Both lists are in the order of the players.
struct RatedGame {
    std::vector<int> places;          ///< 0 the best, equal for those who shared it
    std::vector<bool> gave_up;        ///< resigned, left, or let bots play; may be empty: nobody did
    bool is_hardly_played = false;    ///< somebody gave up before it was a game
    RatingChange::Meetings meetings;  ///< how often they met of late; may be empty
};

/// How far back meetings count, in milliseconds.
inline constexpr std::int64_t meetings_count_for = 7LL * 24 * 3600 * 1000;
/// What the next game against somebody counts whom one met so often of late: half after three games, a quarter after
/// six. All games of two people in a week together move them no further than about five would.
double weight_of_meeting(int met_before);

/// New ratings after one game. Two players: Glicko-2 with a rating period of one game. More: Bayesian, by the
/// Bradley-Terry full-pair update of Weng and Lin (2011), on the same scale. The change is weighed by how often they
/// met; a game that was hardly played gives nobody anything and takes only from whoever gave it up. Written down in
/// docs/hosting.md.
std::vector<RatingRow> rate(std::vector<RatingRow> players, const RatedGame& game);

}  // namespace springtide::server
