#pragma once

#include <optional>
#include <span>
#include <vector>

#include "server/tournament/pairing.hpp"

namespace springtide::tournament {

/// The result of a table's game: the places of its seats in their order, 0 the best; equal numbers share a place. Empty
/// while it is played, and for a game without a result.
using Places = std::vector<int>;

/// One for each other seat that came behind, half of one for each that shares the place; in halves.
int half_points_of(const Places& places, std::size_t seat);
/// As much as the middle place of a table.
inline int half_points_of_bye(int seats) { return seats - 1; }

struct PlayedRound {
    Round round;
    std::vector<Places> results;  ///< of each table
};

/// A player's standing.
struct Standing {
    int person = 0;
    int place = 1;  ///< equal numbers share it
    int half_points = 0;
    int played = 0;  ///< games
    int won = 0;     ///< games in which no other player was better
    int byes = 0;
    int opponents_half_points = 0;  ///< of all opponents, each time counted
    int opponents = 0;              ///< how many these are
};

/// The best first. Ties are broken by the average points of the opponents, then by games won; people who are still
/// equal share a place.
std::vector<Standing> standings(int people, int seats, std::span<const PlayedRound> rounds);

}  // namespace springtide::tournament
