#pragma once

#include "bots/game_bots.hpp"
#include "rules/high_tide_leiman/rules.hpp"

namespace springtide {

template <>
struct GameBots<high_tide_leiman::State> : BotsByName<high_tide_leiman::State> {
    static std::span<const BotRow<high_tide_leiman::State>> levels();
    static std::span<const BotRow<high_tide_leiman::State>> studies();
};

}  // namespace springtide
