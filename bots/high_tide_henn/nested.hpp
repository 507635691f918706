#pragma once

#include "bots/bot.hpp"
#include "bots/high_tide_henn/opponent_model.hpp"

namespace springtide::high_tide_henn {

/// `best` with a better player in its playouts: its own next decisions in each of them are searched for, too. Costs
/// seconds a move, to see what thinking longer could win.
Choice<Action> choose_nested(const Seen<State>& seen, const OpponentModel& opponents, const BotRequest& request,
                             Random& random);

}  // namespace springtide::high_tide_henn
