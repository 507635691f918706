// A memory aid: the cards all players have seen, from the log alone.
import type { LogEntry } from '../../shared/table_client';

/** The cards shown in the present round, and their players. */
export function shownThisRound(log: LogEntry[]): Map<number, number> {
    const shown = new Map<number, number>();
    for (const event of log.flatMap((entry) => entry.events)) {
        if (event.kind === 'revealed') event.cards.forEach((card, seat) => card === null || shown.set(card, seat));
        if (event.kind === 'round_ended') shown.clear();
    }
    return shown;
}
