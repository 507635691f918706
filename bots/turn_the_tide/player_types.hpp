#pragma once

#include <array>

#include "bots/turn_the_tide/evaluation_table.hpp"

namespace springtide::turn_the_tide {

/// The type of a player. A search that took every opponent for its equal would give away much against the others, and
/// there are many of them.
enum class PlayerType : std::uint8_t {
    skilled,    ///< weighs every card
    extremist,  ///< plays the highest card or the lowest, nothing between
    careless,   ///< plays any card
};

/// The probability that each of the others plays only extremes, from the cards they have played in this round: such a
/// player's remaining cards are neighbours among the cards they were dealt. For an unknown hand, it counts the hands
/// that fit.
std::array<float, max_players> extremists(const Seen<State>& seen);

PlayerType draw_player_type(float extremist, int players, Random& random);

/// The choice of a player of this type.
Action choose_as(PlayerType type, const State& state, Seat seat, const EvaluationTable& table, Random& random);

}  // namespace springtide::turn_the_tide
