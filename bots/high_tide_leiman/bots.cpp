#include "bots/high_tide_leiman/bots.hpp"

#include <array>

#include "bots/baselines/random.hpp"
#include "bots/high_tide_leiman/greedy.hpp"
#include "bots/high_tide_leiman/lookahead.hpp"
#include "bots/high_tide_leiman/perfect.hpp"
#include "bots/high_tide_leiman/pie.hpp"
#include "bots/high_tide_leiman/tree.hpp"

namespace springtide {

using high_tide_leiman::State;

std::span<const std::string_view> GameBots<State>::levels() {
    static constexpr std::array<std::string_view, 7> names = {"random", "greedy", "easy",   "medium",
                                                              "hard",   "best",   "perfect"};
    return names;
}

std::span<const std::string_view> GameBots<State>::studies() {
    static constexpr std::array<std::string_view, 1> names = {"mcts"};
    return names;
}

Choice<State::Action> GameBots<State>::choose(std::string_view level, const Seen<State>& seen,
                                              const BotRequest& request, Random& random) {
    if (level == "random") return choose_at_random(seen, random);
    if (before_the_round(seen.state())) return high_tide_leiman::choose_before_the_round(level, seen, request, random);
    if (level == "greedy") return high_tide_leiman::choose_greedily(seen, random);
    if (level == "easy") return look_ahead(seen, high_tide_leiman::easy_skill, random);
    if (level == "medium") return look_ahead(seen, high_tide_leiman::medium_skill, random);
    if (level == "hard") return look_ahead(seen, high_tide_leiman::hard_skill, random);
    if constexpr (carries_studies)
        if (level == "mcts") return high_tide_leiman::choose_by_tree(seen, request, random);
    return high_tide_leiman::play_perfectly(seen, request);  // best and perfect: every position can be proven
}

}  // namespace springtide
