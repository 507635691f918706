// Duplicate tables: two browsers, one of them a phone, play the same deal at two tables and see what each made of it.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { clean, decisions, guest, playOn } from './gather.mjs';
import { host } from './host.mjs';
import { everySize, inspect } from './inspect.mjs';

test.describe('duplicate tables', () => {
    test('duplicate tables: two people come by link, play the same deal apart, and see who made more of it', async ({
        kit,
    }) => {
        const server = await host();
        const guests = [await guest(kit, server), await guest(kit, server, { size: 'phone', touch: true })];
        const [anna, phone] = guests.map(({ page }) => page);
        await anna.click('a[href="#/duplicate"]');
        await anna.waitForSelector('text=Two or more tables play the same deal');
        await inspect(anna, 'duplicate-setup');
        await anna.locator('select').first().selectOption('high_tide_leiman');
        await anna.click('text=Create tables');
        const link = await anna.locator('details .link').first().getAttribute('href');
        assert.ok(link.startsWith(`${server.url}/duplicate/`));
        await anna.getByLabel('Your name').fill('Anna');
        await anna.locator('article').first().getByRole('button', { name: 'Sit here' }).first().click();
        await phone.goto(`${link}?table=2`);
        await phone.getByLabel('Your name').fill('Ben');
        assert.equal(await phone.locator('article').count(), 1, 'the link of a table shows that table');
        await phone.getByRole('button', { name: 'Sit here' }).first().click();
        await phone.waitForSelector('button:has-text("Leave seat")');
        assert.equal(await phone.locator('button:has-text("Start")').count(), 0, 'only the host begins with bots');
        await anna.waitForSelector('article:has-text("Ben")');
        await inspect(phone, 'duplicate-phone');
        await anna.click('button:has-text("Start all tables")');
        for (const page of [anna, phone]) await page.click('text=Go to your table');
        await anna.waitForSelector('.status, .result');
        await playOn([anna], decisions.high_tide_leiman);
        await anna.locator('.again a:has-text("All tables")').click();
        await anna.waitForSelector('text=Your table has finished');
        assert.equal(await anna.locator('text=Results by seat').count(), 0, 'not while others play');
        await phone.waitForSelector('.status, .result');
        await playOn([phone], decisions.high_tide_leiman);
        await phone.locator('.again a:has-text("All tables")').click();
        for (const page of [anna, phone]) await page.waitForSelector('text=Results by seat');
        assert.equal(await anna.locator('tbody tr').count(), 2);
        assert.equal(await anna.locator('a:has-text("Replay")').count(), 2, 'records are open');
        await inspect(anna, 'duplicate-over');
        await everySize(phone, 'duplicate-over-phone');
        await clean(guests);
        await server.stop();
    });
});
