// Several browsers at one table of the real server.
import assert from 'node:assert/strict';
import { host } from './host.mjs';
import { inspect } from './inspect.mjs';
import { andTold, settled, visitor } from './kit.mjs';

/** Everything the server sent to this page, as objects. */
function traffic(page) {
    const received = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(JSON.parse(payload))));
    return received;
}

/** One guest makes a table, the others come by its link, all sit down and are ready. */
async function gather(kit, server, game, count, choose = async () => {}) {
    const guests = [];
    for (let i = 0; i < count; i += 1) {
        const guest = await visitor({ browser: kit.browser, url: server.url }, { path: '/' });
        guests.push({ ...guest, received: traffic(guest.page) });
    }
    const [first] = guests;
    await first.page.click(`a[href="#/new/${game}"]`);
    await choose(first.page);
    await first.page.click('text=Invite friends');
    const link = await first.page.locator('.link').getAttribute('href');
    assert.ok(link.startsWith(`${server.url}/t/`));
    await first.page.waitForFunction(() => document.querySelector('svg[aria-label*=QR] path')?.getAttribute('d').length > 500);
    for (const guest of guests.slice(1)) {
        await guest.page.goto(link);
        await guest.page.locator('text=Sit here').first().click();
    }
    await inspect(first.page, `room-${game}`);
    for (const { page } of guests) await page.click('text=I am ready');
    for (const { page } of guests) await page.waitForSelector('.status');
    return { guests, link };
}

async function climb(page) {
    await page.locator('.cell.movable .top').first().click();
    await andTold(page, () => page.locator('.cell.target .top').first().click());
}

export const tests = {
    async 'two browsers play Leiman to the end: chat, reload, second device, server killed in between'(kit) {
        const server = await host();
        const { guests, link } = await gather(kit, server, 'high_tide_leiman', 2);
        const pages = guests.map(({ page }) => page);
        const mover = async () => {
            const turn = await Promise.race(pages.map((page, i) => page.waitForSelector('.status.mine, .result').then(() => i)));
            return pages[turn];
        };
        await climb(await mover());
        await pages[0].fill('#chat', 'moin');
        await pages[0].press('#chat', 'Enter');
        await pages[1].waitForSelector('section:has(#chat) li:has-text("moin")');
        const board = (page) => page.locator('.cell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label').split(', can')[0]));
        await pages[0].reload();
        await pages[0].waitForSelector('.cell');
        assert.deepEqual(await board(pages[0]), await board(pages[1]));
        await climb(await mover());

        await server.restart();
        for (const page of pages) await page.waitForFunction(() => !document.querySelector('.offline'));
        await climb(await mover());
        const second = await guests[1].context.newPage();
        await second.goto(link);
        await second.waitForSelector('.cell');
        assert.deepEqual(await board(second), await board(pages[1]));
        await second.close();

        for (let moves = 0; moves < 60; moves += 1) {
            const page = await mover();
            if (await page.locator('.result').count()) break;
            await climb(page);
        }
        for (const page of pages) await page.waitForSelector('.result h2:has-text("wins")');
        for (const { problems } of guests)
            assert.deepEqual(problems.filter((text) => !/WebSocket|ERR_CONNECTION|Failed to load/.test(text)), []);
        for (const { close } of guests) await close();
        await server.stop();
    },
    async 'four browsers play a trick of Turn the Tide: nobody is sent or shown another hand'(kit) {
        const server = await host();
        const { guests, link } = await gather(kit, server, 'turn_the_tide', 4);
        const hand = (page) => page.locator('.hand .card').evaluateAll((cards) => cards.map((card) => Number.parseInt(card.getAttribute('aria-label'), 10)));
        const hands = await Promise.all(guests.map(({ page }) => hand(page)));
        assert.equal(new Set(hands.flat()).size, 48);

        const spectator = await visitor({ browser: kit.browser, url: server.url }, { path: new URL(link).pathname });
        await spectator.page.waitForSelector('.islands');
        assert.equal(await spectator.page.locator('.hand').count(), 0);
        await spectator.close();

        const [first] = guests;
        await inspect(first.page, 'online');
        await first.page.locator('.hand .card').nth(0).click();
        await first.page.click('.act .button');
        await first.page.waitForSelector('text=Until all have chosen');
        await first.page.locator('.hand .card').nth(1).click();
        await first.page.click('text=instead');
        await first.page.waitForSelector(`text=You have chosen the ${hands[0][1]}`);
        for (const { page, received } of guests.slice(1)) {
            assert.ok(!JSON.stringify(received).includes('chooses the'));
            await page.locator('.hand .card').first().click();
            await page.click('.act .button');
        }
        for (const { page } of guests) {
            await page.waitForFunction(() => document.querySelectorAll('.hand .card').length === 11);
            await settled(page);
        }
        guests.forEach(({ received }, seat) => {
            const views = received.map((message) => message.view).filter(Boolean);
            assert.ok(views.length > 0);
            for (const view of views) view.hands.forEach((cards, i) => assert.equal(cards !== null, i === seat));
        });
        for (const { problems, close } of guests) {
            assert.deepEqual(problems, []);
            await close();
        }
        await server.stop();
    },
};
