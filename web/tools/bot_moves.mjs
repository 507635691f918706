// How long does a move of a bot take in the browser's engine? Plays games of a level with itself in WebAssembly, asked
// as the page asks,
// on one processor that other processes keep busy, so that it is as slow as a phone's.
//   node tools/bot_moves.mjs [--level best] [--ms 200] [--slower 4] [--games 2]
import { spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { buildFolder } from '../tests/browser/kit.mjs';

const args = process.argv.slice(2);
const option = (name, usual) => (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : usual);
const [level, ms, slower, games] = [
    option('level', 'best'),
    Number(option('ms', 200)),
    Number(option('slower', 4)),
    Number(option('games', 2)),
];

const vite = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    server: { middlewareMode: true },
    appType: 'custom',
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true, include: [] },
});
const { loadEngine } = await vite.ssrLoadModule('/src/shared/engine/module.ts');
const ask = await loadEngine(new Uint8Array(await readFile(join(buildFolder, 'wasm/springtide.wasm'))));
for (const file of ['turn_the_tide/networks.bin', 'high_tide_henn/round_value.bin', 'high_tide_leiman/book.bin'])
    ask.takeNetworks(new Uint8Array(await readFile(new URL(`../../data/${file}`, import.meta.url))).buffer);

spawnSync('taskset', ['-acp', '0', String(process.pid)]);
const busy = Array.from({ length: slower - 1 }, () =>
    spawn('taskset', ['-c', '0', process.execPath, '-e', 'for (;;);']),
);
console.log(`${level}, ${ms} ms a move, a processor ${slower} times as slow; milliseconds from question to answer`);
try {
    for (const [game, players] of [
        ['turn_the_tide', 3],
        ['turn_the_tide', 5],
        ['high_tide_henn', 4],
        ['high_tide_leiman', 2],
    ]) {
        const taken = [];
        for (let i = 0; i < games; ++i) {
            let now = ask({ op: 'new', game, players, seed: `phone ${i}` });
            const { table } = now;
            while (!now.over && taken.length < 100 * (i + 1)) {
                const by = now.to_act[0];
                const began = performance.now();
                const { action } = ask({ op: 'best', table, by, level, ms });
                taken.push(performance.now() - began);
                now = ask({ op: 'play', table, by, action });
            }
            ask({ op: 'close', table });
        }
        taken.sort((a, b) => a - b);
        const at = (share) => taken[Math.min(taken.length - 1, Math.floor(share * taken.length))].toFixed(0);
        console.log(
            `${game}, ${players} players, ${taken.length} moves: median ${at(0.5)}, 95 % ${at(0.95)}, worst ${at(1)}`,
        );
    }
} finally {
    for (const one of busy) one.kill();
    await vite.close();
}
