// The director: from a view, the events and the next view to the beats of one step.
import type { GameViews } from '../shared/events/views';
import type { GameId } from '../shared/games';
import { allEvents, eventsIn, type StageEvent } from '../shared/stage/events';
import type { Step } from '../shared/stage/types';
import type { Snapshot } from '../shared/table_client';
import { all } from './all';
import type { AnyStep, GameMarks } from './marks';

export function direct<G extends GameId>(
    game: G,
    before: GameViews[G],
    events: StageEvent[],
    after: GameViews[G],
): Step<G, GameMarks[G]> {
    if (!Object.hasOwn(all, game)) return { beats: [], trace: {} }; // a plain board shows what is
    return all[game].direct(before, eventsIn<G>(events), after);
}

const changesThePast = new Set(['room.took_back', 'room.took_back_agreed']);

/** The step from one snapshot to the next; null if none can be shown and the scene is simply the view. */
export function stepBetween(before: Snapshot, next: Snapshot): AnyStep | null {
    const known = before.log.length;
    if (before.game !== next.game || next.log.length < known || before.view === null) return null;
    const last = before.log.at(-1);
    const same = next.log[known - 1];
    if (last !== same && JSON.stringify(last) !== JSON.stringify(same)) return null;
    const events = allEvents(next.log.slice(known));
    if (events.some(({ kind }) => changesThePast.has(kind))) return null;
    if (before.me !== next.me && next.handOver === null) return null;
    return next.handOver === null
        ? direct<GameId>(next.game, before.view, events, next.view)
        : direct<GameId>(next.game, covered<GameId>(next.game, before.view, next.view), events, next.view);
}
/** Several people look on while a device changes hands. */
const covered = <G extends GameId>(game: G, view: GameViews[G], next: GameViews[G]): GameViews[G] =>
    Object.hasOwn(all, game) ? all[game].covered(view, next) : view;
