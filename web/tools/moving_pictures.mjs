// The moving pictures of README.md: each game as the built page plays it, as animated WebP.
//   node tools/moving_pictures.mjs [game …] [--out folder]          (docs/pictures by default)
// Expects the built page. Time in the page runs slower than the clock, so that a busy machine misses nothing; the dice
// and
// cards are always the same ones. A frame holds only what changed since the one before.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { pageFolder } from '../tests/browser/kit.mjs';
import { serve } from '../tests/browser/server.mjs';
import { animatedWebp } from './animated_webp.mjs';

const slower = 8; // than the clock
const every = 100; // ms of the page between two frames
const hold = 1500; // ms for which the last frame stays
const quality = 0.72;
const width = 640; // of the picture; the page is laid out for `view`

const lifted = '.cell.movable .top';
const target = '.cell.target .top';
/** What a player does when it is their turn, in this order, and how long to look on. */
const plays = {
    turn_the_tide: {
        view: { width: 1120, height: 760 },
        ms: 14000,
        async move(page, turn) {
            const cards = page.locator('.hand .card');
            await cards.nth([7, 2, 9, 4][turn % 4] % (await cards.count())).click();
            await page.waitForTimeout(500 * slower);
            await page.locator('.act .button').click();
        },
    },
    high_tide_henn: {
        view: { width: 1120, height: 820 },
        ms: 14000,
        async move(page) {
            await page.locator('.choice').first().click();
        },
    },
    high_tide_leiman: {
        view: { width: 1120, height: 800 },
        ms: 13000,
        async move(page, turn) {
            const from = page.locator(lifted);
            await from.nth((turn * 5) % (await from.count())).click();
            await page.waitForTimeout(600 * slower);
            await page.locator(target).last().click();
        },
    },
};

const args = process.argv.slice(2);
const option = (name, otherwise) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : args.splice(at, 2)[1];
};
const out = option('out', fileURLToPath(new URL('../../docs/pictures', import.meta.url)));
const unknown = args.filter((game) => !(game in plays));
if (unknown.length) {
    console.error(`there is no game ${unknown.join(', ')}; there are: ${Object.keys(plays).join(', ')}`);
    process.exit(2);
}

/** Pictures of the page, one every 100 ms of its time. */
async function film(browser, url, game) {
    const { view, ms, move } = plays[game];
    const context = await browser.newContext({ viewport: view, baseURL: url, locale: 'en' });
    await context.addInitScript((factor) => {
        crypto.getRandomValues = (bytes) => bytes.fill(7);
        localStorage.setItem('springtide-prefs', JSON.stringify({ pace: 'normal', soundAsked: true }));
        const plain = window.setTimeout.bind(window);
        globalThis.slowly = () => {
            window.setTimeout = (work, wait = 0, ...more) => plain(work, wait * factor, ...more);
        };
    }, slower);
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`/#/new/${game}`);
    await page.waitForSelector('.sentence');
    await page.click('.button.primary');
    await page.waitForSelector('.status.mine');
    const debug = await context.newCDPSession(page);
    await debug.send('Animation.enable');
    await debug.send('Animation.setPlaybackRate', { playbackRate: 1 / slower });
    await page.evaluate(() => globalThis.slowly());
    let ended = false;
    const playing = (async () => {
        for (let turn = 0; !ended; turn += 1) {
            await page.waitForSelector('.status.mine');
            await page.waitForTimeout(700 * slower);
            if (!ended) await move(page, turn);
        }
    })().catch((error) => {
        if (!ended) throw error;
    });
    const shots = [];
    const started = Date.now();
    for (let at = 0; at <= ms; at += every) {
        const wait = started + at * slower - Date.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        shots.push({ at: (Date.now() - started) / slower, png: await page.screenshot({ type: 'png' }) });
    }
    ended = true;
    await context.close();
    await playing;
    return shots;
}

/** In the browser: what changed since the last picture, as WebP that is transparent elsewhere; null if nothing did. */
async function changed({ png, width, quality }) {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const height = Math.round((image.height * width) / image.width / 2) * 2;
    const sheet = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    sheet.imageSmoothingQuality = 'high';
    sheet.drawImage(image, 0, 0, width, height);
    const picture = sheet.getImageData(0, 0, width, height);
    const now = picture.data;
    const shown = (globalThis.shown ??= new Uint8ClampedArray(now.length).fill(0));
    let [left, top, right, bottom] = [width, height, 0, 0];
    const seen = 8; // of 255: a smaller difference is not noticed
    for (let at = 0, i = 0; at < now.length; at += 4, i += 1) {
        if (shown[at + 3] && [0, 1, 2].every((k) => Math.abs(now[at + k] - shown[at + k]) < seen)) {
            now[at + 3] = 0;
            continue;
        }
        for (const k of [0, 1, 2, 3]) shown[at + k] = now[at + k];
        const [x, y] = [i % width, Math.floor(i / width)];
        [left, top, right, bottom] = [
            Math.min(left, x),
            Math.min(top, y),
            Math.max(right, x + 1),
            Math.max(bottom, y + 1),
        ];
    }
    if (right === 0) return null;
    [left, top] = [left - (left % 2), top - (top % 2)]; // a frame begins at even places
    sheet.putImageData(picture, 0, 0);
    const piece = new OffscreenCanvas(right - left, bottom - top);
    piece.getContext('2d').drawImage(sheet.canvas, -left, -top);
    const bytes = new Uint8Array(await (await piece.convertToBlob({ type: 'image/webp', quality })).arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return { left, top, width: right - left, height: bottom - top, sheet: [width, height], data: btoa(text) };
}

const server = await serve(pageFolder);
const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--force-color-profile=srgb'],
});
for (const game of args.length ? args : Object.keys(plays)) {
    console.log(`${game}: filming for ${(plays[game].ms * slower) / 1000} s`);
    const shots = await film(browser, server.url, game);
    const bench = await browser.newPage();
    const frames = [];
    let size;
    for (const [i, { at, png }] of shots.entries()) {
        const piece = await bench.evaluate(changed, { png: png.toString('base64'), width, quality });
        const ms = i + 1 < shots.length ? Math.round(shots[i + 1].at - at) : hold;
        if (piece === null) {
            frames.at(-1).ms += ms;
            continue;
        }
        size ??= piece.sheet;
        frames.push({ ...piece, ms, data: Buffer.from(piece.data, 'base64') });
    }
    await bench.close();
    const file = join(out, `${game}.webp`);
    const picture = animatedWebp(size, frames);
    writeFileSync(file, picture);
    console.log(`${file}: ${frames.length} frames, ${picture.length} bytes`);
}
await browser.close();
await server.stop();
