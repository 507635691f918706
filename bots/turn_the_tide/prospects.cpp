#include "bots/turn_the_tide/prospects.hpp"

#include "bots/turn_the_tide/imagined_rounds.hpp"
#include "bots/turn_the_tide/quick_choice.hpp"
#include "bots/turn_the_tide/stakes.hpp"

namespace springtide {

using namespace turn_the_tide;

Prospect Prospects<turn_the_tide::State>::play_on(State state, Seat /*judged*/, std::uint64_t playout) {
    Random random(playout);
    if (state.phase == Phase::dealing) apply_chance(state, draw(state, random), nullptr);
    const Outlook& outlook = outlook_for(state.players);
    const Stakes stakes(state, outlook);
    const int end_trick = state.trick + far_enough;
    while (!stakes.round_is_over(state) && (state.phase != Phase::turning_up || state.trick < end_trick)) {
        if (state.phase == Phase::turning_up) {
            apply_chance(state, draw(state, random), nullptr);
            continue;
        }
        const Seat seat = state.to_choose.front();
        apply(state, seat, quick_choice(state, seat, outlook, random), nullptr);
    }
    const Expectation expected = stakes.expectation(state);
    Prospect prospect;
    for (const Seat seat : SeatSet::first(state.players)) {
        prospect.share[seat] = expected.share[seat];
        prospect.points[seat] = expected.points[seat];
    }
    return prospect;
}

}  // namespace springtide
