// How a game's fold is written: one step for each kind of event.
import type { GameId } from '../games';
import type { GameEvents, WholeView } from './records';

/** An event, or a whole view in place of everything before. */
export type EventRecord<G extends GameId = GameId> = GameEvents[G] | WholeView;

/** How a game turns each kind of event into the next view. A kind that is missing here, or unknown, does not compile.
 *  */
export type Steps<View, Event extends { kind: string }> = {
    readonly [K in Event['kind']]: (view: View, event: Extract<Event, { kind: K }>) => View;
};

/** The view after one more event. Events that are newer than this page change nothing here: the next view has them. */
export function viewAfter<View, Event extends { kind: string }>(
    steps: Steps<View, Event>,
    view: View,
    event: Event,
): View {
    const step = Object.hasOwn(steps, event.kind)
        ? (steps[event.kind as Event['kind']] as (view: View, event: Event) => View)
        : undefined;
    return step ? step(view, event) : view;
}
