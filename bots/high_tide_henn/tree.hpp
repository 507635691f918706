#pragma once

#include "bots/bot.hpp"
#include "bots/high_tide_henn/opponent_model.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide::high_tide_henn {

/// The bot `mcts`: a tree of its own decisions to come, with the players and the luck of `best` below it.
Choice<Action> choose_by_tree(const Seen<State>& seen, const OpponentModel& opponents, const BotRequest& request,
                              Random& random);

}  // namespace springtide::high_tide_henn
