#pragma once

#include "bots/game_bots.hpp"
#include "rules/high_tide_leiman/pie.hpp"

namespace springtide::high_tide_leiman {

/// How well a bot cuts and chooses with the option `first` = `pie`.
enum class PieSkill : std::uint8_t {
    random,      ///< lays anything, takes either side
    swaps,       ///< lays anything, and always starts: the starter wins 78 of 100 set-ups
    calculates,  ///< lays a balanced set-up, and works the side out in a limited number of positions
    proves,      ///< the same, but proves the side
};

/// Lays the next tile, or chooses the side.
Choice<Action> choose_before_the_round(PieSkill skill, const Seen<State>& seen, const BotRequest& request,
                                       Random& random);

}  // namespace springtide::high_tide_leiman
