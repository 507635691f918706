#include "bots/turn_the_tide/bots.hpp"

#include <array>

#include "bots/baselines/random.hpp"
#include "bots/baselines/turn_the_tide.hpp"
#include "bots/turn_the_tide/guided.hpp"
#include "bots/turn_the_tide/players.hpp"

namespace springtide {

using turn_the_tide::State;

std::span<const std::string_view> GameBots<State>::levels() {
    static constexpr std::array<std::string_view, 6> names = {"random", "rule_of_thumb", "easy",
                                                              "medium", "hard",          "best"};
    return names;
}

/// `best_1` is `best` as it was before it had networks, `network` their policy without any search.
std::span<const std::string_view> GameBots<State>::studies() {
    static constexpr std::array<std::string_view, 2> names = {"best_1", "network"};
    return names;
}

bool GameBots<State>::takes_notes(std::string_view level) { return level == "best"; }

Choice<State::Action> GameBots<State>::choose(std::string_view level, const Seen<State>& seen, const Notes& notes,
                                              const BotRequest& request, Random& random) {
    if (level == "random") return choose_at_random(seen, random);
    if (level == "rule_of_thumb") return turn_the_tide::choose_by_rule_of_thumb(seen);
    if (level == "easy") return look_ahead(seen, turn_the_tide::forgetful_and_greedy, random);
    if (level == "medium") return search(seen, turn_the_tide::medium_thinking, request, random);
    if (level == "hard") return search(seen, turn_the_tide::hard_thinking, request, random);
    const turn_the_tide::Networks* networks = level == "best_1" ? nullptr : turn_the_tide::networks();
    if (networks == nullptr) return search(seen, turn_the_tide::best_thinking, request, random);
    if (level == "network") return turn_the_tide::policy_choice(seen, *networks, random);
    return turn_the_tide::guided_search(seen, *networks, notes, request, random);
}

}  // namespace springtide
