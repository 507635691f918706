/** A request over the WebSocket that the server refused, or a connection that is gone. */
export class RefusedError extends Error {
    constructor(readonly refusal: Refusal) {
        super(refusal.message || refusal.code);
    }
    get code(): Refusal['code'] {
        return this.refusal.code;
    }
    /** For programs; the message is for people. */
    get reason(): string {
        return this.refusal.reason ?? '';
    }
}

/**
 * The part of a WebSocket that a program needs; browsers and Node 22 have one, older Nodes take it from the package ws.
 */
export interface SocketLike {
    send(text: string): void;
    close(): void;
    addEventListener(kind: 'open' | 'message' | 'close' | 'error', listener: (event: { data?: unknown }) => void): void;
}
export type SocketMaker = new (address: string) => SocketLike;

/**
 * A server and who you are there. `http` asks over HTTP; an answer that begins or ends a session changes `token`. `connect()` gives a
 * connection for play, as the same person.
 */
export class Springtide {
    readonly http: HttpClient;
    constructor(
        readonly address = 'http://localhost:8470',
        public token = '',
    ) {
        this.http = httpClient({
            json: <T>(method: string, path: string, body?: object) => this.#ask(method, path, body, (response) => response.json() as Promise<T>),
            text: (method, path) => this.#ask(method, path, undefined, (response) => response.text()),
        });
    }

    async #ask<T>(method: string, path: string, body: object | undefined, read: (response: Response) => Promise<T>): Promise<Answered<T>> {
        const headers = {
            accept: 'application/json',
            ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
            ...(body ? { 'content-type': 'application/json' } : {}),
        };
        let response: Response;
        try {
            response = await fetch(this.address + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
        } catch (error) {
            return { ok: false, error: { code: 'unavailable', message: `the server cannot be reached: ${String(error)}` } };
        }
        // Browsers keep cookies themselves and show none.
        for (const cookie of response.headers.getSetCookie?.() ?? []) {
            const [name, value] = cookie.split(';', 1)[0]!.split('=');
            if (name === 'springtide') this.token = value ?? '';
        }
        if (response.ok) return { ok: true, value: await read(response) };
        const refusal = (await response.json().catch(() => ({}))) as { error?: Refusal };
        return { ok: false, error: refusal.error ?? { code: 'unavailable', message: `the server answers with status ${response.status}` } };
    }

    /** Opens the WebSocket and says who you are. */
    async connect(Socket: SocketMaker | undefined = (globalThis as { WebSocket?: SocketMaker }).WebSocket): Promise<Connection> {
        if (!Socket) throw new Error('this runtime has no WebSocket: pass one to connect(), such as that of the package ws');
        const socket = new Socket(this.address.replace(/^http/, 'ws') + '/ws');
        const connection = new Connection(socket);
        await connection.opened;
        await connection.ask('hello', this.token ? { token: this.token } : {});
        return connection;
    }
}

type Waiting = { done: (answer: never) => void; failed: (error: Error) => void };

/** One WebSocket. Answers find their requests; what happens meanwhile is kept for `pushes()`. */
export class Connection {
    readonly opened: Promise<void>;
    #waiting = new Map<string, Waiting>();
    #kept: PushFrame[] = [];
    #wake: (() => void) | undefined;
    #closed = false;
    #count = 0;

    constructor(readonly socket: SocketLike) {
        this.opened = new Promise((done, failed) => {
            socket.addEventListener('open', () => done());
            socket.addEventListener('error', () => failed(new RefusedError({ code: 'unavailable', message: 'the server cannot be reached' })));
        });
        socket.addEventListener('message', (event) => this.#take(String(event.data)));
        socket.addEventListener('close', () => this.#end());
    }

    /** Sends a request and waits for its answer; a refusal is thrown as `RefusedError`. */
    ask<Op extends keyof Requests>(op: Op, request: Requests[Op]['request']): Promise<Requests[Op]['answer']> {
        const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${++this.#count}`;
        return new Promise((done, failed) => {
            if (this.#closed) return failed(gone());
            this.#waiting.set(id, { done, failed });
            this.socket.send(JSON.stringify({ id, op, ...request }));
        });
    }

    /** What happens at the tables that are watched, as it happens; ends with the connection. */
    async *pushes(): AsyncGenerator<PushFrame> {
        for (;;) {
            const next = this.#kept.shift();
            if (next) yield next;
            else if (this.#closed) return;
            else await new Promise<void>((wake) => (this.#wake = wake));
        }
    }

    close(): void {
        this.socket.close();
    }

    #take(text: string): void {
        const message = JSON.parse(text) as { id?: string; ok?: boolean; error?: Refusal };
        const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
        if (!waiting) {
            this.#kept.push(message as PushFrame);
            this.#wake?.();
            return;
        }
        this.#waiting.delete(message.id!);
        if (message.ok) waiting.done(message as never);
        else waiting.failed(new RefusedError(message.error!));
    }

    #end(): void {
        this.#closed = true;
        for (const { failed } of this.#waiting.values()) failed(gone());
        this.#waiting.clear();
        this.#wake?.();
    }
}

const gone = () => new RefusedError({ code: 'unavailable', message: 'the connection was closed' });
