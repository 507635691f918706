// Several browsers at one table of the real server.
import assert from 'node:assert/strict';
import { openMore, visitor } from './kit.mjs';

/** Everything the server sent to this page, as objects. */
function traffic(page) {
    const received = [];
    page.on('websocket', (socket) => {
        // A frame may hold several messages, one a line.
        socket.on('framereceived', ({ payload }) =>
            received.push(
                ...String(payload)
                    .split('\n')
                    .filter(Boolean)
                    .map((line) => JSON.parse(line)),
            ),
        );
    });
    return received;
}

export async function guest(kit, server, options = {}) {
    const someone = await visitor({ browser: kit.browser, url: server.url }, options);
    return { ...someone, received: traffic(someone.page) };
}

/** A table made by clicking; `choose` sets it up before. Resolves to the link for the others. */
export async function openTable(page, game, choose = async () => {}) {
    await page.click(`a[href="#/new/${game}"]`);
    await openMore(page);
    await choose(page);
    await page.click('text=Invite friends');
    return page.locator('.link').first().getAttribute('href');
}

/** One guest makes a table, the others come by its link, and all sit down. */
export async function gather(kit, server, game, count, { choose, options = () => ({}) } = {}) {
    const guests = [];
    for (let i = 0; i < count; i += 1) guests.push(await guest(kit, server, options(i)));
    const link = await openTable(guests[0].page, game, choose);
    assert.ok(link.startsWith(`${server.url}/t/`));
    for (const { page } of guests.slice(1)) {
        await page.goto(link);
        await page.locator('text=Sit here').first().click();
        await page.waitForSelector('text=I’m ready');
    }
    return { guests, link };
}

export async function begin(guests) {
    for (const { page } of guests) await page.click('text=I’m ready');
    for (const { page } of guests) await page.waitForSelector('.status');
}

/** Opens what stands behind the three dots of a table: players, resigning, other devices. */
export async function openMenu(page) {
    await page.waitForSelector('.dots, .tools .more');
    if (await page.locator('#table-menu').isVisible()) return;
    if (!(await page.locator('.dots').first().isVisible())) await page.click('.tools .more');
    await page.locator('.dots').first().click();
    await page.waitForSelector('#table-menu');
}

/** How a page stands: over, to decide, to read on, or to wait. */
const stands = (page) =>
    page.evaluate(() => {
        if (document.querySelector('.result')) return 'over';
        if (document.querySelector('.summary .button.primary')) return 'summary';
        return document.querySelector('.status.mine') ? 'mine' : 'wait';
    });

/**
 * Lets everybody decide until the game is over; `between(n)` runs after the n-th decision. The first ones come one
 * after the
 * other, so that something can happen in the middle of a trick; later everybody decides at the same time, as people do.
 */
export async function playOn(pages, decide, between = async () => {}) {
    let made = 0;
    const turn = async (page) => {
        const state = await stands(page);
        if (state === 'summary') await page.locator('.summary .button.primary').click();
        if (state === 'mine' && (await decide(page))) await between((made += 1));
        return state;
    };
    for (let rounds = 0; rounds < 3000; rounds += 1) {
        const states = [];
        if (made < 20) for (const page of pages) states.push(await turn(page));
        else states.push(...(await Promise.all(pages.map(turn))));
        if (states.every((state) => state === 'over')) return;
        // Nobody can do anything: until one of those who wait can, or is through.
        const waiting = pages.filter((_, i) => states[i] === 'wait');
        if (states.every((state) => state === 'wait' || state === 'over'))
            await Promise.race(waiting.map((page) => page.waitForSelector('.status.mine, .result, .summary')));
    }
    assert.fail('the game does not end');
}

/** Clicks the last of each kind in turn and waits until the page no longer asks the same; false if it asks nothing. */
const click = (page, selectors) =>
    page.evaluate(async (all) => {
        const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
        const mine = () => document.querySelector('.status.mine') !== null;
        const log = () => document.querySelector('#log-title ~ ol')?.textContent;
        const before = log();
        for (const selector of all) {
            const there = () => [...document.querySelectorAll(selector)].at(-1);
            while (!there() && mine()) await pause();
            if (!mine()) return false;
            there().dispatchEvent(new MouseEvent('click', { bubbles: true }));
            await pause();
        }
        while (mine() && log() === before) await pause();
        return true;
    }, selectors);
export const decisions = {
    turn_the_tide: (page) => click(page, ['.hand .card:enabled', '.act .button']),
    high_tide_henn: (page) => click(page, ['.choice']),
    pebbles: (page) => click(page, ['.choice']),
    high_tide_leiman: (page) => click(page, ['.cell.movable', '.cell.target']),
};

export async function clean(guests, allowed = /$^/) {
    for (const { problems, close } of guests) {
        assert.deepEqual(
            problems.filter((text) => !allowed.test(text)),
            [],
        );
        await close();
    }
}
/** What a browser itself says when the line breaks. */
export const brokenLine = /WebSocket|ERR_CONNECTION|Failed to load/;
