#pragma once

#include <vector>

#include "store/store.hpp"

namespace springtide::server {

/// What is known of a game that is rated. All lists are in the order of the players.
struct RatedGame {
    std::vector<int> places;          ///< 0 the best, equal for those who shared it
    std::vector<bool> gave_up;        ///< resigned, left, or let bots play; may be empty: nobody did
    bool is_hardly_played = false;    ///< somebody gave up before it was a game
    RatingChange::Meetings meetings;  ///< what the players did before; may be empty
    int settled_from = 0;             ///< with so many opponents lately a player is settled
    std::int64_t at = 0;
};

/// How far back meetings of two players count, in milliseconds.
inline constexpr std::int64_t meetings_count_for = 7LL * 24 * 3600 * 1000;
/// How far back meetings with other accounts from an opponent's place count.
inline constexpr std::int64_t places_count_for = 90LL * 24 * 3600 * 1000;
/// How far back an opponent counts for being settled, and for how long a rating is listed after a game.
inline constexpr std::int64_t opponents_count_for = 180LL * 24 * 3600 * 1000;

/// What the next game against an opponent counts whom one met so often of late: half after three games, a quarter
/// after six. All games of two people in a week together move them no further than about five would.
double weight_of_meeting(int met_before);
/// What a game counts against an opponent whose rating is as uncertain as this.
double weight_of_deviation(double deviation);

/// New ratings after one game. Two players: Glicko-2 with a rating period of one game. More: Bayesian, by the
/// Bradley-Terry full-pair update of Weng and Lin (2011), on the same scale. The change is weighed by how often they
/// met and by how well the opponent is known. Players who are not settled move no settled ones, and stay near the
/// middle themselves. A game that was hardly played gives nobody anything and takes only from whoever gave it up.
/// Written down in docs/how-to/hosting.md.
std::vector<RatingRow> rate(std::vector<RatingRow> players, const RatedGame& game);

/// What a game changes for these guests, who came from these places (marks; empty where they are not known).
RatingChange change_of(const std::vector<std::string>& guests, const std::vector<std::string>& places, RatedGame game);

}  // namespace springtide::server
