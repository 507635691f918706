// People who know each other: friends on the first page, what was said meanwhile, and the host of the server.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { begin, brokenLine, clean, gather, guest, openMenu } from './gather.mjs';
import { host } from './host.mjs';
import { inspect } from './inspect.mjs';

const say = async (page, text) => {
    await page.fill('#chat', text);
    await page.press('#chat', 'Enter');
    await page.waitForSelector(`section:has(#chat) li:has-text("${text}")`);
};

test.describe('friends and the host', () => {
    test('friends: asked at a table, here on the first page and invited from there; unread talk is counted; the host is told', async ({
        kit,
    }) => {
        const folder = mkdtempSync(join(tmpdir(), 'springtide-key-'));
        const key = join(folder, 'key');
        writeFileSync(key, 'a key that nobody guesses\n');
        const server = await host(['--host-key-file', key]);
        const { guests, link } = await gather(kit, server, 'high_tide_leiman', 2);
        await begin(guests);
        const [anna, ben] = guests.map(({ page }) => page);
        const path = new URL(link).pathname;
        const mine = (await anna.locator('.status.mine').count()) ? anna : ben;
        for (const page of [anna, ben])
            await page.addInitScript(() => {
                navigator.setAppBadge = async (count) => void (window.badge = count);
                navigator.clearAppBadge = async () => void (window.badge = 0);
            });
        await openMenu(anna);
        await anna.locator('.menu summary').first().click();
        await anna.click('text=Add friend');
        await anna.waitForSelector('text=Friend request sent');
        // Ben is elsewhere: he is asked, and sees what is said meanwhile as a number, once he is back it is read.
        await ben.goto(`${server.url}/#/`);
        // What a friend asks stands with what else waits, above the games, and is counted with it.
        await ben.waitForSelector('.waiting .asked >> text=wants to be friends');
        const above = await ben.evaluate(
            () =>
                document.querySelector('.waiting .asked').getBoundingClientRect().bottom <=
                document.querySelector('.card').getBoundingClientRect().top,
        );
        assert.ok(above, 'the question stands above the games');
        await ben.waitForFunction(() =>
            document.title.startsWith(`(${document.querySelectorAll('.waiting li').length}) `),
        );
        await inspect(ben, 'friend-asks');
        await ben.locator('.waiting .asked button:has-text("Accept")').click();
        await ben.waitForFunction(() => {
            const left = document.querySelectorAll('.waiting li').length;
            return (
                !document.querySelector('.waiting .asked') &&
                document.title.startsWith(left > 0 ? `(${left}) ` : 'Springtide')
            );
        });
        await ben.waitForSelector('.friends >> text=online');
        await say(anna, 'moin');
        await say(anna, 'still there?');
        await ben.waitForSelector(`a[href="#${path}"] >> text=2 unread`);
        await inspect(ben, 'friends-home');
        await ben.click(`a[href="#${path}"]`);
        await ben.waitForSelector('section:has(#chat) li:has-text("still there?")');
        await ben.locator('section:has(#chat)').scrollIntoViewIfNeeded();
        await ben.waitForFunction(() => !document.querySelector('section:has(#chat) .unread'));
        await ben.goto(`${server.url}/#/`);
        await ben.waitForSelector(`a[href="#${path}"]`);
        await ben.waitForFunction(() => !document.body.textContent.includes('unread'));
        await anna.goto(`${server.url}/#/`);
        for (const page of [anna, ben]) await page.reload(); // a new document: its icon is told of
        // Whose turn it is stands in the title and on the icon.
        await mine.waitForFunction(() => document.title.startsWith('(1) ') && window.badge === 1);
        const other = mine === anna ? ben : anna;
        await mine.waitForSelector(`a[href="#${path}"]:has-text("Your turn"):has-text("since ")`);
        await other.waitForSelector(`a[href="#${path}"]:has-text("’s turn"):has-text("since ")`);
        assert.ok(!(await other.title()).startsWith('('));
        // A game with a friend, from the first page.
        await ben.locator('.friends select').selectOption('high_tide_leiman');
        await ben.waitForSelector('text=I’m ready');
        await anna.locator('.waiting a:has-text("You’re invited to play")').click();
        await anna.waitForSelector('text=You’re invited to play here.');
        await anna.locator('button.primary').first().click();
        await begin(guests);
        // A report, and what the host makes of it.
        await openMenu(anna);
        await anna.locator('.menu summary').first().click();
        await anna.click('text=Report …');
        await anna.getByLabel('What happened?').fill('shouts');
        await anna.click('text=Send report');
        await anna.waitForSelector('text=Report sent');
        const keeper = await guest(kit, server, { size: 'phone' });
        await keeper.page.goto(`${server.url}/#/host`);
        await keeper.page.getByLabel('Key').fill('not this one at all');
        await keeper.page.click('button:has-text("Open")');
        await keeper.page.waitForFunction(() => document.querySelector('[role=alert]')?.textContent);
        await keeper.page.getByLabel('Key').fill('a key that nobody guesses');
        await keeper.page.click('button:has-text("Open")');
        await keeper.page.waitForSelector('li:has-text("shouts")');
        await inspect(keeper.page, 'host-page');
        const mute = keeper.page.locator('button:has-text("Mute")').first();
        assert.ok(await mute.isDisabled(), 'nothing is done without a reason');
        await keeper.page.getByLabel('Reason (required').fill('be nice');
        await mute.click();
        await keeper.page.waitForSelector('h2:has-text("Muted")');
        await keeper.page.waitForSelector('li:has-text("mute"):has-text("be nice")');
        await ben.fill('#chat', 'hello');
        await ben.press('#chat', 'Enter');
        await ben.waitForFunction(() =>
            [...document.querySelectorAll('section:has(#chat) [role=alert], section:has(#chat) .problem')].some(
                (one) => one.textContent,
            ),
        );
        await clean([...guests, keeper], brokenLine);
        await server.stop();
        rmSync(folder, { recursive: true });
    });
});
