// A view is a fold: an observer's view and the events they may know give their next view, exactly. A test plays random
// games of every game over all options and compares after every step (tests/fold).
import type { GameId } from '../games';
import { foldHenn } from './fold_henn';
import { foldLeiman } from './fold_leiman';
import { foldTide } from './fold_tide';
import type { GameEvents, WholeView } from './records';
import type { GameViews } from './views';

/** What happened, or a whole view in place of everything before. */
export type EventRecord<G extends GameId = GameId> = GameEvents[G] | WholeView;

/** How a game turns each kind of event into the next view. A kind that is missing here, or unknown, does not compile. */
export type Steps<View, Event extends { kind: string }> = { readonly [K in Event['kind']]: (view: View, event: Extract<Event, { kind: K }>) => View };

const steps: { [G in GameId]: Steps<GameViews[G], GameEvents[G]> } = { turn_the_tide: foldTide, high_tide_leiman: foldLeiman, high_tide_henn: foldHenn };

/** The view after these events; null if they do not fit, for then a whole view must be asked for. */
export function fold<G extends GameId>(game: G, view: GameViews[G] | null, events: readonly EventRecord<G>[]): GameViews[G] | null {
    const known = (steps[game] ?? {}) as Record<string, ((view: GameViews[G], event: never) => GameViews[G]) | undefined>;
    let seen = view;
    for (const event of events as readonly { kind: string; view?: GameViews[G] }[]) {
        if (event.kind === 'view') {
            seen = event.view ?? null;
            continue;
        }
        const step = Object.hasOwn(known, event.kind) ? known[event.kind] : undefined;
        if (!step || seen === null) return null;
        try {
            seen = step(seen, event as never);
        } catch {
            return null;
        }
    }
    return seen;
}
