// The director: from a view, what happened and the next view to the beats of one step.
import type { HighTideLeimanView } from '../shared/events/views';
import type { HennView } from './henn/view';
import type { TideView } from './tide/view';
import type { GameId } from '../shared/games';
import type { Snapshot } from '../shared/table_client';
import { allEvents, eventsIn, type StageEvent } from '../shared/stage/events';
import { coveredHenn, directHenn } from './henn/stage';
import { directLeiman } from './leiman/stage';
import { coveredTide, directTide } from './tide/stage';
import type { Step } from '../shared/stage/types';

export function direct(game: GameId, before: unknown, events: StageEvent[], after: unknown): Step {
    if (game === 'turn_the_tide') return directTide(before as TideView, eventsIn<'turn_the_tide'>(events), after as TideView);
    if (game === 'high_tide_leiman') return directLeiman(before as HighTideLeimanView, eventsIn<'high_tide_leiman'>(events));
    if (game !== 'high_tide_henn') return { beats: [], trace: {} }; // a plain board shows what is
    return directHenn(before as HennView, eventsIn<'high_tide_henn'>(events));
}

/** A view without what only its own player may see: several people look on while a device changes hands. */
export function covered(game: GameId, view: unknown, next: unknown): unknown {
    if (game === 'turn_the_tide') return coveredTide(view as TideView);
    return game === 'high_tide_henn' ? coveredHenn(view as HennView, next as HennView) : view;
}

const changesThePast = new Set(['room.took_back', 'room.took_back_agreed']);

/** The step from one snapshot to the next; null where none can be shown and the scene is simply the view. */
export function stepBetween(before: Snapshot, next: Snapshot): Step | null {
    const known = before.log.length;
    if (before.game !== next.game || next.log.length < known || before.view === null) return null;
    const last = before.log.at(-1);
    const same = next.log[known - 1];
    if (last !== same && JSON.stringify(last) !== JSON.stringify(same)) return null;
    const events = allEvents(next.log.slice(known));
    if (events.some(({ kind }) => changesThePast.has(kind))) return null;
    if (before.me !== next.me && next.handOver === null) return null;
    const from = next.handOver === null ? before.view : covered(next.game, before.view, next.view);
    return direct(next.game, from, events, next.view);
}
