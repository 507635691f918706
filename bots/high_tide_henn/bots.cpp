#include "bots/high_tide_henn/bots.hpp"

#include <array>

#include "bots/baselines/high_tide_henn.hpp"
#include "bots/baselines/random.hpp"
#include "bots/high_tide_henn/best.hpp"
#include "bots/high_tide_henn/nested.hpp"
#include "bots/high_tide_henn/policy.hpp"
#include "bots/high_tide_henn/shipped_weights.hpp"
#include "bots/high_tide_henn/tree.hpp"

namespace springtide {

using high_tide_henn::State;

namespace {

using namespace high_tide_henn;

/// A level that takes what it likes best, without looking ahead.
Choice<Action> choose_by(const Weights& weights, const Seen<State>& seen) {
    Choice<Action> choice;
    choice.action = Policy(weights).choose(seen.state(), seen.observer().seat());
    return choice;
}

}  // namespace

std::span<const std::string_view> GameBots<State>::levels() {
    static constexpr std::array<std::string_view, 7> names = {"random",  "easy", "furthest", "medium",
                                                              "careful", "hard", "best"};
    return names;
}

/// `best_1` is `best` as it was before it had a network.
std::span<const std::string_view> GameBots<State>::studies() {
    static constexpr std::array<std::string_view, 3> names = {"best_1", "mcts", "nested"};
    return names;
}

bool GameBots<State>::takes_notes(std::string_view level) {
    return level == "best" || level == "best_1" || level == "mcts" || level == "nested";
}

Choice<State::Action> GameBots<State>::choose(std::string_view level, const Seen<State>& seen, const Notes& notes,
                                              const BotRequest& request, Random& random) {
    if (level == "random") return choose_at_random(seen, random);
    if (level == "furthest") return choose_furthest(seen);
    if (level == "careful") return choose_carefully(seen);
    if (level == "easy") return choose_by(easy_weights, seen);
    if (level == "medium") return choose_by(medium_weights, seen);
    if (level == "hard") return choose_by(strong_weights, seen);
    if constexpr (carries_studies) {
        if (level == "best_1") return choose_best_1(seen, notes, request, random);
        if (level == "mcts") return choose_by_tree(seen, notes, request, random);
        if (level == "nested") return choose_nested(seen, notes, request, random);
    }
    return choose_best(seen, notes, request, random);
}

}  // namespace springtide
