// The offline table that is being played, and the one kept on the device from last time.
import { askEngine } from './engine/engine';
import type { GameSpec } from './games';
import { outcome, remember } from './history';
import { beat } from './prefs.svelte';
import { OfflineTable, type OfflineSetup } from './table/offline';

const key = 'springtide-table';

export function saved(): OfflineSetup | null {
    try {
        return JSON.parse(localStorage.getItem(key) ?? 'null') as OfflineSetup | null;
    } catch {
        return null;
    }
}

const pace = {
    beforeBot: () => new Promise<void>((resolve) => setTimeout(resolve, beat())),
    save: (setup: OfflineSetup | null) =>
        setup ? localStorage.setItem(key, JSON.stringify(setup)) : localStorage.removeItem(key),
    finished: ({ game, seats }: OfflineSetup, view: unknown, record: string) => {
        const people = seats.flatMap(({ kind }, seat) => (kind === 'person' ? [seat] : []));
        const me = people.length === 1 ? people[0]! : null;
        remember({ at: Date.now(), game, me, seats, ...outcome(view), record });
    },
};

let current: OfflineTable | undefined;

export function newSeed(): string {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function openTable(setup: OfflineSetup): Promise<OfflineTable> {
    current?.close();
    current = await OfflineTable.open(askEngine, setup, pace);
    pace.save(setup);
    return current;
}

export async function currentTable(): Promise<OfflineTable | null> {
    if (current) return current;
    const setup = saved();
    return setup ? openTable(setup) : null;
}

/** The same players again, with seats turned by one so that another begins. */
export async function playAgain(setup: OfflineSetup): Promise<OfflineTable> {
    const [first, ...others] = setup.seats;
    const seats = first ? [...others, first] : others;
    return openTable({ ...setup, seats, seed: newSeed(), moves: [] });
}

export function leaveTable(): void {
    current?.close();
    current = undefined;
}

let specs: Promise<GameSpec[]> | undefined;
export function gameSpecs(): Promise<GameSpec[]> {
    return (specs ??= askEngine({ op: 'games' }).then((answer) => {
        if (answer.ok) return answer.games as GameSpec[];
        specs = undefined;
        throw new Error(answer.error?.message);
    }));
}
