// Film strips: a picture every 120 ms through a storyboard, side by side on one sheet.
// node tools/film_strip.mjs [storyboard …] [--size desktop|phone|landscape|small|tablet] [--out folder] [--every ms]
// [--theme noon|night] [--slower 6]
// Without a name, all of storyboards.mjs. Expects the built page. Time in the page runs slower than the clock, so that
// a
// busy machine does not miss a picture.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { buildFolder, launchOptions, pageFolder } from '../tests/browser/kit.mjs';
import { serve } from '../tests/browser/server.mjs';
import { act, engine, open, positionOf, skipToHold, storyboards } from './storyboards.mjs';

const sizes = {
    desktop: { width: 1440, height: 900 },
    phone: { width: 390, height: 844 },
    landscape: { width: 844, height: 390 },
    small: { width: 1000, height: 680 },
    tablet: { width: 820, height: 1180 },
};

const args = process.argv.slice(2);
const option = (name, otherwise) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : args.splice(at, 2)[1];
};
const out = option('out', join(buildFolder, 'film-strips'));
const size = option('size', 'desktop');
const every = Number(option('every', 120));
/** How many times slower than the clock; more for a busy machine. */
const slower = Number(option('slower', 6));

const theme = option('theme', 'noon');

const names = args.length ? args : Object.keys(storyboards);
const unknown = names.filter((name) => !(name in storyboards));
if (unknown.length || !sizes[size]) {
    console.error(
        `There is no ${unknown.join(', ') || size}. Storyboards: ${Object.keys(storyboards).join(', ')}. Sizes: ${Object.keys(sizes).join(', ')}.`,
    );
    process.exit(2);
}
const ask = await engine();
const server = await serve(pageFolder);
const browser = await chromium.launch(launchOptions);
mkdirSync(out, { recursive: true });
for (const name of names) {
    const { ms, held } = storyboards[name];
    const position = positionOf(ask, name);
    const context = await browser.newContext({
        viewport: sizes[size],
        baseURL: server.url,
        locale: 'en',
        hasTouch: size === 'phone' || size === 'landscape',
    });
    await context.addInitScript(
        ([factor, light]) => {
            crypto.getRandomValues = (bytes) => bytes.fill(7);
            if (!localStorage.getItem('springtide-prefs'))
                localStorage.setItem(
                    'springtide-prefs',
                    JSON.stringify({ pace: 'normal', soundAsked: true, theme: light }),
                );
            const plain = window.setTimeout.bind(window);
            globalThis.slowly = () => {
                window.setTimeout = (work, wait = 0, ...more) => plain(work, wait * factor, ...more);
            };
        },
        [slower, theme],
    );
    const page = await context.newPage();
    page.setDefaultTimeout(30000);
    await page.goto('/');
    await open(page, position);
    if (held) {
        await act(page, position);
        await skipToHold(page);
    }
    const debug = await context.newCDPSession(page);
    await debug.send('Animation.enable');
    await debug.send('Animation.setPlaybackRate', { playbackRate: 1 / slower });
    await page.evaluate(() => globalThis.slowly());
    const done = held ? page.locator('.summary .button.primary').click() : act(page, position);
    const pictures = [];
    const started = Date.now();
    for (let at = 0; at <= ms; at += every) {
        const wait = started + at * slower - Date.now();
        if (wait > 0) await page.waitForTimeout(wait).catch(() => undefined);
        const label = Math.round((Date.now() - started) / slower);
        pictures.push({
            label,
            said: await page.evaluate(() => document.querySelector('.status')?.textContent ?? ''),
            data: (await page.screenshot({ type: 'jpeg', quality: 60 })).toString('base64'),
        });
    }
    await done;
    const sheet = await context.newPage();
    const across = size === 'phone' ? 10 : 4;
    await sheet.setViewportSize({ width: 1900, height: 200 });
    const most = size === 'phone' ? 30 : 20;
    for (let from = 0; from < pictures.length; from += most) {
        await sheet.setContent(
            `<style>body{margin:8px;font:12px sans-serif;background:#888}main{display:grid;grid-template-columns:repeat(${across},1fr);gap:6px}figure{margin:0;background:#fff}img{width:100%;display:block}</style><main>${pictures
                .slice(from, from + most)
                .map(
                    ({ label, said, data }) =>
                        `<figure><figcaption>${label} ms · ${said}</figcaption><img src="data:image/jpeg;base64,${data}"></figure>`,
                )
                .join('')}</main>`,
        );
        await sheet.waitForFunction(() => [...document.images].every((image) => image.complete));
        const file = join(out, `${name}-${size}-${1 + from / most}.png`);
        await sheet.screenshot({ path: file, fullPage: true });
        console.log(`${file}: ${Math.min(most, pictures.length - from)} of ${pictures.length} pictures`);
    }
    await context.close();
}
await browser.close();
await server.stop();
