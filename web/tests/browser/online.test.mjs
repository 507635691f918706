// Whole games by several browsers at one table of the real server.
import assert from 'node:assert/strict';
import { encode } from 'uqr';
import { test } from './fixtures.mjs';
import { begin, brokenLine, clean, decisions, gather, guest, openMenu, playOn } from './gather.mjs';
import { host } from './host.mjs';
import { everySize, inspect } from './inspect.mjs';
import { andTold, settled } from './kit.mjs';

async function climb(page) {
    await page.locator('.cell.movable .top').first().click();
    await andTold(page, () => page.locator('.cell.target .top').first().click());
}
const hand = (page) =>
    page
        .locator('.hand .card')
        .evaluateAll((cards) => cards.map((card) => Number.parseInt(card.getAttribute('aria-label'), 10)));
/** The link to one's own seat, for another device. */
async function seatLink(page) {
    await openMenu(page);
    await page.click('text=Use another device');
    return page.locator('#around .link').getAttribute('href');
}

test.describe('games between browsers', () => {
    test('two browsers play Leiman to the end: QR code, chat, reload, server killed in between', async ({ kit }) => {
        const server = await host();
        const { guests, link } = await gather(kit, server, 'high_tide_leiman', 2);
        const { data } = encode(link, { border: 2 });
        const drawn = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
        await guests[0].page.waitForFunction(
            (path) => document.querySelector('svg[aria-label*=QR] path')?.getAttribute('d') === path,
            drawn,
        );
        await inspect(guests[0].page, 'room-high_tide_leiman');
        await begin(guests);
        const pages = guests.map(({ page }) => page);
        const mover = async () =>
            pages[
                await Promise.race(pages.map((page, i) => page.waitForSelector('.status.mine, .result').then(() => i)))
            ];
        await climb(await mover());
        await pages[0].fill('#chat', 'moin');
        await pages[0].press('#chat', 'Enter');
        await pages[1].waitForSelector('section:has(#chat) li:has-text("moin")');
        const board = (page) =>
            page
                .locator('.cell')
                .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label').split(', can')[0]));
        await pages[0].reload();
        await pages[0].waitForSelector('.cell');
        assert.deepEqual(await board(pages[0]), await board(pages[1]));
        await climb(await mover());
        await server.restart();
        for (const page of pages) await page.waitForFunction(() => !document.querySelector('.toast'));
        await playOn(pages, decisions.high_tide_leiman);
        for (const page of pages) await page.waitForSelector('.result h2:text-matches("w[io]n")');
        await clean(guests, brokenLine);
        await server.stop();
    });
    test('four browsers play Turn the Tide to the end: nobody is sent or shown another hand', async ({ kit }) => {
        const server = await host();
        const { guests, link } = await gather(kit, server, 'turn_the_tide', 4);
        await begin(guests);
        const pages = guests.map(({ page }) => page);
        const hands = await Promise.all(pages.map(hand));
        assert.equal(new Set(hands.flat()).size, 48);

        const spectator = await guest(kit, server, { path: new URL(link).pathname });
        await spectator.page.waitForSelector('.islands');
        await spectator.page.waitForSelector('text=You’re watching');
        assert.equal(await spectator.page.locator('.hand').count(), 0);

        await everySize(pages[0], 'online');
        await pages[0].locator('.hand .card').nth(0).click();
        await pages[0].click('.act .button');
        await pages[0].waitForSelector('text=Until all have chosen');
        await pages[0].locator('.hand .card').nth(1).click();
        await pages[0].click('text=instead');
        await pages[0].waitForSelector(`text=You chose the ${hands[0][1]}`);
        for (const { page, received } of guests.slice(1)) {
            assert.ok(!/chooses the|own_choice/.test(JSON.stringify(received)));
            await page.locator('.hand .card').first().click();
            await page.click('.act .button');
        }
        for (const page of pages) {
            await page.waitForFunction(() => document.querySelectorAll('.hand .card').length === 11);
            await settled(page);
        }

        await playOn(pages, decisions.turn_the_tide, async (made) => {
            if (made === 9) await pages[1].reload();
            if (made === 13) await server.restart();
            if (made === 17) {
                const phone = await guest(kit, server, {
                    size: 'phone',
                    path: (await seatLink(pages[2])).replace(server.url, ''),
                });
                await pages[2].locator('button:has-text("Allow my device")').click(); // the first device lets it in
                await phone.page.waitForSelector('.hand .card');
                assert.deepEqual(await hand(phone.page), await hand(pages[2]));
                assert.ok(!phone.page.url().includes('key='));
                await clean([phone], brokenLine);
            }
        });
        assert.match(await pages[3].textContent('.result h2'), /w[io]n|share|came/);
        await spectator.page.waitForSelector('.result');
        const seats = [...guests.map(({ received }, seat) => [received, seat]), [spectator.received, null]];
        for (const [received, seat] of seats) {
            const running = received.filter((message) => message.events && !message.over);
            assert.ok(running.length > 20);
            for (const { view, events } of running) {
                view?.hands.forEach((cards, i) => assert.equal(cards !== null, i === seat));
                // Records, or the sentences of a server of protocol 1.
                for (const event of events.filter(({ kind }) => kind === 'hand' || kind === 'own_choice'))
                    assert.equal(event.seat, seat);
                for (const line of events.filter((text) => / chooses the \d+$| holds [\d ]+$/.test(text)))
                    assert.ok(line.startsWith(`player ${seat + 1} `), line);
            }
        }
        await clean([...guests, spectator], brokenLine);
        await server.stop();
    });
    test('two browsers and a bot play Henn to the end, scored beach by beach', async ({ kit }) => {
        const server = await host();
        const choose = async (page) => {
            await page.click('button:has-text("3 players")');
            await page.locator('.preset').nth(1).click();
        };
        const { guests } = await gather(kit, server, 'high_tide_henn', 2, {
            choose,
            options: (i) => (i === 1 ? { size: 'phone', touch: true } : {}),
        });
        await guests[0].page.click('text=Add bot');
        await guests[0].page.selectOption('li:nth-child(3) select', 'easy').catch(() => undefined);
        await begin(guests);
        const pages = guests.map(({ page }) => page);
        await playOn(pages, decisions.high_tide_henn, async (made) => {
            if (made === 10) await pages[0].reload();
        });
        for (const page of pages) {
            await page.waitForSelector('.result h2 >> text=/w[io]n|share|came/');
            assert.equal(await page.locator('.result details tbody tr').count(), 6);
        }
        await clean(guests);
        await server.stop();
    });
    test('a line that is silent without being broken is told, and a move that waits for it is not lost', async ({
        kit,
    }) => {
        const server = await host();
        let quiet = false;
        const held = [];
        const { guests } = await gather(kit, server, 'high_tide_leiman', 2);
        await begin(guests);
        const mover = await Promise.race(
            guests.map(({ page }) => page.waitForSelector('.status.mine').then(() => page)),
        );
        await mover.routeWebSocket(/\/ws/, (socket) => {
            const there = socket.connectToServer();
            socket.onMessage((message) => (quiet ? held.push(() => there.send(message)) : there.send(message)));
            there.onMessage((message) => socket.send(message));
        });
        await mover.reload();
        await mover.waitForSelector('.status.mine');
        quiet = true;
        await mover.locator('.cell.movable .top').first().click();
        await mover.locator('.cell.target .top').first().click();
        // Nobody else is waited for.
        await mover.waitForSelector('.status:has-text("One moment")');
        await mover.waitForSelector('.status:has-text("Slow connection")');
        await mover.waitForSelector('.toast:has-text("No answer from the server")');
        quiet = false;
        for (const send of held) send();
        const other = guests.find(({ page }) => page !== mover).page;
        await other.waitForSelector('.status.mine');
        await clean(guests, brokenLine);
        await server.stop();
    });
});
