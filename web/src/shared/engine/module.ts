// The WebAssembly module: one JSON text in, one out.
import type { Refusal } from '../events/refusal';

export interface Answer {
    ok: boolean;
    error?: Refusal;
    [field: string]: unknown;
}
export type Ask = (request: object) => Answer;

/** The games with learned networks or a book of moves, in the order of the engine's bits. */
export const learned = ['turn_the_tide', 'high_tide_henn', 'high_tide_leiman'] as const;
export type Learned = (typeof learned)[number];

/** The other calls. */
interface Networks {
    /** Whose learned networks a bot did without. */
    missedNetworks(): Learned[];
    /** False where these are none. */
    takeNetworks(bytes: ArrayBuffer): boolean;
}
export type Engine = Ask & Networks;
export type TextEngine = ((request: object) => string) & Networks;

interface Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    buffer(size: number): number;
    answer(): number;
    answer_text(): number;
    networks_missed(): number;
    networks_buffer(size: number): number;
    take_networks(): number;
}

/** From the network it is compiled while it arrives, if the server names its type. */
async function compile(source: BufferSource | Promise<Response>): Promise<WebAssembly.Module> {
    if (!(source instanceof Promise)) return WebAssembly.compile(source);
    const response = await source;
    if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
}

/** Text in, text out: for callers that do not need the whole answer. */
export async function loadEngineText(source: BufferSource | Promise<Response>): Promise<TextEngine> {
    const module = await compile(source);
    // The C library's streams are linked in but never used; reaching one would be a mistake.
    const imports: Record<string, Record<string, (...given: never[]) => number>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
        (imports[from] ??= {})[name] = () => {
            throw new Error(`the engine called ${name}`);
        };
    // The clock by which bots think: nanoseconds, written where the module wants them.
    (imports.wasi_snapshot_preview1 ??= {}).clock_time_get = (_clock: number, _precision: bigint, at: number) => {
        new DataView(engine.memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
    };
    // A bot's random numbers: from the system, so that they are unpredictable.
    (imports.wasi_snapshot_preview1 ??= {}).random_get = (at: number, size: number) => {
        crypto.getRandomValues(new Uint8Array(engine.memory.buffer, at, size));
        return 0;
    };
    const instance = await WebAssembly.instantiate(module, imports);
    const engine = instance.exports as unknown as Exports;
    engine._initialize();
    const ask = (request: object): string => {
        const text = new TextEncoder().encode(JSON.stringify(request));
        const at = engine.buffer(text.length);
        new Uint8Array(engine.memory.buffer, at, text.length).set(text);
        const size = engine.answer();
        return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answer_text(), size));
    };
    return Object.assign(ask, {
        missedNetworks: () => {
            const missed = engine.networks_missed();
            return learned.filter((_, bit) => (missed >> bit) & 1);
        },
        takeNetworks: (networks: ArrayBuffer) => {
            const at = engine.networks_buffer(networks.byteLength);
            new Uint8Array(engine.memory.buffer, at, networks.byteLength).set(new Uint8Array(networks));
            return engine.take_networks() === 1;
        },
    });
}

export async function loadEngine(bytes: BufferSource | Promise<Response>): Promise<Engine> {
    const answer = await loadEngineText(bytes);
    const ask = (request: object) => JSON.parse(answer(request)) as Answer;
    return Object.assign(ask, { missedNetworks: answer.missedNetworks, takeNetworks: answer.takeNetworks });
}
