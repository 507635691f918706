// The engine off the main thread, so that a thinking bot never holds up the page.
import wasmUrl from '@engine.wasm?url';
import networksUrl from '@networks.bin?url';
import roundValueUrl from '@round_value.bin?url';
import bookUrl from '@leiman/book.bin?url';
import { loadEngine, type Answer, type Engine, type Learned } from './module';

const engine = loadEngine(fetch(wasmUrl));

const urls: Record<Learned, string> = {
    turn_the_tide: networksUrl,
    high_tide_henn: roundValueUrl,
    high_tide_leiman: bookUrl,
};
const fetched: Partial<Record<Learned, Promise<ArrayBuffer | undefined>>> = {};

async function fetchNetworks(ask: Engine, of: Learned): Promise<void> {
    const bytes = await (fetched[of] ??= fetch(urls[of]).then(
        (response) => (response.ok ? response.arrayBuffer() : undefined),
        () => undefined,
    ));
    if (bytes === undefined)
        delete fetched[of]; // another time
    else if (ask.missedNetworks().includes(of)) ask.takeNetworks(bytes);
}

/**
 * Fetches the networks when a bot first misses them, and repeats the request; without a network the bot answers as it
 * can.
 */
async function answer(ask: Engine, request: object): Promise<Answer> {
    const first = ask(request);
    const missed = ask.missedNetworks();
    if ((request as { op?: string }).op !== 'best' || missed.length === 0) return first;
    for (const of of missed) await fetchNetworks(ask, of);
    if (ask.missedNetworks().length > 0) return first;
    const second = ask(request);
    return second.ok ? second : first; // the table may have gone on meanwhile
}

onmessage = async (message: MessageEvent<{ id: number; request: object }>) => {
    const { id, request } = message.data;
    try {
        postMessage({ id, answer: await answer(await engine, request) });
    } catch (error) {
        postMessage({ id, answer: { ok: false, error: { code: 'engine', message: String(error) } } });
    }
};
