#include "bots/high_tide_leiman/bots.hpp"

#include <array>

#include "bots/high_tide_leiman/greedy.hpp"
#include "bots/random_bot.hpp"

namespace springtide {

using high_tide_leiman::State;

std::span<const std::string_view> GameBots<State>::levels() {
    static constexpr std::array<std::string_view, 2> names = {"random", "greedy"};
    return names;
}

Choice<State::Action> GameBots<State>::choose(std::string_view level, const Seen<State>& seen, const BotRequest&,
                                              Random& random) {
    if (level == "random") return choose_at_random(seen, random);
    return high_tide_leiman::choose_greedily(seen, random);
}

}  // namespace springtide
