// The example game of docs/adding-a-game.md on the page: it has no board of its own and is played on a plain one.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFolder, isOver, openMore, pageFolder, visitor } from './kit.mjs';
import { inspect } from './inspect.mjs';
import { serve } from './server.mjs';

export const tests = {
    async 'the example of the guide is found on the start page and played to its end on a plain board'(kit) {
        const folder = await mkdtemp(join(tmpdir(), 'springtide-example-'));
        await cp(pageFolder, folder, { recursive: true });
        const engine = (await readdir(join(folder, 'assets'))).find((name) => /^springtide-.*\.wasm$/.test(name));
        await cp(join(buildFolder, 'wasm/springtide-example.wasm'), join(folder, 'assets', engine));
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
        const heap = () => page.locator('[data-value=heap] dd').textContent().then(Number);
        for (let turns = 0; turns < 30; turns += 1) {
            await page.waitForSelector('.choice, .result');
            if (await isOver(page)) break;
            const before = await heap();
            assert.equal(await page.locator('.choice').count(), Math.min(3, before));
            if (turns === 0) {
                await page.click('button:has-text("Hint")');
                await page.waitForSelector('.hint:has-text("take")');
                await inspect(page, 'example');
            }
            await page.locator('.choice').last().click();
            await page.waitForFunction((old) => Number(document.querySelector('[data-value=heap] dd').textContent) < old, before);
        }
        await page.waitForSelector('.result h2:has-text("win"), .result h2:has-text("share")');
        assert.equal(await heap(), 0);
        assert.equal(await page.textContent('[data-value=shell] dd'), '5');
        // Every pebble is a point, and the shell five.
        const points = (await page.locator('.result .total td').allTextContents()).map(Number);
        const thrown = Number(/thrown · pebbles (\d+)/.exec(await page.textContent('#log-title ~ ol'))[1]);
        assert.equal(points.reduce((sum, n) => sum + n, 0), thrown + 5);
        assert.match(await page.textContent('#log-title ~ ol'), /Seat 1 · taken · pebbles 3/);
        assert.deepEqual(problems, []);
        await close();
        await server.stop();
        await rm(folder, { recursive: true });
    },
};
