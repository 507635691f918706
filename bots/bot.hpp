#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/rules.hpp"

namespace springtide {

/// What somebody who asks a bot may set.
struct BotRequest {
    std::string level;                  ///< empty: the strongest there is
    std::optional<int> milliseconds;    ///< how long it may think, where its level thinks in time
    std::optional<std::uint64_t> seed;  ///< for bots that draw lots; by default it follows from the situation
};

/// What a bot answers.
template <class Action>
struct Choice {
    Action action;
    bool exact = false;           ///< the result is proven
    std::optional<Seat> winner;   ///< where it is proven
    std::optional<double> value;  ///< the bot's estimate for its own seat
    std::vector<Action> line;     ///< how it expects the game to go on, its own action first
};

}  // namespace springtide
