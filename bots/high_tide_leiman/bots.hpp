#pragma once

#include "bots/game_bots.hpp"
#include "rules/high_tide_leiman/rules.hpp"

namespace springtide {

template <>
struct GameBots<high_tide_leiman::State> {
    using State = high_tide_leiman::State;

    static std::span<const std::string_view> levels();
    static std::span<const std::string_view> studies();
    static Choice<State::Action> choose(std::string_view level, const Seen<State>& seen, const BotRequest& request,
                                        Random& random);
};

}  // namespace springtide
