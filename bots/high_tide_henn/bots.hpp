#pragma once

#include "bots/game_bots.hpp"
#include "bots/high_tide_henn/opponent_model.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide {

template <>
struct GameBots<high_tide_henn::State> : LearningBotsByName<high_tide_henn::State, high_tide_henn::OpponentModel> {
    static std::span<const BotRow<high_tide_henn::State>> levels();
    static std::span<const BotRow<high_tide_henn::State>> studies();
};

}  // namespace springtide
