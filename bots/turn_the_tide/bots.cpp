#include "bots/turn_the_tide/bots.hpp"

#include <array>

#include "bots/baselines/random.hpp"
#include "bots/baselines/turn_the_tide.hpp"
#include "bots/turn_the_tide/guided.hpp"
#include "bots/turn_the_tide/players.hpp"

namespace springtide {

using turn_the_tide::State;

namespace {

using namespace turn_the_tide;

using Row = BotRow<State>;
using Turn = BotTurn<State>;

Choice<Action> search_as(const Thinking& thinking, const Turn& turn) {
    return search(turn.seen, thinking, turn.request, turn.random);
}

/// Until the page has fetched the networks, the bots that need them search without them.
Choice<Action> play_best(const Turn& turn) {
    const Networks* known = networks();
    if (known == nullptr) return search_as(best_thinking, turn);
    return guided_search(turn.seen, *known, turn.notes, turn.request, turn.random);
}

Choice<Action> play_by_network(const Turn& turn) {
    const Networks* known = networks();
    return known == nullptr ? search_as(best_thinking, turn) : policy_choice(turn.seen, *known, turn.random);
}

}  // namespace

std::span<const BotRow<State>> GameBots<State>::levels() {
    static constexpr std::array<Row, 6> rows = {{
        {.name = "random",
         .sentence = "plays any card",
         .choose = [](const Turn& turn) { return choose_at_random(turn.seen, turn.random); }},
        {.name = "rule_of_thumb",
         .sentence = "chooses its highest or lowest card by the tides on the table",
         .choose = [](const Turn& turn) { return choose_by_rule_of_thumb(turn.seen); }},
        {.name = "easy",
         .sentence = "looks at the current trick only, and often plays without a thought",
         .choose = [](const Turn& turn) { return look_ahead(turn.seen, forgetful_and_greedy, turn.random); }},
        {.name = "medium",
         .sentence = "searches the current trick, and forgets the cards of earlier rounds",
         .choose = [](const Turn& turn) { return search_as(medium_thinking, turn); }},
        {.name = "hard",
         .sentence = "searches the current trick, and remembers every card",
         .choose = [](const Turn& turn) { return search_as(hard_thinking, turn); }},
        {.name = "best",
         .sentence = "learned from many games, searches, and notices how the others play",
         .choose = &play_best,
         .takes_notes = true},
    }};
    return rows;
}

std::span<const BotRow<State>> GameBots<State>::studies() {
    static constexpr std::array<Row, 2> rows = {{
        {.name = "best_1",
         .sentence = "the earlier best, without networks",
         .choose = [](const Turn& turn) { return search_as(best_thinking, turn); }},
        {.name = "network", .sentence = "the learned policy of best, without a search", .choose = &play_by_network},
    }};
    return rows;
}

}  // namespace springtide
