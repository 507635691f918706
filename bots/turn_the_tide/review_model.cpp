#include "bots/turn_the_tide/review_model.hpp"

#include <algorithm>

#include "bots/turn_the_tide/game_evaluator.hpp"
#include "bots/turn_the_tide/guided.hpp"
#include "bots/turn_the_tide/imagined_rounds.hpp"
#include "bots/turn_the_tide/quick_choice.hpp"

namespace springtide {

using namespace turn_the_tide;

bool ReviewModel<turn_the_tide::State>::plays_too(const Seen<State>& seen, const OpponentModel& others, Action action,
                                                  const BotRequest& request, Random& random) {
    const Networks* nets = networks();
    const auto cards = nets != nullptr ? judge_cards_guided(seen, *nets, others, request, random)
                                       : judge_cards(seen, best_thinking, request, random);
    return std::ranges::any_of(cards, [&](const JudgedCard& card) { return card.action == action && card.chance > 0; });
}

Forecast ReviewModel<turn_the_tide::State>::play_on(State state, Seat /*judged*/, std::uint64_t playout) {
    Random random(playout);
    if (state.phase == Phase::dealing) apply_chance(state, draw(state, random), nullptr);
    const EvaluationTable& table = evaluation_table_for(state.players);
    const GameEvaluator evaluator(state, table);
    const int end_trick = state.trick + far_enough;
    while (!evaluator.round_is_over(state) && (state.phase != Phase::turning_up || state.trick < end_trick)) {
        if (state.phase == Phase::turning_up) {
            apply_chance(state, draw(state, random), nullptr);
            continue;
        }
        const Seat seat = state.to_choose.front();
        apply(state, seat, quick_choice(state, seat, table, random), nullptr);
    }
    const Expectation expected = evaluator.expectation(state);
    Forecast forecast;
    for (const Seat seat : SeatSet::first(state.players)) {
        forecast.share[seat] = expected.share[seat];
        forecast.points[seat] = expected.points[seat];
    }
    return forecast;
}

}  // namespace springtide
