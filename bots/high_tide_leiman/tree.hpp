#pragma once

#include "bots/bot.hpp"
#include "rules/high_tide_leiman/rules.hpp"

namespace springtide::high_tide_leiman {

/// The bot `mcts`: learns a round by trying it out, with no idea of the game but the rules and a greedy first guess.
Choice<Action> choose_by_tree(const Seen<State>& seen, const BotRequest& request, Random& random);

}  // namespace springtide::high_tide_leiman
