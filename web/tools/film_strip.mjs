// Film strips: a picture every 120 ms through a storyboard, side by side on one sheet.
//   node tools/film_strip.mjs [storyboard …] [--size desktop|phone|landscape|small] [--out folder] [--every ms]
// Expects the built page. Time in the page runs slower than the clock, so that a busy machine does not miss a picture.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { buildFolder, pageFolder } from '../tests/browser/kit.mjs';
import { serve } from '../tests/browser/server.mjs';

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 }, landscape: { width: 844, height: 390 }, small: { width: 1000, height: 680 } };
const slower = 6;

const args = process.argv.slice(2);
const option = (name, otherwise) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : args.splice(at, 2)[1];
};
const out = option('out', join(buildFolder, 'film-strips'));
const size = option('size', 'desktop');
const every = Number(option('every', 120));

async function begin(page, game, preset = 0) {
    await page.goto(`/#/new/${game}`);
    await page.waitForSelector('.preset', { state: 'attached' });
    if (preset) {
        if (!(await page.locator('.preset').nth(preset).isVisible())) await page.click('summary');
        await page.locator('.preset').nth(preset).click();
    }
    await page.click('.button.primary');
    await page.waitForSelector('.status.mine', { timeout: 60000 });
}
const skip = (page) => page.evaluate(() => document.querySelector('.skip.button, .tools .skip')?.click());
const mine = async (page) => {
    for (;;) {
        if (await page.locator('.status.mine, .result, .summary').count()) return;
        await skip(page);
        await page.waitForTimeout(150);
    }
};
const card = async (page, which = 'first') => {
    await page.locator('.hand .card')[which]().click();
    await page.locator('.act .button').click();
};
const choose = async (page, which = 'first') => page.locator('.choice')[which]().click();

/** Plays on without films until a test holds just before a move of one's own. */
async function until(page, move, test, most = 200) {
    for (let i = 0; i < most; i += 1) {
        await mine(page);
        if (await page.locator('.result').count()) return false;
        const next = page.locator('.summary .button.primary');
        if (await next.count()) {
            await next.click();
            continue;
        }
        if (await test()) return true;
        await move();
    }
    return false;
}

/** Every storyboard: how to get there, what to do, how long to look. */
const boards = {
    'tide-trick': { ms: 3800, async run(page) { await begin(page, 'turn_the_tide'); await card(page); await mine(page); return () => card(page, 'last'); } },
    'tide-round-end': {
        ms: 6500,
        async run(page) {
            await begin(page, 'turn_the_tide');
            await until(page, () => card(page), async () => (await page.locator('.hand .card').count()) === 1);
            return () => card(page);
        },
    },
    'tide-next-round': {
        ms: 1800,
        async run(page) {
            await begin(page, 'turn_the_tide');
            for (let i = 0; i < 20 && !(await page.locator('.summary').count()); i += 1) { await mine(page); if (await page.locator('.summary').count()) break; await card(page); await mine(page); }
            return () => page.locator('.summary .button.primary').click();
        },
    },
    'henn-roll': { ms: 1000, async run(page) { await begin(page, 'high_tide_henn'); return () => choose(page); } },
    'henn-turn': { ms: 3600, async run(page) { await begin(page, 'high_tide_henn'); await choose(page); await mine(page); return () => choose(page); } },
    'henn-round-end': {
        ms: 7000,
        async run(page) {
            await begin(page, 'high_tide_henn', 2);
            await until(page, () => choose(page), async () => (await page.locator('[data-space] .towel').count()) >= 3 && (await page.locator('.choice').first().textContent()).includes('Keep'));
            return () => choose(page);
        },
    },
    'leiman-move': {
        ms: 1500,
        async run(page) {
            await begin(page, 'high_tide_leiman');
            return async () => { await page.locator('.cell.movable .top').first().click(); await page.locator('.cell.target .top').first().click(); };
        },
    },
    'leiman-round-end': {
        ms: 5000,
        async run(page) {
            await begin(page, 'high_tide_leiman');
            const move = async () => { await page.locator('.cell.movable .top').first().click(); await page.locator('.cell.target .top').first().click(); };
            for (let i = 0; i < 40; i += 1) {
                await mine(page);
                if (await page.locator('.result').count()) break;
                const left = await page.evaluate(() => document.querySelectorAll('.cell.movable').length);
                if (left <= 2) return move;
                await move();
            }
            return async () => {};
        },
    },
};

const names = args.length ? args : Object.keys(boards);
const server = await serve(pageFolder);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
mkdirSync(out, { recursive: true });
for (const name of names) {
    const { ms, run } = boards[name];
    const context = await browser.newContext({ viewport: sizes[size], baseURL: server.url, locale: 'en', hasTouch: size === 'phone' || size === 'landscape' });
    await context.addInitScript((factor) => {
        crypto.getRandomValues = (bytes) => bytes.fill(7);
        if (!localStorage.getItem('springtide-prefs')) localStorage.setItem('springtide-prefs', JSON.stringify({ pace: 'normal', soundAsked: true }));
        const plain = window.setTimeout.bind(window);
        globalThis.slowly = () => { window.setTimeout = (work, wait = 0, ...more) => plain(work, wait * factor, ...more); };
    }, slower);
    const page = await context.newPage();
    page.setDefaultTimeout(30000);
    await page.goto('/');
    const act = await run(page);
    const debug = await context.newCDPSession(page);
    await debug.send('Animation.enable');
    await debug.send('Animation.setPlaybackRate', { playbackRate: 1 / slower });
    await page.evaluate(() => globalThis.slowly());
    const done = act();
    const pictures = [];
    const started = Date.now();
    for (let at = 0; at <= ms; at += every) {
        const wait = started + at * slower - Date.now();
        if (wait > 0) await page.waitForTimeout(wait).catch(() => undefined);
        const label = Math.round((Date.now() - started) / slower);
        pictures.push({ label, said: await page.evaluate(() => document.querySelector('.status')?.textContent ?? ''), data: (await page.screenshot({ type: 'jpeg', quality: 60 })).toString('base64') });
    }
    await done;
    const sheet = await context.newPage();
    const across = size === 'phone' ? 10 : 5;
    await sheet.setViewportSize({ width: 1900, height: 200 });
    await sheet.setContent(`<style>body{margin:8px;font:12px sans-serif;background:#888}main{display:grid;grid-template-columns:repeat(${across},1fr);gap:6px}figure{margin:0;background:#fff}img{width:100%;display:block}</style><main>${pictures.map(({ label, said, data }) => `<figure><figcaption>${label} ms · ${said}</figcaption><img src="data:image/jpeg;base64,${data}"></figure>`).join('')}</main>`);
    await sheet.waitForFunction(() => [...document.images].every((image) => image.complete));
    const file = join(out, `${name}-${size}.png`);
    await sheet.screenshot({ path: file, fullPage: true });
    console.log(`${file}: ${pictures.length} pictures`);
    await context.close();
}
await browser.close();
await server.stop();
