#pragma once

#include <span>
#include <string_view>

#include "bots/bot.hpp"
#include "core/random.hpp"

namespace springtide {

/// The bots of one game. Each game specialises this in bots/<game>/bots.hpp with
///   static std::span<const std::string_view> levels();                       weakest first
///   static Choice<Action> choose(std::string_view level, const Seen<State>&, const BotRequest&, Random&);
template <class State>
struct GameBots;

}  // namespace springtide
