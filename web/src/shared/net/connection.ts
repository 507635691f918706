// One WebSocket to the server, opened again whenever it breaks. A request that was not answered is sent again under the
// same id; the server does each id once, so nothing happens twice and nothing is lost.
import type { Refusal } from '../events/refusal';
import type { PushFrame, Refused, Requests } from './schema';

/** The possible requests, as in docs/api. */
export type Op = keyof Requests;
/** The fields of a request. */
export type Fields<O extends Op> = Requests[O]['request'];
export interface RefusedReply {
    ok: false;
    error: Refusal;
}
/** The answer to a request, or why it was refused. */
export type Reply<O extends Op = Op> = Requests[O]['answer'] | RefusedReply;

/** The server's messages: an answer to an id, or a push, which has none. */
type Frame = Requests[Op]['answer'] | Refused | PushFrame;

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
    onpush: (push: PushFrame) => void = () => {};
    /** Called when the line breaks and when it is back. */
    onstate: (open: boolean) => void = () => {};

    constructor(
        private readonly connect: () => Wire,
        private readonly later: (work: () => void, milliseconds: number) => void = (work, ms) =>
            void setTimeout(work, ms),
        private readonly newId: () => string = () => crypto.randomUUID(),
    ) {
        this.start();
    }

    /** `heard` is called as soon as the answer is there, before what comes behind it in the same frame. */
    request<O extends Op>(op: O, fields: Fields<O>, heard: (reply: Reply<O>) => void = () => {}): Promise<Reply<O>> {
        return this.send(op, fields, heard);
    }
    /** The same about one table. */
    at<O extends Op>(table: string, op: O, fields?: Omit<Fields<O>, 'table'>): Promise<Reply<O>> {
        return this.send(op, { table, ...fields });
    }

    private send<O extends Op>(op: O, fields: object, heard: (reply: Reply<O>) => void = () => {}): Promise<Reply<O>> {
        const id = this.newId();
        const text = JSON.stringify({ id, op, ...fields });
        return new Promise((resolve) => {
            // The answer to an id is the answer to its op.
            const take = (reply: Reply) => (heard(reply as Reply<O>), resolve(reply as Reply<O>));
            this.waiting.set(id, { text, resolve: take });
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
        wire.onmessage = (message) =>
            message.data.split('\n').forEach((line) => line && this.receive(JSON.parse(line) as Frame));
        wire.onclose = () => {
            if (this.open) this.onstate(false);
            this.open = false;
            if (this.closed) return;
            this.failures += 1;
            this.later(() => this.closed || this.start(), Math.min(250 * 2 ** this.failures, 8000));
        };
    }

    private receive(message: Frame): void {
        if (!('id' in message)) return this.onpush(message);
        const id = String(message.id);
        this.waiting.get(id)?.resolve(message);
        this.waiting.delete(id);
    }
}
