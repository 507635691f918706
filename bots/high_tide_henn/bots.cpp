#include "bots/high_tide_henn/bots.hpp"

#include <array>

#include "bots/baselines/high_tide_henn.hpp"
#include "bots/baselines/random.hpp"

namespace springtide {

using high_tide_henn::State;

std::span<const std::string_view> GameBots<State>::levels() {
    static constexpr std::array<std::string_view, 3> names = {"random", "furthest", "careful"};
    return names;
}

Choice<State::Action> GameBots<State>::choose(std::string_view level, const Seen<State>& seen, const BotRequest&,
                                              Random& random) {
    if (level == "random") return choose_at_random(seen, random);
    return level == "furthest" ? high_tide_henn::choose_furthest(seen) : high_tide_henn::choose_carefully(seen);
}

}  // namespace springtide
