// Turn the Tide: the next view from what happened.
import type { Steps } from '../../shared/events/steps';
import { fill, put, without } from '../../shared/events/lists';
import type { TurnTheTideEvent } from '../../shared/events/records';
import type { TurnTheTideView } from '../../shared/events/views';

export const foldTide: Steps<TurnTheTideView, TurnTheTideEvent> = {
    hand: (view, { seat, cards }) => ({ ...view, hands: put(view.hands, seat, cards) }),
    preservers_dealt: (view, { seat, preservers }) => dealt(view, seat, preservers),
    hand_passed: (view, { seat, preservers }) => dealt(view, seat, preservers),
    left_out: (view, { cards }) => ({ ...view, left_out: cards }),
    round_begun: (view, { round }) => ({
        ...view,
        round,
        trick: 1,
        tide: fill(view.tide, null),
        eliminated: fill(view.eliminated, false),
        tides_left: 24,
        upturned: null,
    }),
    trick_begun: (view, { trick }) => ({ ...cleared(view), trick }),
    // The server leaves trick_begun out where the next tides follow at once.
    tides_turned_up: (view, { levels, trick }) => ({
        ...cleared(view),
        trick,
        upturned: levels,
        tides_left: view.tides_left - 2,
    }),
    chose: (view, { seat }) => ({ ...view, chosen: put(view.chosen, seat, true) }),
    own_choice: (view, { seat, card }) => ({ ...view, choice: put(view.choice, seat, card) }),
    choice_taken_back: (view, { seat }) => ({
        ...view,
        chosen: put(view.chosen, seat, false),
        choice: put(view.choice, seat, null),
    }),
    revealed: (view, { cards }) => ({
        ...view,
        last_trick: cards,
        hands: view.hands.map((hand, seat) => (hand && cards[seat] != null ? without(hand, cards[seat]) : hand)),
        chosen: fill(view.chosen, false),
        choice: fill(view.choice, null),
    }),
    tide_taken: (view, { seat, level }) => ({ ...view, tide: put(view.tide, seat, level) }),
    preserver_lost: (view, { seat, left }) => ({ ...view, preservers: put(view.preservers, seat, left) }),
    eliminated: (view, { seat }) => ({ ...view, eliminated: put(view.eliminated, seat, true) }),
    round_ended: (view) => cleared(view),
    scored: (view, { seat, total }) => ({ ...view, scores: put(view.scores, seat, total) }),
    won: (view, { seat }) => ({ ...view, winners: [...(view.winners ?? []), seat] }),
};

/** The trick is over: both tides are gone from the middle, and the tides of an island that went under, too. */
function cleared(view: TurnTheTideView): TurnTheTideView {
    return { ...view, upturned: null, tide: view.tide.map((level, seat) => (view.eliminated[seat] ? null : level)) };
}
/** A hand counts as many preservers as it shows, for any owner (T5, T16). */
function dealt(view: TurnTheTideView, seat: number, preservers: number): TurnTheTideView {
    return { ...view, preservers: put(view.preservers, seat, preservers), worth: put(view.worth, seat, preservers) };
}
