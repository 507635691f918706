// A whole game looked at: plays it to the end without a server and keeps pictures of what somebody would see on the
// way,
// side by side on one sheet; says where something is clipped, wider than the window, or moves between two decisions.
// node tools/tour.mjs [leiman|tide|henn …] [--size 390x844,1440x900] [--language en,de] [--players 4] [--theme noon]
// [--options '{"first":"pie"}'] [--out folder]
// Expects the built page. Sheets: build/tours.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { buildFolder, launchOptions, pageFolder } from '../tests/browser/kit.mjs';
import { serve } from '../tests/browser/server.mjs';

const everything = JSON.parse(readFileSync(new URL('../src/games/henn/everything.json', import.meta.url), 'utf8'));
const games = {
    leiman: {
        game: 'high_tide_leiman',
        players: 2,
        options: {},
        parts: ['svg.board', '.board svg', '.tools'],
        act: [['.cell.movable .top'], ['.cell.target .top']],
    },
    tide: {
        game: 'turn_the_tide',
        players: 5,
        options: {},
        parts: ['.islands', '.tides', '.hand', '.act'],
        act: [['.hand .card'], ['.act .button']],
    },
    henn: {
        game: 'high_tide_henn',
        players: 5,
        options: everything,
        parts: ['.players', '.beaches', '.dice-side', '.decide', '.stock'],
        act: [['.choice']],
    },
};
const args = process.argv.slice(2);
const option = (name, otherwise) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : args.splice(at, 2)[1];
};
const out = option('out', join(buildFolder, 'tours'));
const sizes = option('size', '390x844,844x390,820x1180,1180x820,1000x680,1440x900,1920x1080')
    .split(',')
    .map((size) => size.split('x').map(Number));
const languages = option('language', 'en').split(',');
const theme = option('theme', 'noon');
const many = Number(option('players', 0));
const chosen = option('options', '');
const names = args.length ? args : Object.keys(games);
const unknown = names.filter((name) => !(name in games));
if (unknown.length || sizes.flat().some((n) => !(n > 0))) {
    console.error(
        `There is no ${unknown.join(', ') || 'such size'}. Games: ${Object.keys(games).join(', ')}. A size is 390x844.`,
    );
    process.exit(2);
}

/** Texts that are cut off, and what lies beyond the window's side. */
const troubles = () => {
    const found = [];
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) found.push(`the page is ${wide} wide`);
    for (const element of document.querySelectorAll('#app *')) {
        if (element.closest('.hidden, [inert], [aria-hidden="true"], .scroll')) continue;
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
        if (!own || !(element instanceof HTMLElement)) continue;
        const style = getComputedStyle(element);
        const box = element.getBoundingClientRect();
        if (box.width < 2 || style.visibility === 'hidden') continue;
        const words = `"${element.textContent.trim().slice(0, 60)}"`;
        if (
            style.overflow !== 'visible' &&
            (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2)
        )
            found.push(`cut off: ${words}`);
        if (style.overflow === 'visible' && style.display !== 'inline' && element.scrollWidth > element.clientWidth + 2)
            found.push(`wider than its box: ${words}`);
        if (box.right > innerWidth + 1 || box.left < -1) found.push(`beyond the side: ${words}`);
    }
    return found;
};
const places = (parts) =>
    parts.map((part) => {
        const box = document.querySelector(part)?.getBoundingClientRect();
        return (
            box &&
            `${Math.round(box.x)},${Math.round(box.y + scrollY)} ${Math.round(box.width)}x${Math.round(box.height)}`
        );
    });

