// The rounds of a game of Turn the Tide, as the log tells them.
import { num, type StageEvent } from './events';

export interface Scored {
    points: number;
    lowest: boolean;
    total: number;
}

/** By round, what every seat got. */
export function roundsOf(events: StageEvent[]): Scored[][] {
    const rounds: Scored[][] = [];
    for (const event of events) {
        if (event.kind.startsWith('roundEnded')) rounds.push([]);
        if (event.kind.startsWith('scored')) rounds.at(-1)![event.seat!] = { points: num(event, 'points'), lowest: event.kind === 'scoredLowest', total: num(event, 'n') };
    }
    return rounds;
}
