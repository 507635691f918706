#pragma once

#include "bots/bot.hpp"
#include "rules/high_tide_leiman/rules.hpp"

namespace springtide::high_tide_leiman {

/// Proves the winner. Keeps a win, then the margin; in a lost position it leaves the opponent the fewest winning
/// answers, and of equal moves takes one with which it holds out longest. Without a limit in the request it takes
/// the time it needs. If the limit is too narrow for a proof the move is the best found so far, and `exact` is
/// false.
Choice<Action> play_perfectly(const Seen<State>& seen, const BotRequest& request);

/// The winner of a round with a player to move; nothing if the time of the request did not suffice.
std::optional<Seat> proven_winner(const State& state, const BotRequest& request);

}  // namespace springtide::high_tide_leiman
