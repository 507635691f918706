#pragma once

#include "bots/bot.hpp"
#include "rules/high_tide_leiman/rules.hpp"

namespace springtide::high_tide_leiman {

/// Proves who wins. Keeps a win, then the margin; in a lost position it leaves the opponent the fewest winning answers,
/// and of equal moves takes one with which it holds out longest.
/// Without a limit in the request it takes the time that needs. Where the limit is too narrow for a proof the move is
/// the best that was seen, and `exact` is false.
Choice<Action> play_perfectly(const Seen<State>& seen, const BotRequest& request);

/// Who wins a round in which somebody is to move; nothing if the time of the request did not last.
std::optional<Seat> proven_winner(const State& state, const BotRequest& request);

}  // namespace springtide::high_tide_leiman
