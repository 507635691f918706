// A club night: four browsers, one of them a phone, from the link to the standings.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { clean, decisions, guest, playOn } from './gather.mjs';
import { host } from './host.mjs';
import { everySize, inspect } from './inspect.mjs';

/** The page takes everybody to their table; they play it to the end, then go back to the night. */
async function playRound(pages) {
    for (const page of pages) await page.waitForSelector('.status, .result');
    await playOn(pages, decisions.high_tide_leiman);
    for (const page of pages) await page.locator('.again a:has-text("Back to club night")').click();
}

test.describe('club nights', () => {
    test('a club night: four people come by link, play two rounds, one goes home, and all see who won', async ({
        kit,
    }) => {
        const server = await host();
        const guests = [
            await guest(kit, server),
            await guest(kit, server),
            await guest(kit, server),
            await guest(kit, server, { size: 'phone', touch: true }),
        ];
        const pages = guests.map(({ page }) => page);
        const [anna, , , phone] = pages;
        await anna.click('a[href="#/club"]');
        await anna.waitForSelector('text=Share the link');
        await inspect(anna, 'club-setup');
        await anna.locator('select').first().selectOption('high_tide_leiman');
        await anna.getByRole('spinbutton', { name: 'Rounds' }).fill('2');
        await anna.click('text=Create club night');
        const link = await anna.locator('.link').first().getAttribute('href');
        assert.ok(link.startsWith(`${server.url}/club/`));
        for (const [i, page] of pages.entries()) {
            if (i > 0) await page.goto(link);
            await page.getByLabel('Your name').fill(['Anna', 'Ben', 'Cleo', 'Dora'][i]);
            await page.locator('button:has-text("Join")').click();
            await page.waitForSelector('button:has-text("Leave")');
        }
        await anna.waitForSelector('text=4 players');
        await inspect(phone, 'club-phone');
        assert.equal(await phone.locator('button:has-text("Start round")').count(), 0, 'only the host begins');
        await anna.click('button:has-text("Start round 1")');
        await playRound(pages);
        await anna.waitForSelector('button:has-text("Start round 2")');
        await inspect(anna, 'club-between');
        // Dora goes home; a bot plays with the odd one.
        await phone.locator('button:has-text("Leave")').click();
        await phone.locator('button:has-text("Really leave?")').click();
        await anna.waitForSelector('text=3 players');
        await anna.click('button:has-text("Start round 2")');
        await playRound(pages.slice(0, 3));
        for (const page of pages) await page.waitForSelector('text=The club night is over.');
        assert.equal(await anna.locator('tbody tr').count(), 4);
        await everySize(phone, 'club-over');
        await clean(guests);
        await server.stop();
    });
    test('a club night that is not there says so', async ({ kit }) => {
        const server = await host();
        const someone = await guest(kit, server, { size: 'phone', path: `/#/club/${'0'.repeat(32)}` });
        await someone.page.waitForSelector('text=This club night doesn’t exist.');
        await server.stop();
    });
});
