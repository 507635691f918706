// A game of Leiman as it really stood, move by move.
import type { AskEngine } from '../../../shared/engine/engine';
import { analyse, type Verdict } from './analysis';
import { upTo, type GameRecord } from '../../../shared/record';

export interface Reviewed {
    /** How many lines of the record come before it. */
    moment: number;
    by: number;
    action: string;
    before: Verdict;
    /** All moves that won, the best first. */
    winning: string[];
    legal: number;
    /** The mover had a won position and lost it. */
    slipped: boolean;
    line: string[];
}

/** From the last move to the first, for the end is quickly known; tells how many are done. */
export async function review(
    ask: AskEngine,
    record: GameRecord,
    progress: (done: number, of: number) => boolean,
): Promise<Reviewed[] | null> {
    // The actions before a round with the pie rule, laying tiles and choosing a side, are no moves of it.
    const moves = record.lines.flatMap(({ by, action }, moment) =>
        by === 'chance' || !action?.includes('-') ? [] : [{ by, action, moment }],
    );
    const found: Reviewed[] = [];
    for (const { by, action, moment } of moves.reverse()) {
        if (!progress(found.length, moves.length)) return null;
        const { table } = await ask({ op: 'load', record: upTo(record, moment) });
        const analysis = await analyse(ask, table);
        await ask({ op: 'close', table });
        if (!analysis) return null;
        const winning = analysis.moves.filter(({ winner }) => winner === by).map((move) => move.action);
        const { winner, margin, line } = analysis;
        found.push({
            moment,
            by,
            action,
            before: { winner, margin },
            winning,
            legal: analysis.moves.length,
            slipped: winner === by && !winning.includes(action),
            line,
        });
    }
    return found.reverse();
}
