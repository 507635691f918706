#pragma once

#include <array>

#include "bots/turn_the_tide/evaluation_table.hpp"

namespace springtide::turn_the_tide {

/// What kind of player somebody is. A search that took everybody for its equal would give away much against the
/// others, and there are many of them.
enum class PlayerType : std::uint8_t {
    skilled,    ///< weighs every card
    extremist,  ///< plays the highest card or the lowest, nothing between
    careless,   ///< plays any card
};

/// How likely it is that each of the others plays only extremes, from the cards they have played in this round: what
/// such a player still holds are neighbours among the cards they were dealt. Where a hand is not known, it counts how
/// many hands would be like that.
std::array<float, max_players> extremists(const Seen<State>& seen);

PlayerType draw_player_type(float extremist, int players, Random& random);

/// How somebody of this type chooses.
Action choose_as(PlayerType type, const State& state, Seat seat, const EvaluationTable& table, Random& random);

}  // namespace springtide::turn_the_tide
