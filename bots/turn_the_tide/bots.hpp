#pragma once

#include "bots/game_bots.hpp"
#include "bots/turn_the_tide/opponent_model.hpp"
#include "rules/turn_the_tide/rules.hpp"

namespace springtide {

template <>
struct GameBots<turn_the_tide::State> : LearningBotsByName<turn_the_tide::State, turn_the_tide::OpponentModel> {
    static std::span<const BotRow<turn_the_tide::State>> levels();
    static std::span<const BotRow<turn_the_tide::State>> studies();
};

}  // namespace springtide
