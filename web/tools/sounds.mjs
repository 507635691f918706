// Every sound of the page, and the sounds of every storyboard as they follow each other at normal speed, as WAV files
// and figures.
//   node tools/sounds.mjs [sound or storyboard …] [--out folder]
// What a program can say of them: how long, how loud, whether they clip or never end. To look at one: sox FILE -n
// spectrogram -o PNG.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { buildFolder, launchOptions } from '../tests/browser/kit.mjs';
import { bringSounds, measure, rate, render } from './listen.mjs';
import { engine, positionOf, storyboards } from './storyboards.mjs';

const args = process.argv.slice(2);
const at = args.indexOf('--out');
const out = at < 0 ? join(buildFolder, 'sounds') : args.splice(at, 2)[1];

/** When which sound begins in a storyboard, in seconds, and how long it all takes. */
function cuesOf(ask, direct, name) {
    const { setup, action } = positionOf(ask, name);
    const { table } = ask({
        op: 'new',
        game: setup.game,
        players: setup.seats.length,
        options: setup.options,
        seed: setup.seed,
        for: 'all',
    });
    for (const [by, move] of setup.moves) ask({ op: 'play', table, by, action: move, for: 'all' });
    const before = ask({ op: 'view', table, for: 0 }).view;
    const { events } = ask({ op: 'play', table, by: 0, action, for: 0 });
    const after = ask({ op: 'view', table, for: 0 }).view;
    ask({ op: 'close', table });
    let now = 0;
    const cues = [];
    for (const { sound, ms } of direct(setup.game, before, events, after).beats) {
        if (sound) cues.push([sound, now]);
        now += ms / 1000;
    }
    return { cues, seconds: now };
}

/** 16 bits, one channel. */
function wav(samples) {
    const file = Buffer.alloc(44 + samples.length * 2);
    file.write('RIFF', 0);
    file.writeUInt32LE(36 + samples.length * 2, 4);
    file.write('WAVEfmt ', 8);
    [16, 1].forEach((n, i) => (i ? file.writeUInt32LE(1 | (n << 16), 20) : file.writeUInt32LE(n, 16)));
    file.writeUInt32LE(rate, 24);
    file.writeUInt32LE(rate * 2, 28);
    file.writeUInt16LE(2, 32);
    file.writeUInt16LE(16, 34);
    file.write('data', 36);
    file.writeUInt32LE(samples.length * 2, 40);
    samples.forEach((x, i) => file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, x)) * 32767), 44 + i * 2));
    return file;
}

const ask = await engine();
const vite = await createServer({
    root: new URL('..', import.meta.url).pathname,
    server: { middlewareMode: true, watch: null, hmr: false },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
});
const { direct } = await vite.ssrLoadModule('/src/games/direct.ts');
const browser = await chromium.launch(launchOptions);
const page = await browser.newPage();
const sounds = await bringSounds(page);
const names = args.length ? args : [...sounds, ...Object.keys(storyboards)];
const unknown = names.filter((name) => !sounds.includes(name) && !(name in storyboards));
if (unknown.length)
    console.error(
        `There is no ${unknown.join(', ')}. Sounds: ${sounds.join(', ')}. Storyboards: ${Object.keys(storyboards).join(', ')}.`,
    );
mkdirSync(out, { recursive: true });
for (const name of unknown.length ? [] : names) {
    const { cues, seconds } = name in storyboards ? cuesOf(ask, direct, name) : { cues: [[name, 0]], seconds: 0 };
    // Two seconds more than it may last: what never ends is heard there.
    const samples = await render(page, cues, seconds + 3.5);
    const { peak, mean, begins, ends } = measure(samples);
    writeFileSync(join(out, `${name}.wav`), wav(samples));
    console.log(
        `${name.padEnd(18)} ${String(cues.length).padStart(2)} sounds  peak ${peak.toFixed(2)}  mean ${mean.toFixed(3)}  heard from ${begins.toFixed(2)} to ${ends.toFixed(2)} s${seconds ? ` of ${seconds.toFixed(2)}` : ''}${peak >= 1 ? '  CLIPPED' : ''}`,
    );
}
await browser.close();
await vite.close();
process.exit(unknown.length ? 2 : 0);
