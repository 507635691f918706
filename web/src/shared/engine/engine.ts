// Asks the engine in its worker; answers come back in order.
import type { Answer } from './module';

export type AskEngine = (request: object) => Promise<Answer>;

/** An engine in a worker of its own. */
export class OwnEngine {
    private worker: Worker | undefined;
    private next = 1;
    private readonly waiting = new Map<number, (answer: Answer) => void>();

    readonly ask: AskEngine = (request) =>
        new Promise((resolve) => {
            const id = this.next++;
            this.waiting.set(id, resolve);
            this.worker ??= this.start();
            this.worker.postMessage({ id, request });
        });

    /** Stops its present work; a later question restarts it. */
    stop(): void {
        this.worker?.terminate();
        this.fail('the engine was stopped');
    }

    private start(): Worker {
        const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
        started.onmessage = (message: MessageEvent<{ id: number; answer: Answer }>) => {
            this.waiting.get(message.data.id)?.(message.data.answer);
            this.waiting.delete(message.data.id);
        };
        started.onerror = () => this.fail('the engine did not start');
        return started;
    }
    private fail(message: string): void {
        const answer = { ok: false, error: { code: 'engine', message } };
        for (const resolve of this.waiting.values()) resolve(answer);
        this.waiting.clear();
        this.worker = undefined;
    }
    get busy(): boolean {
        return this.waiting.size > 0;
    }
}

const shared = new OwnEngine();
/** The engine all of the page shares. */
export const askEngine: AskEngine = shared.ask;
