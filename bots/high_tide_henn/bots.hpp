#pragma once

#include "bots/game_bots.hpp"
#include "bots/high_tide_henn/opponent_model.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide {

template <>
struct GameBots<high_tide_henn::State> {
    using State = high_tide_henn::State;
    using Notes = high_tide_henn::OpponentModel;

    static std::span<const std::string_view> levels();
    static std::span<const std::string_view> studies();
    static bool takes_notes(std::string_view level);
    static Choice<State::Action> choose(std::string_view level, const Seen<State>& seen, const Notes& notes,
                                        const BotRequest& request, Random& random);
    /// For a seat that has not watched.
    static Choice<State::Action> choose(std::string_view level, const Seen<State>& seen, const BotRequest& request,
                                        Random& random) {
        return choose(level, seen, Notes(), request, random);
    }
};

}  // namespace springtide
