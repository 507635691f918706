// The games finished on this device, the newest last; the oldest go when there are many.
import type { GameId } from '../shared/games';
import type { SeatInfo } from '../shared/table_client';

export interface Played {
    /** When it ended, in milliseconds. */
    at: number;
    game: GameId;
    /** One's own seat; null where people shared the device. */
    me: number | null;
    /** The table at the server, if it was played there. */
    table?: string;
    seats: SeatInfo[];
    winners: number[];
    points: number[];
    record: string;
}

const key = 'springtide-history';
const most = 100;

export function history(): Played[] {
    try {
        return JSON.parse(localStorage.getItem(key) ?? '[]') as Played[];
    } catch {
        return [];
    }
}

/** How a game ended, as its last view tells it. */
export function outcome(view: unknown): { winners: number[]; points: number[] } {
    const { winner, winners, scores, stones } = view as { winner?: number | null; winners?: number[] | null; scores?: number[]; stones?: number[] };
    return { winners: winners ?? (winner === undefined || winner === null ? [] : [winner]), points: scores ?? stones ?? [] };
}

/** A table of the server that was looked at again is remembered once. */
export function remember(played: Played): void {
    const before = history();
    if (played.table !== undefined && before.some(({ table }) => table === played.table)) return;
    const games = [...before, played].slice(-most);
    try {
        localStorage.setItem(key, JSON.stringify(games));
    } catch {
        // The device has no room for all of them: half as many are better than none.
        localStorage.setItem(key, JSON.stringify(games.slice(games.length / 2)));
    }
}

export const forgetAll = (): void => localStorage.removeItem(key);
