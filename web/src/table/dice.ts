// Honest dice (docs/explanation/fairness.md): this page commits to its contribution, shows it only after all players
// have committed, keeps its observations, and compares it all with the record in the end.
import type { AskEngine } from '../shared/engine/engine';
import type { Room } from './online';
import type { OnlineTable } from './online';

/** This page's observations and choices, from before any party could know the dice. */
export interface Kept {
    /** The server's, to its secret. */
    commitment: string;
    seat: number;
    contribution: string;
    /** Of all players, by seat; null for bots and for those who gave theirs openly. */
    commitments: (string | null)[] | null;
}
/** `unchecked`: this page was not there when the game began. */
export type DiceCheck = 'fair' | 'unchecked' | 'secretChanged' | 'contributionChanged' | 'othersChanged' | 'forged';

const place = (table: string): string => `springtide-dice-${table}`;
const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
/** Browsers hash only over secure connections: https, or this machine. */
const canHash = (): boolean => typeof crypto.subtle === 'object';

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
export const commitmentTo = (table: string, seat: number, contribution: string): Promise<string> =>
    sha256(new TextEncoder().encode(`springtide contribution 1\n${table}\n${seat}\n${contribution}\n`));

export function kept(table: string): Kept | null {
    try {
        return JSON.parse(localStorage.getItem(place(table)) ?? 'null') as Kept | null;
    } catch {
        return null;
    }
}
const keep = (table: string, what: Kept): void => localStorage.setItem(place(table), JSON.stringify(what));

/** Reports ready, bound to a secret contribution. */
export async function getReady(table: string, room: Room, ask: OnlineTable['ask']): ReturnType<typeof ask<'ready'>> {
    const seat = room.you.seat!;
    const contribution = hex(crypto.getRandomValues(new Uint8Array(16)));
    // The same for the same commitment of the server: one that refuses us and asks again learns and gains nothing.
    const before = kept(table);
    const own = before?.commitment === room.commitment && before.seat === seat ? before.contribution : contribution;
    keep(table, { commitment: room.commitment, seat, contribution: own, commitments: null });
    return ask('ready', canHash() ? { commitment: await commitmentTo(table, seat, own) } : { contribution: own });
}

/** Shows our contribution after all players have committed to theirs; keeps their commitments. */
export async function showOwn(table: string, room: Room, ask: OnlineTable['ask']): Promise<void> {
    const mine = kept(table);
    const seat = room.you.seat;
    if (!room.showing || seat === null || room.seats[seat]?.shown !== false || mine?.seat !== seat) return;
    if (
        mine.commitment !== room.commitment ||
        room.seats[seat].commitment !== (await commitmentTo(table, seat, mine.contribution))
    )
        return;
    keep(table, { ...mine, commitments: room.seats.map((one) => one.commitment ?? null) });
    await ask('show', { contribution: mine.contribution });
}

function tagsOf(record: string): Map<string, string> {
    return new Map(
        [...record.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, name, value]) => [name!, value!.replace(/\\(.)/g, '$1')]),
    );
}

/** Compares a record with what was seen, and derives every die and card again. */
export async function checkDice(
    table: string,
    record: string,
    engine: AskEngine,
    mine: Kept | null = kept(table),
): Promise<DiceCheck> {
    const tags = tagsOf(record);
    const proved = await engine({ op: 'verify', record });
    if (!proved.ok) return 'forged';
    if (!mine) return 'unchecked';
    if (tags.get('Commitment') !== mine.commitment) return 'secretChanged';
    if (tags.get(`Contribution${mine.seat}`) !== mine.contribution) return 'contributionChanged';
    if (canHash())
        for (const [seat, commitment] of (mine.commitments ?? []).entries())
            if (
                commitment !== null &&
                commitment !== (await commitmentTo(table, seat, tags.get(`Contribution${seat}`) ?? ''))
            )
                return 'othersChanged';
    return 'fair';
}
