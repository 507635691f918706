// Asks the worker that knows the columns; nothing comes back where they cannot be had.
import type { Judged } from './judged';
import { setupNumber, swapped, type Setup } from './setups';
import type { Rarity, Wish } from './solution';
import type { Question } from './solution_worker';

let worker: Worker | undefined;
let next = 1;
const waiting = new Map<number, (answer: unknown) => void>();

function start(): Worker {
    const started = new Worker(new URL('./solution_worker.ts', import.meta.url), { type: 'module' });
    const settle = (id: number, answer: unknown) => {
        waiting.get(id)?.(answer);
        waiting.delete(id);
    };
    started.onmessage = ({ data }: MessageEvent<{ id: number; answer: unknown }>) => settle(data.id, data.answer);
    started.onerror = () => {
        for (const id of [...waiting.keys()]) settle(id, null);
        worker = undefined;
    };
    return started;
}
const ask = <T>(question: Question): Promise<T | null> =>
    new Promise((resolve) => {
        const id = next++;
        waiting.set(id, resolve as (answer: unknown) => void);
        (worker ??= start()).postMessage({ id, question });
    });

export const rarityOf = (setup: number): Promise<Rarity | null> => ask({ ask: 'rarity', setup });
export const wishShares = (): Promise<Record<Wish, number> | null> => ask({ ask: 'shares' });
export const fulfil = (wish: Wish): Promise<number | null> => ask({ ask: 'fulfil', wish });
export const setupOfClass = (index: number): Promise<number | null> => ask({ ask: 'class', class: index });
export const firstMoves = (setup: Setup, starter: number): Promise<Judged[] | null> =>
    ask({ ask: 'moves', setup: setupNumber(starter === 0 ? setup : swapped(setup)), starter });
