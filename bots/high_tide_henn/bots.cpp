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

using Row = BotRow<State>;
using Turn = BotTurn<State>;

/// Takes what it likes best, without looking ahead.
Choice<Action> choose_by(const Weights& weights, const Turn& turn) {
    Choice<Action> choice;
    choice.action = Policy(weights).choose(turn.seen.state(), turn.seen.observer().seat());
    return choice;
}

}  // namespace

std::span<const BotRow<State>> GameBots<State>::levels() {
    static constexpr std::array<Row, 7> rows = {{
        {.name = "random",
         .sentence = "takes any action",
         .choose = [](const Turn& turn) { return choose_at_random(turn.seen, turn.random); }},
        {.name = "easy",
         .sentence = "moves towards the water and sees little else",
         .choose = [](const Turn& turn) { return choose_by(easy_weights, turn); }},
        {.name = "furthest",
         .sentence = "takes the dice that move its deckchairs furthest",
         .choose = [](const Turn& turn) { return choose_furthest(turn.seen); }},
        {.name = "medium",
         .sentence = "counts the points of each beach and fears the waves",
         .choose = [](const Turn& turn) { return choose_by(medium_weights, turn); }},
        {.name = "careful",
         .sentence = "weighs places and points against the risk of the next wave",
         .choose = [](const Turn& turn) { return choose_carefully(turn.seen); }},
        {.name = "hard",
         .sentence = "judges every pair with tuned numbers, without looking ahead",
         .choose = [](const Turn& turn) { return choose_by(strong_weights, turn); }},
        {.name = "best",
         .sentence = "plays every choice on in many games, and expects the others to play as before",
         .choose = [](const Turn& turn) { return choose_best(turn.seen, turn.notes, turn.request, turn.random); },
         .takes_notes = true},
    }};
    return rows;
}

std::span<const BotRow<State>> GameBots<State>::studies() {
    if constexpr (carries_studies) {
        static constexpr std::array<Row, 3> rows = {{
            {.name = "best_1",
             .sentence = "the earlier best, without a network",
             .choose = [](const Turn& turn) { return choose_best_1(turn.seen, turn.notes, turn.request, turn.random); },
             .takes_notes = true},
            {.name = "mcts",
             .sentence = "searches a tree of its own decisions",
             .choose =
                 [](const Turn& turn) { return choose_by_tree(turn.seen, turn.notes, turn.request, turn.random); },
             .takes_notes = true},
            {.name = "nested",
             .sentence = "best with a search inside its games, in seconds per move",
             .choose = [](const Turn& turn) { return choose_nested(turn.seen, turn.notes, turn.request, turn.random); },
             .takes_notes = true},
        }};
        return rows;
    } else {
        return {};
    }
}

}  // namespace springtide
