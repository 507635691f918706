// The story in chapters: one for every round and every trick. What begins a round within a step belongs to that round.
import type { GameId } from './games';
import type { LogEntry } from './table/client';

export interface Chapter {
    /** Nothing before the first round. */
    round: number | null;
    trick: number;
    /** With the number of the step in the story. */
    parts: { entry: LogEntry; at: number }[];
}

const begins = (game: GameId, { kind }: { kind: string }) => kind === 'laid_out' || (kind === 'round_begun' && game === 'high_tide_henn');

/** Steps that were told stay the same values, and so do their parts. */
const split = new WeakMap<LogEntry, LogEntry[]>();
function partsOf(game: GameId, entry: LogEntry): LogEntry[] {
    const known = split.get(entry);
    if (known) return known;
    const at = entry.events.findIndex((event) => begins(game, event));
    const parts = at <= 0 ? [entry] : [{ ...entry, events: entry.events.slice(0, at) }, { ...entry, events: entry.events.slice(at) }];
    split.set(entry, parts);
    return parts;
}

export function chaptersOf(game: GameId, log: readonly LogEntry[]): Chapter[] {
    let [round, trick] = [1, 0];
    const made: Chapter[] = [{ round: null, trick, parts: [] }];
    log.forEach((step, at) => {
        for (const entry of partsOf(game, step)) {
            const [first] = entry.events;
            if (first && begins(game, first) && 'round' in first) {
                round = first.round;
                made.push({ round, trick, parts: [] });
            }
            if (game === 'turn_the_tide' && entry.events.some(({ kind }) => kind === 'revealed')) {
                trick += 1;
                made.push({ round, trick, parts: [] });
            }
            made.at(-1)!.parts.push({ entry, at });
            if (entry.events.some(({ kind }) => kind === 'round_ended')) [round, trick] = [round + 1, 0];
        }
    });
    return made;
}
