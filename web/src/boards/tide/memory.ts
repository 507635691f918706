// A memory aid: the cards everybody has seen, from the log alone.
import { parseEvent } from '../../lib/events/parse';
import type { LogEntry } from '../../lib/table/client';

/** Who showed which card in the round that is being played. */
export function shownThisRound(log: LogEntry[]): Map<number, number> {
    const shown = new Map<number, number>();
    for (const event of log.flatMap((entry) => entry.events)) {
        if (event.kind === 'revealed') event.cards.forEach((card, seat) => card === null || shown.set(card, seat));
        if (event.kind === 'round_ended') shown.clear();
    }
    for (const line of log.flatMap((entry) => (entry.events.length > 0 ? [] : entry.lines))) {
        const event = parseEvent('turn_the_tide', line);
        if (event?.kind === 'revealed') shown.set(Number(event.values.n), event.seat!);
        if (event?.kind.startsWith('roundEnded')) shown.clear();
    }
    return shown;
}
