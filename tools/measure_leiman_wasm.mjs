// Does `best` let a win slip in the browser's engine? Plays rounds of Leiman's High Tide from set-ups that the player who starts can win,
// against an opponent who searches long, in WebAssembly under node.
//   node tools/measure_leiman_wasm.mjs [--count 1000] [--ms 5] [--level best] [--nodes 200000] [--first 0]
// `--nodes` is what the opponent may search for a move, `--first` the number of the first set-up. Ends with status 1 if a round was lost.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadModule } from '../tests/wasm/module.mjs';

const args = process.argv.slice(2);
const option = (name, usual) => (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : usual);
const [count, ms, level, nodes, begin] = [Number(option('count', 1000)), Number(option('ms', 5)), option('level', 'best'), Number(option('nodes', 200000)), Number(option('first', 0))];
const root = fileURLToPath(new URL('..', import.meta.url));
const engine = await loadModule(join(process.env.SPRINGTIDE_BUILD ?? join(root, 'build'), 'wasm/springtide.wasm'));
const book = readFileSync(join(root, 'data/high_tide_leiman/book.bin'));
engine.write(engine.networks_buffer(book.length), book);
if (engine.take_networks() !== 1) throw new Error('the engine does not take the book');

function ask(request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    engine.write(engine.buffer(bytes.length), bytes);
    const size = engine.answer();
    const answer = JSON.parse(engine.read(engine.answer_text(), size));
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    return answer;
}

const times = [];
let played = 0;
let lost = 0;
for (let number = begin; played < count; number += 1) {
    let now = ask({ op: 'new', game: 'high_tide_leiman', players: 2, options: { stones: 1, first: 'blue' }, seed: `set-up ${number}` });
    const { table } = now;
    const known = ask({ op: 'best', table, by: 0, level: 'perfect', ms: 1 });
    if (known.exact && known.winner === 0) {
        played += 1;
        while (!now.over) {
            const by = now.to_act[0];
            const began = performance.now();
            const { action } = ask({ op: 'best', table, by, ...(by === 0 ? { level, ms } : { level: 'perfect', nodes }) });
            if (by === 0) times.push(performance.now() - began);
            now = ask({ op: 'play', table, by, action });
        }
        if (ask({ op: 'view', table, for: 'all' }).view.winner !== 0) {
            lost += 1;
            console.log(`lost: set-up ${number}`);
        }
    }
    ask({ op: 'close', table });
}
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
console.log(`${level}, ${ms} ms a move: ${lost} of ${played} won set-ups lost; ms a move: median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}`);
process.exitCode = lost > 0 ? 1 : 0;
