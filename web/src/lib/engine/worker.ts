// The engine off the main thread, so that a thinking bot never holds up the page.
import wasmUrl from '@engine.wasm?url';
import networksUrl from '@networks.bin?url';
import { loadEngine, type Answer, type Engine } from './module';

const engine = loadEngine(fetch(wasmUrl));

let fetched: Promise<ArrayBuffer | undefined> | undefined;

/** The networks are fetched when a bot first misses them, and it is asked again; without a network it answers as it can. */
async function answer(ask: Engine, request: object): Promise<Answer> {
    const first = ask(request);
    if ((request as { op?: string }).op !== 'best' || !ask.missesNetworks()) return first;
    fetched ??= fetch(networksUrl).then((response) => (response.ok ? response.arrayBuffer() : undefined), () => undefined);
    const bytes = await fetched;
    if (bytes === undefined) fetched = undefined; // another time
    else if (ask.missesNetworks()) ask.takeNetworks(bytes);
    if (ask.missesNetworks()) return first;
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
