// The games finished on this device, the newest last; the oldest go when there are many.
import type { GameId } from './games';
import type { SeatInfo } from './table/client';

export interface Played {
    /** When it ended, in milliseconds. */
    at: number;
    game: GameId;
    /** The seat of the one who sat alone with bots; null where people shared the device. */
    me: number | null;
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

export function remember(played: Played): void {
    const games = [...history(), played].slice(-most);
    try {
        localStorage.setItem(key, JSON.stringify(games));
    } catch {
        // The device has no room for all of them: half as many are better than none.
        localStorage.setItem(key, JSON.stringify(games.slice(games.length / 2)));
    }
}

export const forgetAll = (): void => localStorage.removeItem(key);
