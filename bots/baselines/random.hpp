#pragma once

#include "bots/bot.hpp"
#include "bots/playout.hpp"

namespace springtide {

/// Any legal action, all equally likely: the baseline `random`.
template <Rules State>
Choice<typename State::Action> choose_at_random(const Seen<State>& seen, Random& random) {
    Choice<typename State::Action> choice;
    choice.action = pick_random_action(seen.state(), seen.observer().seat(), random);
    return choice;
}

}  // namespace springtide
