// A view is a fold: an observer's view and the events they may know give their next view, exactly. A test plays random
// games of every game over all options and compares after every step (tests/fold).
import type { GameId } from '../shared/games';
import type { EventRecord } from '../shared/events/steps';
import type { GameViews } from '../shared/events/views';
import { all } from './all';

/** The view after these events; null if they do not fit, for then the client must request a whole view. */
export function fold<G extends GameId>(
    game: G,
    view: GameViews[G] | null,
    events: readonly EventRecord<G>[],
): GameViews[G] | null {
    const known = (Object.hasOwn(all, game) ? all[game].fold : {}) as Record<
        string,
        ((view: GameViews[G], event: never) => GameViews[G]) | undefined
    >;
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
