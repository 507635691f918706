// The games that were begun on this device and are not over.
import type { OfflineSetup } from './offline';

/** A game that was begun on this device and is not over. */
export interface Unfinished {
    id: string;
    /** When it was last played, in milliseconds. */
    at: number;
    setup: OfflineSetup;
}

const key = 'springtide-tables';
/** The key under which earlier versions kept their single game. */
const oldKey = 'springtide-table';
const mostKept = 20;

/** The unfinished games of this device, the last played first. */
export function unfinished(): Unfinished[] {
    const kept = read<Unfinished[]>(key) ?? [];
    const old = read<OfflineSetup>(oldKey);
    return (old ? [...kept.filter(({ id }) => id !== 'kept'), { id: 'kept', at: 0, setup: old }] : kept).sort(
        (a, b) => b.at - a.at,
    );
}
function read<T>(place: string): T | null {
    try {
        return JSON.parse(localStorage.getItem(place) ?? 'null') as T | null;
    } catch {
        return null;
    }
}
export function keep(list: Unfinished[]): void {
    localStorage.setItem(key, JSON.stringify(list.slice(0, mostKept)));
    localStorage.removeItem(oldKey);
}
export const putAway = (id: string): void => keep(unfinished().filter((one) => one.id !== id));
