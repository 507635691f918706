// The games finished on this device, the newest last; the oldest go when there are many.
import type { GameViews } from '../shared/events/views';
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

/** As much of a view as says how a game ended. */
type Ended =
    | Pick<GameViews['high_tide_leiman'], 'stones' | 'winner'>
    | (Partial<Pick<GameViews['turn_the_tide'], 'winners'>> & { scores?: number[] | null });
/** How a game ended, as its last view tells it. */
export function outcome(view: Ended): { winners: number[]; points: number[] } {
    if ('stones' in view) return { winners: view.winner === null ? [] : [view.winner], points: view.stones };
    return { winners: view.winners ?? [], points: view.scores ?? [] };
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
