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

namespace {

using namespace high_tide_leiman;

using Row = BotRow<State>;
using Turn = BotTurn<State>;

/// A bot that chooses in one way before the round, and in another in it.
template <PieSkill skill, class InTheRound>
Choice<Action> cut_or_play(const Turn& turn, InTheRound in_the_round) {
    if (before_the_round(turn.seen.state()))
        return choose_before_the_round(skill, turn.seen, turn.request, turn.random);
    return in_the_round(turn);
}

template <PieSkill skill>
Choice<Action> play_looking_ahead(const Turn& turn, const Skill& ahead) {
    return cut_or_play<skill>(turn, [&](const Turn& now) { return look_ahead(now.seen, ahead, now.random); });
}

Choice<Action> play_proven(const Turn& turn) {
    return cut_or_play<PieSkill::proves>(turn, [](const Turn& now) { return play_perfectly(now.seen, now.request); });
}

}  // namespace

std::span<const BotRow<State>> GameBots<State>::levels() {
    static constexpr std::array<Row, 7> rows = {{
        {.name = "random",
         .sentence = "makes any move",
         .choose = [](const Turn& turn) { return choose_at_random(turn.seen, turn.random); }},
        {.name = "greedy",
         .sentence = "takes whatever shows most of its tiles right now",
         .choose =
             [](const Turn& turn) {
                 return cut_or_play<PieSkill::swaps>(
                     turn, [](const Turn& now) { return choose_greedily(now.seen, now.random); });
             }},
        {.name = "easy",
         .sentence = "looks one move ahead and often misjudges it",
         .choose = [](const Turn& turn) { return play_looking_ahead<PieSkill::random>(turn, easy_skill); }},
        {.name = "medium",
         .sentence = "looks two moves ahead and sometimes misjudges them",
         .choose = [](const Turn& turn) { return play_looking_ahead<PieSkill::swaps>(turn, medium_skill); }},
        {.name = "hard",
         .sentence = "looks four moves ahead, and works out the end of the round",
         .choose = [](const Turn& turn) { return play_looking_ahead<PieSkill::calculates>(turn, hard_skill); }},
        {.name = "best", .sentence = "proves every move, and never loses a won round", .choose = &play_proven},
        {.name = "perfect", .sentence = "plays like best", .choose = &play_proven},
    }};
    return rows;
}

std::span<const BotRow<State>> GameBots<State>::studies() {
    if constexpr (carries_studies) {
        static constexpr std::array<Row, 1> rows = {{
            {.name = "mcts",
             .sentence = "searches a tree with nothing but the rules",
             .choose =
                 [](const Turn& turn) {
                     return cut_or_play<PieSkill::swaps>(
                         turn, [](const Turn& now) { return choose_by_tree(now.seen, now.request, now.random); });
                 }},
        }};
        return rows;
    } else {
        return {};
    }
}

}  // namespace springtide
