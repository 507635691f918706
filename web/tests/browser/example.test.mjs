// The example game of docs/how-to/adding-a-game.md: the page has no board for it and shows it on a plain one.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { begin, clean, decisions, gather, playOn } from './gather.mjs';
import { host } from './host.mjs';
import { buildFolder, isOver, openMore, pageFolder, visitor } from './kit.mjs';
import { inspect } from './inspect.mjs';
import { serve } from './server.mjs';

/** The built page with an engine that knows the example. */
async function pageWithExample() {
    const folder = await mkdtemp(join(tmpdir(), 'springtide-example-'));
    await cp(pageFolder, folder, { recursive: true });
    const engine = (await readdir(join(folder, 'assets'))).find((name) => /^springtide-.*\.wasm$/.test(name));
    await cp(join(buildFolder, 'wasm/springtide-example.wasm'), join(folder, 'assets', engine));
    for (const packed of ['br', 'gz']) await rm(join(folder, 'assets', `${engine}.${packed}`), { force: true });
    return folder;
}
const heap = (page) => page.locator('[data-value=heap] dd').textContent().then(Number);
const log = (page) => page.textContent('#log-title ~ ol');
/** Every pebble is a point, and so is what the shell is worth. */
async function pointsAddUp(page, thrown, shell) {
    assert.equal(await heap(page), 0);
    const points = (
        await page.locator('.result .sum .number, .result .rest li > .number:last-child').allTextContents()
    ).map(Number);
    assert.equal(
        points.reduce((sum, n) => sum + n, 0),
        thrown + shell,
    );
}

test.describe('the example game of the guide', () => {
    test('the example of the guide is found on the start page and played to its end on a plain board', async ({
        kit,
    }) => {
        const folder = await pageWithExample();
        const server = await serve(folder);
        const { page, problems, close } = await visitor({ browser: kit.browser, url: server.url });
        await page.click('a[href="#/new/pebbles"]');
        await page.waitForSelector('h1:has-text("Pebbles")');
        await page.waitForSelector('.sentence');
        await page.click('button:has-text("3 players")');
        await openMore(page);
        await page.locator('.more details').evaluate((fine) => (fine.open = true));
        await page.fill('input[type=number]', '5');
        await page.click('.button.primary');
        for (let turns = 0; turns < 30; turns += 1) {
            await page.waitForSelector('.choice, .result');
            if (await isOver(page)) break;
            const before = await heap(page);
            assert.equal(await page.locator('.choice').count(), Math.min(3, before));
            if (turns === 0) {
                await page.click('button:has-text("Hint")');
                await page.waitForSelector('.hint:has-text("take")');
                await inspect(page, 'example');
            }
            await page.locator('.choice').last().click();
            await page.waitForFunction(
                (old) => Number(document.querySelector('[data-value=heap] dd').textContent) < old,
                before,
            );
        }
        await page.waitForSelector('.result h2 >> text=/w[io]n|share|came/');
        assert.equal(await page.textContent('[data-value=shell] dd'), '5');
        await pointsAddUp(page, Number(/thrown · pebbles (\d+)/.exec(await log(page))[1]), 5);
        assert.match(await log(page), /Player 1 · taken · pebbles 3/);
        assert.deepEqual(problems, []);
        await close();
        await server.stop();
        await rm(folder, { recursive: true });
    });
    test('two browsers and a bot play the example of the guide to its end at a table by link', async ({ kit }) => {
        const folder = await pageWithExample();
        const server = await host([], { program: join(buildFolder, 'release/springtide-example'), page: folder });
        const choose = (page) => page.click('button:has-text("3 players")');
        const { guests } = await gather(kit, server, 'pebbles', 2, {
            choose,
            options: (i) => (i === 1 ? { size: 'phone', touch: true } : {}),
        });
        const pages = guests.map(({ page }) => page);
        await pages[0].click('text=Add bot');
        await begin(guests);
        await playOn(pages, decisions.pebbles, async (made) => {
            if (made === 1) await inspect(pages[1], 'example-online');
            if (made === 2) await pages[1].reload();
        });
        for (const page of pages) {
            await page.waitForSelector('.result h2 >> text=/w[io]n|share|came/');
            await pointsAddUp(page, Number(/thrown · (\d+)/.exec(await log(page))[1]), 3);
        }
        await clean(guests);
        await server.stop();
        await rm(folder, { recursive: true });
    });
});
