// The real engine for tests, without a worker.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AskEngine } from '../../src/shared/engine/engine';
import { loadEngine } from '../../src/shared/engine/module';

const build = process.env.SPRINGTIDE_BUILD ?? join(__dirname, '../../../build');

export async function realEngine(): Promise<AskEngine> {
    const ask = await loadEngine(new Uint8Array(await readFile(join(build, 'wasm/springtide.wasm'))));
    return (request) => Promise.resolve(ask(request));
}
