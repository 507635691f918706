#pragma once

#include <array>

#include "bots/baselines/random.hpp"
#include "bots/game_bots.hpp"
#include "examples/pebbles/rules.hpp"

namespace springtide {

/// Two bots: any move, and as many as may be taken, except that it never leaves the shell to the next player.
template <>
struct GameBots<pebbles::State> : BotsByName<pebbles::State> {
    using State = pebbles::State;

    static std::span<const BotRow<State>> levels() {
        static constexpr std::array<BotRow<State>, 2> rows = {{
            {.name = "random",
             .sentence = "takes any number of pebbles",
             .choose = [](const BotTurn<State>& turn) { return choose_at_random(turn.seen, turn.random); }},
            {.name = "greedy",
             .sentence = "takes as many as it may, but never leaves the shell to the next player",
             .choose = &choose_most},
        }};
        return rows;
    }
    static Choice<State::Action> choose_most(const BotTurn<State>& turn) {
        const State& state = turn.seen.state();
        Choice<State::Action> choice;
        for (const State::Action action : legal_actions(state, turn.seen.observer().seat())) {
            const int left = state.heap - action.pebbles;
            if (choice.action.pebbles == 0 || left == 0 || left > pebbles::most_taken) choice.action = action;
        }
        return choice;
    }
};

}  // namespace springtide
