#pragma once

#include <string_view>

#include "bots/game_bots.hpp"
#include "rules/high_tide_leiman/pie.hpp"

namespace springtide::high_tide_leiman {

/// Option `first` = `pie`: how a level lays the tiles, and which side it takes.
Choice<Action> choose_before_the_round(std::string_view level, const Seen<State>& seen, const BotRequest& request,
                                       Random& random);

}  // namespace springtide::high_tide_leiman
