#pragma once

#include "bots/bot.hpp"
#include "rules/high_tide_leiman/rules.hpp"

namespace springtide::high_tide_leiman {

/// Looks one move ahead: wins the round if it can, avoids losing it at once, else covers what gives the best balance
/// of visible tiles and leaves the opponent the fewest moves. Equal moves are drawn by lot.
Choice<Action> choose_greedily(const Seen<State>& seen, Random& random);

}  // namespace springtide::high_tide_leiman
