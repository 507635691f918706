// The engine off the main thread, so that a thinking bot never holds up the page.
import wasmUrl from '@engine.wasm?url';
import { loadEngine } from './module';

const engine = fetch(wasmUrl)
    .then((response) => response.arrayBuffer())
    .then(loadEngine);

onmessage = async (message: MessageEvent<{ id: number; request: object }>) => {
    const { id, request } = message.data;
    try {
        postMessage({ id, answer: (await engine)(request) });
    } catch (error) {
        postMessage({ id, answer: { ok: false, error: { code: 'engine', message: String(error) } } });
    }
};
