// What a bot would have done at every decision of one seat, and how it saw the game then. It knows only what the seat knew.
import type { AskEngine } from './engine/engine';
import { upTo, type GameRecord } from './replay/record';

export interface Estimated {
    /** How many lines of the record come before it. */
    moment: number;
    action: string;
    advice: string;
    /** The bot's estimate with its own choice; null where it makes none. */
    value: number | null;
}

export const adviser = 'hard';

/** Decisions with only one answer are passed over. Tells how many are done; null if nobody waits for it any more. */
export async function estimate(ask: AskEngine, record: GameRecord, seat: number, progress: (done: number, of: number) => boolean): Promise<Estimated[] | null> {
    const decisions = record.lines.flatMap(({ by, action }, moment) => (by === seat && action !== null ? [{ action, moment }] : []));
    const found: Estimated[] = [];
    for (const [done, { action, moment }] of decisions.entries()) {
        if (!progress(done, decisions.length)) return null;
        const { table } = await ask({ op: 'load', record: upTo(record, moment) });
        const { actions } = await ask({ op: 'legal', table, by: seat });
        if ((actions as string[]).length > 1) {
            const answer = await ask({ op: 'best', table, by: seat, level: adviser });
            if (answer.ok) found.push({ moment, action, advice: answer.action as string, value: (answer.value as number | undefined) ?? null });
        }
        await ask({ op: 'close', table });
    }
    return found;
}
