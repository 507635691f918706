#pragma once

#include "bots/bot.hpp"
#include "core/random.hpp"

namespace springtide {

/// The random numbers of a bot: from the seed of the request, or else fresh from the system for every choice. So even
/// an opponent with the same program and the bot's knowledge cannot predict it.
Random random_for(const BotRequest& request);

}  // namespace springtide
