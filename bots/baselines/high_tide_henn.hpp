#pragma once

#include "bots/bot.hpp"
#include "rules/high_tide_henn/rules.hpp"

/// The two baselines that strength is measured against; they never change. Both take every coin they may and use no
/// Baywatch tile.
namespace springtide::high_tide_henn {

/// Wants spaces and nothing else; stops rolling when the next roll promises less.
Choice<Action> choose_furthest(const Seen<State>& seen);

/// Weighs places, the bar and the reach of the next large wave; declines low rolls while there is room.
Choice<Action> choose_carefully(const Seen<State>& seen);

}  // namespace springtide::high_tide_henn
