// A refusal of engine or server, as a value: a reason for programs, and the things concerned.
import type { RefusalReason } from './records';

export interface Refusal {
    code: string;
    message: string;
    /** The last one is the page's own, for a table that closed under our eyes. */
    reason?: RefusalReason;
    /** Of the rules, where one speaks of it. */
    clause?: string;
    /** The things concerned, by name: card, cell, space, die, tile, option … */
    [concern: string]: unknown;
}
export type Refused = { ok: false } & Refusal;

/** An answer that says no. */
export const refusedBy = ({ error }: { error?: Refusal }): Refused => ({ code: '', message: '', ...error, ok: false });
