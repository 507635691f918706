#pragma once

#include "bots/bot.hpp"
#include "bots/high_tide_henn/opponent_model.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide::high_tide_henn {

/// Tries every action in many games played on from here, for two rounds or to the end, and takes the one that wins most
/// of them. The others are expected to play as they have played so far.
Choice<Action> choose_best(const Seen<State>& seen, const OpponentModel& opponents, const BotRequest& request,
                           Random& random);
/// The same as it was before it had a network: every game is played to its end.
Choice<Action> choose_best_1(const Seen<State>& seen, const OpponentModel& opponents, const BotRequest& request,
                             Random& random);

}  // namespace springtide::high_tide_henn
