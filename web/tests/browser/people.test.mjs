// Players meet through "Quick match".
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { clean, decisions, guest, playOn } from './gather.mjs';
import { host } from './host.mjs';
import { everySize, inspect } from './inspect.mjs';

const now = (page, game) =>
    page.locator('li', { has: page.locator(`a[href="#/new/${game}"]`) }).locator('button:has-text("Quick match")');

test.describe('meeting at a table', () => {
    test('play now: two browsers and a phone find each other and play their first trick of Turn the Tide', async ({
        kit,
    }) => {
        const server = await host();
        const guests = [
            await guest(kit, server),
            await guest(kit, server),
            await guest(kit, server, { size: 'phone', touch: true }),
        ];
        const pages = guests.map(({ page }) => page);
        const [anna, ben, phone] = pages;
        await anna.waitForSelector('button:has-text("Quick match")');
        await inspect(anna, 'play-now-home');
        await now(anna, 'turn_the_tide').click();
        await anna.waitForSelector('text=2 seats left');
        await inspect(anna, 'play-now-waiting');
        // The others see it without loading the page again.
        await ben.waitForSelector('button:has-text("1 player waiting")');
        await ben.waitForSelector('a:has-text("2 seats free")');
        await now(ben, 'turn_the_tide').click();
        await anna.waitForSelector('text=1 seat left');
        await phone.waitForSelector('button:has-text("2 players waiting")');
        await inspect(phone, 'play-now-phone');
        await now(phone, 'turn_the_tide').click();
        for (const page of pages) await page.waitForSelector('.status');
        assert.equal(new Set(pages.map((page) => page.url())).size, 1, 'all of them are at one table');
        // To the end they go where one of them is called back (calls.test.mjs).
        for (const page of pages) await decisions.turn_the_tide(page);
        for (const page of pages)
            await page.waitForFunction(() => document.querySelectorAll('.hand .card').length === 11);
        await clean(guests);
        await server.stop();
    });
    test('play now: nobody comes, bots are offered after half a minute, and the player decides', async ({ kit }) => {
        const server = await host();
        const anna = await guest(kit, server, { size: 'phone' });
        const { page } = anna;
        await page.clock.install();
        await now(page, 'high_tide_henn').click();
        await page.waitForSelector('text=/seats? left/');
        assert.equal(await page.locator('text=No other player yet').count(), 0);
        await page.clock.fastForward(31_000);
        await page.waitForSelector('text=Fill the seats with bots');
        await everySize(page, 'play-now-offer');
        await page.click('text=Keep waiting');
        assert.equal(await page.locator('text=No other player yet').count(), 0);
        await page.clock.fastForward(61_000);
        await page.click('button:has-text("Add 2 bots")');
        await page.waitForSelector('.status');
        await clean([anna]);
        await server.stop();
    });
    test('play now: who stops looking leaves no table behind that others would wait at', async ({ kit }) => {
        const server = await host();
        const guests = [await guest(kit, server), await guest(kit, server)];
        const [anna, ben] = guests.map(({ page }) => page);
        await now(anna, 'high_tide_leiman').click();
        await anna.click('button:text-is("Cancel")');
        await now(ben, 'high_tide_leiman').click();
        await ben.waitForSelector('text=1 seat left');
        await now(anna, 'high_tide_leiman').click();
        for (const page of [anna, ben]) await page.waitForSelector('.status');
        await clean(guests);
        await server.stop();
    });
    test('the daily tide: everybody plays the same deal once, and sees afterwards how the others did', async ({
        kit,
    }) => {
        const server = await host();
        const guests = [await guest(kit, server), await guest(kit, server, { size: 'phone' })];
        const [anna, ben] = guests.map(({ page }) => page);
        await anna.click('a[href="#/daily/high_tide_leiman"]');
        await anna.waitForSelector('text=All players get the same deal today');
        await inspect(anna, 'daily-before');
        await anna.click('text=Play today’s deal');
        await anna.waitForSelector('.cell');
        const board = (page) =>
            page
                .locator('.cell')
                .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label').split(', can')[0]));
        const dealt = await board(anna);
        await ben.goto('/#/daily/high_tide_leiman');
        await ben.click('text=Play today’s deal');
        await ben.waitForSelector('.cell');
        assert.deepEqual(await board(ben), dealt, 'the same deal');
        await ben.goto('/#/daily/high_tide_leiman');
        await ben.click('text=Continue');
        await ben.waitForSelector('.cell');
        await playOn([anna], decisions.high_tide_leiman);
        await anna.click('text=Compare with others');
        await anna.waitForSelector('text=You came 1 of 1');
        await playOn([ben], decisions.high_tide_leiman);
        await ben.goto('/#/daily/high_tide_leiman');
        await ben.waitForSelector('text=of 2');
        assert.equal(await ben.locator('tbody tr').count(), 2);
        await everySize(ben, 'daily-after');
        await clean(guests);
        await server.stop();
    });
});
