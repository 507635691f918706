// Asks the engine in its worker; answers come back in order.
import type { Answer } from './module';

export type AskEngine = (request: object) => Promise<Answer>;

let worker: Worker | undefined;
let next = 1;
const waiting = new Map<number, (answer: Answer) => void>();

function start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = (message: MessageEvent<{ id: number; answer: Answer }>) => {
        waiting.get(message.data.id)?.(message.data.answer);
        waiting.delete(message.data.id);
    };
    started.onerror = () => {
        const answer = { ok: false, error: { code: 'engine', message: 'the engine did not start' } };
        for (const resolve of waiting.values()) resolve(answer);
        waiting.clear();
        worker = undefined;
    };
    return started;
}

export const askEngine: AskEngine = (request) =>
    new Promise((resolve) => {
        const id = next++;
        waiting.set(id, resolve);
        worker ??= start();
        worker.postMessage({ id, request });
    });
