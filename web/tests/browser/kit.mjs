// What every browser test needs: a page that fails on any error of its own, and a way to play with it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
export const buildFolder = process.env.SPRINGTIDE_BUILD ?? join(here, '../../../build');
export const pageFolder = process.env.SPRINGTIDE_PAGE ?? join(here, '../../dist');

export const sizes = {
    phone: { width: 360, height: 740 },
    tablet: { width: 768, height: 1024 },
    desktop: { width: 1440, height: 900 },
};

/** A window of Chromium loads pages of its own for what it suggests while a person types an address: more work than our
 *  page, and nobody types here. Of several such lists Chromium takes the last, so Playwright's own goes before. */
const { chromiumSwitches } = createRequire(import.meta.url)(
    join(here, '../../node_modules/playwright-core/lib/server/chromium/chromiumSwitches.js'),
);
const without = `${chromiumSwitches().find((one) => one.startsWith('--disable-features='))},WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup`;
export const launchOptions = {
    executablePath: '/usr/bin/chromium',
    args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--force-color-profile=srgb',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        without,
    ],
};

/** SPRINGTIDE_LATE=300: every answer of the server and the engine comes late, by up to so many milliseconds at random,
 *  in its order. A test that looks too early fails then, and not once in a hundred runs. */
const late = Number(process.env.SPRINGTIDE_LATE ?? 0);
function beLate(most) {
    const { setTimeout } = window;
    const queue = () => {
        let last = Promise.resolve();
        return (work) =>
            (last = last.then(() => new Promise((done) => setTimeout(() => done(work()), Math.random() * most))));
    };
    /** Messages to whoever set `onmessage` or listens go through a queue. */
    const slow = (kind) =>
        class extends kind {
            #next = queue();
            addEventListener(name, work, ...more) {
                super.addEventListener(
                    name,
                    name === 'message' ? (event) => void this.#next(() => work(event)) : work,
                    ...more,
                );
            }
            set onmessage(work) {
                this.addEventListener('message', work);
            }
        };
    window.WebSocket = slow(window.WebSocket);
    window.Worker = slow(window.Worker);
    const { fetch } = window;
    window.fetch = async (...what) => {
        const answer = await fetch(...what);
        await new Promise((done) => setTimeout(done, Math.random() * most));
        return answer;
    };
}

/**
 * A fresh visitor. `problems` collects errors, broken policies and requests to other hosts. `keeps`: the page may keep
 * itself for a visit without a network, for which every visitor would fetch all of it. `moves`: pieces fly, as for a
 * visitor who did not ask for reduced motion. `warnings`: those of the console are problems, too.
 */
export async function visitor(
    { browser, url },
    {
        size = 'desktop',
        dark = false,
        touch = false,
        language = 'en',
        prefs = {},
        path = '/',
        keeps = false,
        moves = false,
        warnings = false,
    } = {},
) {
    const context = await browser.newContext({
        viewport: sizes[size],
        colorScheme: dark ? 'dark' : 'light',
        hasTouch: touch,
        isMobile: touch,
        locale: language,
        reducedMotion: moves ? 'no-preference' : 'reduce',
        serviceWorkers: keeps ? 'allow' : 'block',
        baseURL: url,
    });
    await context.addInitScript(
        (wanted) => {
            crypto.getRandomValues = (bytes) => bytes.fill(7); // every visitor meets the same dice and cards
            if (!localStorage.getItem('springtide-prefs'))
                localStorage.setItem('springtide-prefs', JSON.stringify(wanted));
        },
        { pace: 'instant', typed: true, ...prefs },
    );
    if (late > 0) await context.addInitScript(beLate, late);
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
    page.on('console', (message) => {
        // Where nothing but files is served there is no /api; the page asks once and plays offline.
        const asked = message.location().url.includes('/api/me');
        const counts = message.type() === 'error' || (warnings && message.type() === 'warning');
        const byPlaywright = message.text() === 'Service Worker registration blocked by Playwright';
        if (counts && !asked && !byPlaywright) problems.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
        if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url()))
            problems.push(`foreign request: ${request.url()}`);
    });
    page.setDefaultTimeout(60000); // a machine may stand still for longer than a page
    await page.goto(path);
    return { page, context, problems, close: () => context.close() };
}

/** Opens what stands under "More" before a game. */
export async function openMore(page) {
    await page.waitForSelector('.sentence');
    await page.locator('.more').evaluate((more) => (more.open = true));
}

/** From the start page into a game: the two clicks. */
export async function startGame(page, game, { preset, before } = {}) {
    await page.click(`a[href="#/new/${game}"]`);
    await page.waitForSelector('.sentence');
    if (preset !== undefined) {
        await openMore(page);
        await page.locator('.preset').nth(preset).click();
    }
    if (before) await before();
    await page.click('.button.primary');
    await page.waitForSelector('.status');
}

export const isOver = (page) =>
    page
        .locator('.result')
        .count()
        .then((n) => n > 0);

/** Waits until the player may act, or the game is over. */
export async function settled(page) {
    await page.waitForFunction(() => document.querySelector('.status.mine, .result, .handover, .summary'));
    return isOver(page);
}

/** Makes a move and waits until the page tells of it, so that nobody looks at what stood there before. */
export async function andTold(page, move) {
    const told = () => document.querySelector('#log-title ~ ol').textContent;
    const before = await page.evaluate(told);
    await move();
    await page.waitForFunction((old) => document.querySelector('#log-title ~ ol')?.textContent !== old, before);
}

/** The last of Henn's choices; of a tile with many ways, the last of these. */
export async function chooseLast(page) {
    const tiles = page.locator('.choice[data-fold]');
    if (await tiles.count()) await tiles.last().click();
    await page.locator('.choice[data-action]').last().click();
}
