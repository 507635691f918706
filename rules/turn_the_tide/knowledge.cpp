#include "rules/turn_the_tide/hidden_deals.hpp"
#include "rules/turn_the_tide/rules.hpp"

/// The knowledge of an observer with a perfect memory (T18).
namespace springtide::turn_the_tide {

/// Players know a hand if they have held it; of other hands they know the cards played openly, in this round and
/// before. A card that is chosen but not revealed stays in its hand, so that it reveals nothing.
void hide(State& state, Observer observer) {
    if (observer.is_all()) return;
    for (const Seat seat : SeatSet::first(state.players)) {
        const bool is_own = observer.is_seat() && observer.seat() == seat;
        if (state.chosen[seat] != 0 && !is_own) state.chosen[seat] = hidden_card;
        if (observer.is_seat() && has_held(state, observer.seat(), seat)) continue;
        const Cards played = state.dealt[seat] & ~state.hand[seat];
        state.dealt[seat] = played | state.uncovered[seat];
        state.hand[seat] = state.uncovered[seat] & ~played;
    }
    if (!state.options.leftovers_open) state.left_out = 0;
}

void forget(State& known, Observer observer, Forgettable what) {
    if (what == Forgettable::choices_made) {
        for (const Seat seat : retractable(known)) retract(known, seat);
        return;
    }
    for (const Seat seat : SeatSet::first(known.players)) {
        known.uncovered[seat] = 0;
        if (observer.sees_private(seat)) continue;
        known.dealt[seat] &= ~known.hand[seat];
        known.hand[seat] = 0;
    }
}

State resample(const Seen<State>& seen, Random& random) {
    if (seen.observer().is_all()) return seen.state();
    return HiddenDeals(seen).sample(random);
}

}  // namespace springtide::turn_the_tide
