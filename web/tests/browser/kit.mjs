// What every browser test needs: a page that fails on any error of its own, and a way to play with it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './server.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
export const buildFolder = process.env.SPRINGTIDE_BUILD ?? join(here, '../../../build');
export const pageFolder = process.env.SPRINGTIDE_PAGE ?? join(here, '../../dist');

export const sizes = {
    phone: { width: 360, height: 740 },
    tablet: { width: 768, height: 1024 },
    desktop: { width: 1440, height: 900 },
};

/** A window of Chromium loads pages of its own for what is suggested while somebody types an address: more work than our page, and
 *  nobody types here. Of several such lists Chromium takes the last, so Playwright's own goes before. */
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

/** A browser in a process of its own, so that it can be ended even when it no longer answers. */
async function openBrowser() {
    const server = await chromium.launchServer(launchOptions);
    return { browser: await chromium.connect(server.wsEndpoint()), end: () => server.kill() };
}

export async function start() {
    const server = await serve(pageFolder);
    let opened = await openBrowser();
    return {
        url: server.url,
        get browser() {
            return opened.browser;
        },
        restart: async () => {
            await opened.end();
            opened = await openBrowser();
        },
        stop: async () => {
            await opened.end();
            await server.stop();
        },
    };
}

/** What `work` resolves to, or a refusal after so many seconds. */
export async function within(seconds, work) {
    let timer;
    const limit = new Promise((_, reject) => {
        timer = setTimeout(
            () => reject(Object.assign(new Error(`no end after ${seconds} s`), { late: true })),
            seconds * 1000,
        );
    });
    try {
        return await Promise.race([work, limit]);
    } finally {
        clearTimeout(timer);
    }
}

/** For every open page: where it is, and whether it still answers. */
export async function describePages(browser) {
    const pages = browser.contexts().flatMap((context) => context.pages());
    const lines = pages.map(async (page) => {
        const status = await within(
            5,
            page.evaluate(() => document.querySelector('.status')?.textContent ?? 'no status'),
        ).catch((error) => (error.late ? 'does not answer' : error.message));
        return `        ${page.url()}: ${status}`;
    });
    return (await Promise.all(lines)).join('\n');
}

/** SPRINGTIDE_LATE=300: whatever the server or the engine says is late by lot, by up to so many milliseconds, and in its order. A test
 *  that looks before what it looks for is there fails then, and not once in a hundred runs. */
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
 * A fresh visitor. `problems` collects errors, broken policies and requests to other hosts. `keeps`: the page may keep itself for a
 * visit without a network, for which every visitor would fetch all of it. `moves`: pieces fly, as for somebody who did not ask for stillness.
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
        if (message.type() === 'error' && !asked) problems.push(`console: ${message.text()}`);
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
