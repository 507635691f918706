#pragma once

#include "bots/game_bots.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide {

template <>
struct GameBots<high_tide_henn::State> {
    using State = high_tide_henn::State;

    static std::span<const std::string_view> levels();
    static Choice<State::Action> choose(std::string_view level, const Seen<State>& seen, const BotRequest& request,
                                        Random& random);
};

}  // namespace springtide
