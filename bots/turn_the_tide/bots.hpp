#pragma once

#include "bots/game_bots.hpp"
#include "bots/turn_the_tide/opponent_model.hpp"
#include "rules/turn_the_tide/rules.hpp"

namespace springtide {

template <>
struct GameBots<turn_the_tide::State> {
    using State = turn_the_tide::State;

    static std::span<const std::string_view> levels();
    static std::span<const std::string_view> studies();
    using Notes = turn_the_tide::OpponentModel;
    static bool takes_notes(std::string_view level);
    static Choice<State::Action> choose(std::string_view level, const Seen<State>& seen, const Notes& notes,
                                        const BotRequest& request, Random& random);
    /// For a player without notes on the others.
    static Choice<State::Action> choose(std::string_view level, const Seen<State>& seen, const BotRequest& request,
                                        Random& random) {
        return choose(level, seen, Notes(), request, random);
    }
};

}  // namespace springtide
