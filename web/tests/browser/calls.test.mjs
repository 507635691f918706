// Called back to the table: the page, the server, a push service and the service worker, in one piece.
import assert from 'node:assert/strict';
import { expect, test } from './fixtures.mjs';
import { brokenLine, clean, decisions, guest, playOn } from './gather.mjs';
import { host } from './host.mjs';
import { everySize, inspect } from './inspect.mjs';
import { deliver, pushService, subscribeHere } from './push_service.mjs';

const now = (page, game) =>
    page.locator('li', { has: page.locator(`a[href="#/new/${game}"]`) }).locator('button:has-text("Quick match")');

test.describe('notifications and the account', () => {
    test('called back: three meet through "Quick match", one goes away, is called by a push message, and they finish', async ({
        kit,
    }) => {
        const service = await pushService();
        const server = await host(['--push-anywhere', 'true']);
        const guests = [
            await guest(kit, server),
            await guest(kit, server),
            await guest(kit, server, { size: 'phone', touch: true, keeps: true }),
        ];
        const pages = guests.map(({ page }) => page);
        const [anna, ben, phone] = pages;
        await phone.context().grantPermissions(['notifications']);
        await phone.context().addInitScript(subscribeHere, service.subscription);
        await phone.goto(`${server.url}/#/me/notifications`);
        await phone.reload();
        await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await phone.click('text=In this browser');
        await phone.waitForFunction(() =>
            [...document.querySelectorAll('label.switch')].some(
                (label) => label.textContent.includes('In this browser') && label.querySelector('input').checked,
            ),
        );
        await everySize(phone, 'calls-me');
        await phone.goto(`${server.url}/#/`);
        for (const page of pages) {
            await now(page, 'turn_the_tide').click();
            await page.waitForSelector('text=/seats? left|The table is full|Round/');
        }
        for (const page of pages) await page.waitForSelector('.status');
        const table = phone.url().split('/t/')[1];
        await phone.waitForSelector('.status.mine');
        await decisions.turn_the_tide(phone);
        await phone.goto(`${server.url}/?away#/rules`); // another page: the line to the table ends
        for (const page of [anna, ben]) {
            await page.waitForSelector('.status.mine');
            await decisions.turn_the_tide(page);
        }
        const text = await service.message(1);
        assert.deepEqual(Object.keys(JSON.parse(text)), ['kind', 'table', 'game', 'with']);
        assert.equal(JSON.parse(text).table, table);
        const shown = () =>
            phone.evaluate(async () => {
                const worker = await navigator.serviceWorker.ready;
                return (await worker.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
            });
        // A busy browser now and then loses what its tools deliver; a second one of the same table takes the first
        // one's place.
        let notes = [];
        await expect(async () => {
            await deliver(phone, text);
            await expect(async () => assert.equal((notes = await shown()).length, 1)).toPass({ timeout: 5000 });
        }).toPass({ timeout: 120_000 });
        assert.equal(notes[0].title, 'Your turn');
        assert.match(notes[0].body, /^Turn the Tide, with Guest/);
        assert.equal(notes[0].tag, table);
        await phone.goto(`${server.url}/#/`);
        await phone.waitForFunction(() => document.title.startsWith('(1) '));
        await inspect(phone, 'calls-home');
        await phone.locator('.waiting a').first().click();
        await phone.waitForSelector('.status');
        await playOn(pages, decisions.turn_the_tide);
        for (const page of pages) await page.waitForSelector('.result');
        assert.equal(service.arrived.length, 1, 'called once');
        await clean(guests);
        await server.stop();
        await service.stop();
    });
    test('an account: where it is logged in, everything as a file, and deleting it', async ({ kit }) => {
        const server = await host();
        const anna = await guest(kit, server, { size: 'phone' });
        const { page } = anna;
        await page.goto(`${server.url}/#/register`);
        await page.fill('input[autocomplete="username"]', 'Anna');
        await page.fill('input[autocomplete="new-password"]', 'long enough');
        await page.click('form button:not(.primary)');
        await page.waitForSelector('h1:has-text("Anna")');
        await page.goto(`${server.url}/#/me/security`);
        await page.waitForSelector('text=this device');
        await everySize(page, 'account-security');
        await page.goto(`${server.url}/#/me/data`);
        const exporting = page.locator('form').first();
        await exporting.locator('input[type="password"]').fill('wrong enough');
        await page.click('button:has-text("Download")');
        await page.waitForSelector('text=/Wrong password/i');
        await exporting.locator('input[type="password"]').fill('long enough');
        const [download] = await Promise.all([
            page.waitForEvent('download'),
            page.click('button:has-text("Download")'),
        ]);
        let everything = '';
        for await (const part of await download.createReadStream()) everything += part;
        assert.equal(JSON.parse(everything).name, 'Anna');
        const leaving = page.locator('details').last();
        await leaving.locator('summary').click();
        await leaving.locator('input[type="password"]').fill('wrong enough');
        await leaving.locator('button').click();
        await page.waitForSelector('text=/Wrong password/i');
        await leaving.locator('input[type="password"]').fill('long enough');
        await leaving.locator('button').click();
        await page.waitForSelector('h1:has-text("Guest")');
        await clean([anna], brokenLine); // a browser counts a refusal as a broken line
        await server.stop();
    });
});
