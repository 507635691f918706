#pragma once

#include "bots/game_bots.hpp"
#include "rules/turn_the_tide/rules.hpp"

namespace springtide {

template <>
struct GameBots<turn_the_tide::State> {
    using State = turn_the_tide::State;

    static std::span<const std::string_view> levels();
    static std::span<const std::string_view> studies();
    static Choice<State::Action> choose(std::string_view level, const Seen<State>& seen, const BotRequest& request,
                                        Random& random);
};

}  // namespace springtide
