// The story in chapters: one for every round and every trick. The start of a round within a step belongs to that round.
import type { AnyEvent } from '../shared/events/told';
import type { GameId } from '../shared/games';
import type { LogEntry } from '../shared/table_client';

export interface Chapter {
    /** Nothing before the first round. */
    round: number | null;
    trick: number;
    /** With the number of the step in the story. */
    parts: { entry: LogEntry; at: number }[];
}

/** The events that open a chapter: a new round, or the cards of a trick. */
const opens = (game: GameId, { kind }: AnyEvent) =>
    kind === 'laid_out' ||
    (kind === 'round_begun' && game === 'high_tide_henn') ||
    (kind === 'revealed' && game === 'turn_the_tide');

/** Earlier steps stay the same values, and so do their parts. A returning player gets many steps as one. */
const split = new WeakMap<LogEntry, LogEntry[]>();
function partsOf(game: GameId, entry: LogEntry): LogEntry[] {
    const known = split.get(entry);
    if (known) return known;
    const cuts = entry.events.flatMap((event, at) => (at > 0 && opens(game, event) ? [at] : []));
    const parts =
        cuts.length === 0
            ? [entry]
            : [0, ...cuts].map((from, i) => ({ ...entry, events: entry.events.slice(from, cuts[i]) }));
    split.set(entry, parts);
    return parts;
}

export function chaptersOf(game: GameId, log: readonly LogEntry[]): Chapter[] {
    let [round, trick] = [1, 0];
    const made: Chapter[] = [{ round: null, trick, parts: [] }];
    log.forEach((step, at) => {
        for (const entry of partsOf(game, step)) {
            const [first] = entry.events;
            const ended = entry.events.find((event) => event.kind === 'round_ended');
            if (first?.kind === 'revealed') {
                // A trick that was taken back is played again under its own number: the one that follows tells it.
                const next = entry.events.find((event) => event.kind === 'tides_turned_up')?.trick ?? 0;
                trick = next > 1 && !ended ? next - 1 : trick + 1;
                made.push({ round: ended?.round ?? round, trick, parts: [] });
            } else if (first && opens(game, first) && 'round' in first) {
                round = first.round;
                made.push({ round, trick, parts: [] });
            }
            made.at(-1)!.parts.push({ entry, at });
            if (ended) [round, trick] = [ended.round + 1, 0];
        }
    });
    return made;
}
