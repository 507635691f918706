#pragma once

#include <array>

#include "bots/baselines/random.hpp"
#include "bots/game_bots.hpp"
#include "examples/pebbles/rules.hpp"

namespace springtide {

/// Two bots: any move, and as many as may be taken, except that it never leaves the shell to the next player.
template <>
struct GameBots<pebbles::State> {
    using State = pebbles::State;

    static std::span<const std::string_view> levels() {
        static constexpr std::array<std::string_view, 2> names = {"random", "greedy"};
        return names;
    }
    static Choice<State::Action> choose(std::string_view level, const Seen<State>& seen, const BotRequest&,
                                        Random& random) {
        if (level == "random") return choose_at_random(seen, random);
        Choice<State::Action> choice;
        for (const State::Action action : legal_actions(seen.state(), seen.observer().seat())) {
            const int left = seen.state().heap - action.pebbles;
            if (choice.action.pebbles == 0 || left == 0 || left > pebbles::most_taken) choice.action = action;
        }
        return choice;
    }
};

}  // namespace springtide
