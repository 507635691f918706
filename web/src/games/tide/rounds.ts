// The rounds of a game of Turn the Tide, as the log tells them.
import type { StageEvent } from '../../shared/stage/events';

export interface Scored {
    points: number;
    lowest: boolean;
    total: number;
}

/** By round, the points of every seat. */
export function roundsOf(events: StageEvent[]): Scored[][] {
    const rounds: Scored[][] = [];
    for (const event of events) {
        if (event.kind === 'round_ended') rounds.push([]);
        if (event.kind === 'scored')
            rounds.at(-1)![event.seat] = { points: event.points, lowest: event.lowest_tide, total: event.total };
    }
    return rounds;
}
