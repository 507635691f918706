// One WebSocket to the server, opened again whenever it breaks. A request that was not answered is sent again under the
// same id; the server does each id once, so nothing happens twice and nothing is lost.
import type { Refusal } from '../events/refusal';

export interface Reply {
    ok: boolean;
    error?: Refusal;
    [field: string]: unknown;
}
/** The table is left out where only one is watched. */
export type Push = Record<string, unknown> & { table?: string };

export interface Wire {
    send(text: string): void;
    close(): void;
    onopen: (() => void) | null;
    onmessage: ((message: { data: string }) => void) | null;
    onclose: (() => void) | null;
}

interface Waiting {
    text: string;
    resolve: (reply: Reply) => void;
}

export class Connection {
    private wire: Wire | null = null;
    private open = false;
    private closed = false;
    private failures = 0;
    private readonly waiting = new Map<string, Waiting>();
    /** Called with every push. */
    onpush: (push: Push) => void = () => {};
    /** Called when the line breaks and when it is back. */
    onstate: (open: boolean) => void = () => {};

    constructor(
        private readonly connect: () => Wire,
        private readonly later: (work: () => void, milliseconds: number) => void = (work, ms) => void setTimeout(work, ms),
        private readonly newId: () => string = () => crypto.randomUUID(),
    ) {
        this.start();
    }

    /** `heard` is called as soon as the answer is there, before what comes behind it in the same frame. */
    request(op: string, fields: object = {}, heard: (reply: Reply) => void = () => {}): Promise<Reply> {
        const id = this.newId();
        const text = JSON.stringify({ id, op, ...fields });
        return new Promise((resolve) => {
            this.waiting.set(id, { text, resolve: (reply) => (heard(reply), resolve(reply)) });
            if (this.open) this.wire?.send(text);
        });
    }

    close(): void {
        this.closed = true;
        this.wire?.close();
    }

    private start(): void {
        const wire = (this.wire = this.connect());
        wire.onopen = () => {
            this.open = true;
            this.failures = 0;
            for (const { text } of this.waiting.values()) wire.send(text);
            this.onstate(true);
        };
        // A frame may hold several messages, one a line.
        wire.onmessage = (message) => message.data.split('\n').forEach((line) => line && this.receive(JSON.parse(line) as Record<string, unknown>));
        wire.onclose = () => {
            if (this.open) this.onstate(false);
            this.open = false;
            if (this.closed) return;
            this.failures += 1;
            this.later(() => this.closed || this.start(), Math.min(250 * 2 ** this.failures, 8000));
        };
    }

    private receive(message: Record<string, unknown>): void {
        if (message.id === undefined) {
            this.onpush(message as Push);
            return;
        }
        const id = String(message.id);
        this.waiting.get(id)?.resolve(message as unknown as Reply);
        this.waiting.delete(id);
    }
}