const server = await serve(pageFolder);
const browser = await chromium.launch(launchOptions);
mkdirSync(out, { recursive: true });
for (const language of languages) {
    for (const [width, height] of sizes) {
        for (const name of names) {
            const { game, parts, act } = games[name];
            const options = chosen ? JSON.parse(chosen) : games[name].options;
            const players = many || games[name].players;
            const touch = Math.min(width, height) < 500;
            const context = await browser.newContext({
                viewport: { width, height },
                baseURL: server.url,
                locale: language,
                hasTouch: touch,
                isMobile: touch,
                reducedMotion: 'reduce',
            });
            await context.addInitScript((light) => {
                crypto.getRandomValues = (bytes) => bytes.fill(7);
                if (!localStorage.getItem('springtide-prefs'))
                    localStorage.setItem(
                        'springtide-prefs',
                        JSON.stringify({ pace: 'instant', soundAsked: true, theme: light }),
                    );
            }, theme);
            const page = await context.newPage();
            page.setDefaultTimeout(30000);
            page.on('pageerror', (error) =>
                console.log(`${name} ${width}x${height} ${language}: error ${error.message}`),
            );
            const pictures = [];
            const said = new Set();
            const look = async (label) => {
                await page.evaluate(
                    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
                );
                for (const trouble of await page.evaluate(troubles)) said.add(trouble);
                const tall = await page.evaluate(() => document.documentElement.scrollHeight);
                pictures.push({
                    label: tall > height ? `${label} (page ${tall} high)` : label,
                    data: (await page.screenshot({ type: 'jpeg', quality: 80 })).toString('base64'),
                });
            };
            await page.goto(`/#/new/${game}`);
            await page.waitForSelector('.sentence');
            await look('before');
            const seats = Array.from({ length: players }, (_, i) =>
                i === 0 ? { kind: 'person' } : { kind: 'bot', level: 'easy' },
            );
            await page.evaluate(
                (kept) => localStorage.setItem('springtide-tables', JSON.stringify(kept)),
                [{ id: 'tour', at: Date.now(), setup: { game, options, seats, seed: 'tour', moves: [] } }],
            );
            await page.goto('/#/play/tour');
            await page.reload();
            const told = () =>
                [...document.querySelectorAll('#log-title ~ ol, .summary, .result, .choices, .rolled')]
                    .map((part) => part.textContent + part.getAttribute('aria-label'))
                    .join();
            let stood;
            let summaries = 0;
            const moved = new Map();
            for (let turn = 0; turn < 300; turn += 1) {
                await page.waitForSelector('.status.mine, .result, .summary .button.primary');
                if (await page.locator('.result').count()) break;
                if (await page.locator('.summary').count()) {
                    if ((summaries += 1) === 1) await look('a round is over');
                    await page.locator('.summary .button.primary').click();
                    await page.waitForSelector('.summary', { state: 'detached' });
                    continue;
                }
                const now = await page.evaluate(places, parts);
                now.forEach(
                    (place, i) =>
                        stood &&
                        stood[i] !== place &&
                        moved.set(parts[i], [...(moved.get(parts[i]) ?? []), `${stood[i]} → ${place}`]),
                );
                stood = now;
                const choices = await page.locator('.choice').count();
                if (
                    turn === 0 ||
                    turn === 7 ||
                    turn === 24 ||
                    (choices > 4 && !pictures.some(({ label }) => label.startsWith('many')))
                )
                    await look(choices > 4 ? `many choices, turn ${turn}` : `turn ${turn}`);
                if (turn === 3) {
                    const hint = page.locator('.tools .button').nth(1);
                    await hint.click();
                    await page.waitForSelector('.hint, .advice, [class*=hint]').catch(() => undefined);
                    await page.waitForTimeout(600);
                    await look('a hint');
                    if (await page.locator('.tools .more').isVisible()) {
                        await page.locator('.tools .more').click();
                        await page.waitForTimeout(300);
                        await look('more');
                        await page.keyboard.press('Escape');
                        await page.waitForTimeout(300);
                    }
                }
                const before = await page.evaluate(told);
                // Before a round by the pie rule tiles are laid, and a side is chosen.
                const lays = name === 'leiman' && (await page.locator('.pie .button:enabled').count()) > 0;
                for (const [selector] of lays ? [['.pie .button:enabled']] : act) {
                    const all = page.locator(selector);
                    const piece = all.nth((turn * 7) % (await all.count()));
                    // Half of a tile may lie behind a high stack: its middle need not be in view.
                    if (name === 'leiman' && !lays) await piece.dispatchEvent('click');
                    else await piece.click();
                    if (turn === 7 && act.length > 1 && selector === act[0][0]) await look('chosen');
                }
                for (let tries = 0; tries < 100 && (await page.evaluate(told)) === before; tries += 1)
                    await page.waitForTimeout(30);
            }
            await look('over');
            const board = page.locator('.result .head .button').last();
            await board.click();
            await look('over, the board');
            for (const trouble of said) console.log(`${name} ${width}x${height} ${language}: ${trouble}`);
            for (const [part, ways] of moved)
                console.log(
                    `${name} ${width}x${height} ${language}: ${part} moved ${ways.length} times: ${[...new Set(ways)].slice(0, 4).join('; ')}`,
                );
            const sheet = await context.newPage();
            const across = width < 600 ? 5 : width < 900 && height > width ? 4 : 2;
            const wide = Math.min(1950, across * width + 60);
            await sheet.setViewportSize({ width: wide, height: 200 });
            await sheet.setContent(
                `<meta name="viewport" content="width=${wide}"><style>body{margin:8px;font:13px sans-serif;background:#888}main{display:grid;grid-template-columns:repeat(${across},1fr);gap:6px}figure{margin:0;background:#fff}img{width:100%;display:block}</style><main>${pictures.map(({ label, data }) => `<figure><figcaption>${label}</figcaption><img src="data:image/jpeg;base64,${data}"></figure>`).join('')}</main>`,
            );
            await sheet.waitForFunction(() => [...document.images].every((image) => image.complete));
            const words = [
                many || '',
                ...Object.entries(chosen ? options : {}).map(([key, value]) => (value === true ? key : value)),
                theme === 'noon' ? '' : theme,
            ].filter(Boolean);
            const file = join(out, `${[name, ...words].join('-')}-${width}x${height}-${language}.png`);
            await sheet.screenshot({ path: file, fullPage: true });
            console.log(`${file}: ${pictures.length} pictures`);
            await context.close();
        }
    }
}
await browser.close();
await server.stop();
