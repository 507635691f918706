#include "bots/turn_the_tide/bots.hpp"

#include <array>

#include "bots/baselines/random.hpp"
#include "bots/baselines/turn_the_tide.hpp"

namespace springtide {

using turn_the_tide::State;

std::span<const std::string_view> GameBots<State>::levels() {
    static constexpr std::array<std::string_view, 2> names = {"random", "rule_of_thumb"};
    return names;
}

Choice<State::Action> GameBots<State>::choose(std::string_view level, const Seen<State>& seen, const BotRequest&,
                                              Random& random) {
    if (level == "random") return choose_at_random(seen, random);
    return turn_the_tide::choose_by_rule_of_thumb(seen);
}

}  // namespace springtide
