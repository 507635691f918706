#pragma once

#include "bots/bot.hpp"
#include "core/random.hpp"

namespace springtide {

/// Where a bot's random numbers come from: from the seed that was asked for, or else from the system, anew for every
/// choice, so that nobody who has the program and knows what the bot knows can foretell it.
Random random_for(const BotRequest& request);

}  // namespace springtide
