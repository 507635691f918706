// The same rules under WebAssembly: signatures as recorded, the kit's random games, and the engine's example sessions.
// Usage: node tests/wasm/run.mjs [folder of the modules]
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadModule } from './module.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const folder = process.argv[2] ?? join(process.env.SPRINGTIDE_BUILD ?? join(root, 'build'), 'wasm');
let passed = 0;
let failed = 0;

function check(title, problem) {
    if (!problem) {
        passed += 1;
        return;
    }
    failed += 1;
    console.log(`failed: ${title}\n${problem}`);
}

function difference(actual, expected) {
    return actual === expected ? '' : `got ${actual}, expected ${expected}`;
}

async function checkKit() {
    const kit = await loadModule(join(folder, 'springtide-kit.wasm'));
    for (const file of ['turn_the_tide/networks.bin', 'high_tide_henn/round_value.bin', 'high_tide_leiman/book.bin']) {
        const networks = readFileSync(join(root, 'data', file));
        kit.write(kit.networks_buffer(networks.length), networks);
        check(`${file} is taken`, kit.take_networks() === 1 ? '' : 'it is not');
    }
    const answer = (size) => kit.read(kit.text(), size);
    const recorded = new Map(
        readFileSync(join(root, 'tests/signatures.txt'), 'utf8').trim().split('\n').map((line) => line.split(' ')),
    );
    for (let game = 0; game < kit.game_count(); game += 1) {
        const name = answer(kit.game_name(game));
        check(`signature of ${name}`, difference(answer(kit.signature(game)), recorded.get(name)));
        check(`random games of ${name}`, answer(kit.random_games(game, 24, 24)));
    }
}

/// Everything `expected` says is in `actual`; seats at the bar (space 0) stand in no order.
function contains(actual, expected, path = '') {
    if (expected === null || typeof expected !== 'object' || Array.isArray(expected)) {
        const text = (value) => JSON.stringify(path.endsWith('.spaces.0') ? [...value].sort() : value);
        return text(actual) === text(expected) ? '' : `${path} is ${text(actual)}, not ${text(expected)}`;
    }
    for (const [key, value] of Object.entries(expected)) {
        const problem = contains(actual?.[key], value, `${path}.${key}`);
        if (problem) return problem;
    }
    return '';
}

/// The examples are written for version 1, in words: version 2 tells them as its story.
function inVersion(protocol, { send, expect }) {
    if (protocol === 1 || !expect.events) return { send, expect };
    const { events, ...rest } = expect;
    return { send: { ...send, story: true }, expect: { ...rest, story: events } };
}

async function checkEngine(protocol) {
    const examples = join(root, 'tests/protocol/examples');
    for (const file of readdirSync(examples)) {
        const engine = await loadModule(join(folder, 'springtide.wasm'));
        const ask = (request) => {
            const bytes = new TextEncoder().encode(JSON.stringify(request));
            engine.write(engine.buffer(bytes.length), bytes);
            const size = engine.answer();
            return JSON.parse(engine.read(engine.answer_text(), size));
        };
        ask({ op: 'hello', protocol });
        for (const line of readFileSync(join(examples, file), 'utf8').trim().split('\n')) {
            const step = JSON.parse(line);
            if (step.send) {
                const { send, expect } = inVersion(protocol, step);
                check(`${file}, version ${protocol}: ${JSON.stringify(send)}`, contains(ask(send), expect));
                continue;
            }
            const { table } = ask({ op: 'position', game: 'high_tide_leiman', position: step.position });
            const mover = step.position.split(' ')[1] === 'b' ? 0 : 1;
            check(step.position, contains(ask({ op: 'legal', table, by: mover }), { actions: step.legal }));
            step.perft.forEach((nodes, i) =>
                check(`perft ${i + 1} of ${step.position}`, contains(ask({ op: 'perft', table, depth: i + 1 }), { nodes })),
            );
        }
    }
}

await checkKit();
for (const protocol of [1, 2]) await checkEngine(protocol);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
