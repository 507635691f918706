// A memory aid: the cards everybody has seen, from the log alone.
import { parseEvent } from '../../lib/events/parse';
import type { LogEntry } from '../../lib/table/client';

/** Who showed which card in the round that is being played. */
export function shownThisRound(log: LogEntry[]): Map<number, number> {
    const shown = new Map<number, number>();
    for (const line of log.flatMap((entry) => entry.lines)) {
        const event = parseEvent('turn_the_tide', line);
        if (event?.kind === 'revealed') shown.set(Number(event.values.n), event.seat!);
        if (event?.kind.startsWith('roundEnded')) shown.clear();
    }
    return shown;
}
