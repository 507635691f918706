// How long the solver takes as WebAssembly, against the program: the same set-ups of Leiman's High Tide through the same
// protocol, processor time of both. Usage: node tools/compare_wasm_speed.mjs [SET-UPS]; build both first with
// `./springtide test wasm engine`.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { loadModule } from '../tests/wasm/module.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const build = process.env.SPRINGTIDE_BUILD ?? join(root, 'build');
const setUps = Number(process.argv[2] ?? 50);

async function asModule() {
    const engine = await loadModule(join(build, 'wasm/springtide.wasm'));
    const ask = (request) => {
        const bytes = new TextEncoder().encode(JSON.stringify(request));
        engine.write(engine.buffer(bytes.length), bytes);
        const size = engine.answer();
        return JSON.parse(engine.read(engine.answer_text(), size));
    };
    const seconds = () => process.cpuUsage().user / 1e6;
    return { ask, seconds, end() {} };
}

function asProgram() {
    const child = spawn(join(build, 'release/springtide'), ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (request) => {
        child.stdin.write(`${JSON.stringify(request)}\n`);
        return JSON.parse((await lines.next()).value);
    };
    // User time in hundredths of a second, after the name in brackets (proc(5)).
    const seconds = () => Number(readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')[11]) / 100;
    return { ask, seconds, end: () => child.stdin.end() };
}

/** Analyses all set-ups; the first few are only for warming up. */
async function measure(engine) {
    const warmUp = 3;
    let nodes = 0;
    let before = 0;
    for (let i = -warmUp; i < setUps; i += 1) {
        if (i === 0) before = engine.seconds();
        const options = { first: 'blue', stones: 1 };
        const made = await engine.ask({ op: 'new', game: 'high_tide_leiman', players: 2, options, seed: `speed ${i}` });
        const answer = await engine.ask({ op: 'analyse', table: made.table });
        if (i >= 0) nodes += answer.nodes;
        await engine.ask({ op: 'close', table: made.table });
    }
    const seconds = engine.seconds() - before;
    engine.end();
    return { nodes, seconds };
}

const wasm = await measure(await asModule());
const native = await measure(asProgram());
const line = (name, { nodes, seconds }) =>
    `${name}: ${((1000 * seconds) / setUps).toFixed(1)} ms a set-up, ${(nodes / seconds / 1e6).toFixed(2)} million positions a second`;
console.log(line('WebAssembly', wasm));
console.log(line('program    ', native));
console.log(`${(wasm.seconds / native.seconds).toFixed(2)} times as long; ${wasm.nodes === native.nodes ? 'the same' : 'DIFFERENT'} positions`);
