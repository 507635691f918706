// <springtide-board> on a page that is not ours: a position, a record, a game against a bot; what it says when it cannot.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pageFolder, visitor } from './kit.mjs';
import { serve } from './server.mjs';

const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

export const tests = {
    async 'a board on somebody else\'s page shows a position, walks through a record and plays against a bot'({ browser }) {
        const server = await serve(join(pageFolder, '../embed'), policy);
        const { page, problems, close } = await visitor({ browser, url: server.url }, { path: '/demo/index.html' });
        const cells = (id) => page.locator(`#${id} .cell`);
        await page.waitForFunction(() => ['position', 'record', 'play'].every((id) => document.getElementById(id).shadowRoot?.querySelectorAll('.cell').length === 19));
        assert.equal(await cells('position').count(), 19);
        assert.equal(await page.locator('#position .movable').count(), 0);
        // A record: one step on moves a tile, and back again. The number of the moment is there before its board.
        const label = () => [...document.getElementById('record').shadowRoot.querySelectorAll('.cell')].map((cell) => cell.getAttribute('aria-label')).join();
        const moment = () => document.getElementById('record').shadowRoot.querySelector('input').value;
        const step = async (button, value) => {
            const before = await page.evaluate(label);
            await page.locator('#record .steps button').nth(button).click();
            await page.waitForFunction(`(${label})() !== ${JSON.stringify(before)}`);
            assert.equal(await page.evaluate(moment), value);
            return before;
        };
        await page.waitForFunction(`(${moment})() === '1'`);
        await step(2, '2');
        const second = await step(2, '3');
        await step(1, '2');
        assert.equal(await page.evaluate(label), second);
        // A game: the reader moves, the bot answers, and the page around it is told.
        await page.evaluate(() => { globalThis.told = []; addEventListener('springtide-move', (event) => globalThis.told.push(event.detail.action)); });
        await page.waitForSelector('#play .said.mine');
        const tiles = () => cells('play').evaluateAll((all) => all.filter((cell) => /pty/.test(cell.getAttribute('aria-label'))).length);
        assert.equal(await tiles(), 0);
        await page.locator('#play .cell.movable').first().click();
        await page.locator('#play .cell.target').first().click();
        await page.waitForFunction(() => globalThis.told.length === 1);
        await page.waitForFunction(() => [...document.getElementById('play').shadowRoot.querySelectorAll('.cell')].filter((cell) => /pty/.test(cell.getAttribute('aria-label'))).length >= 2);
        // What cannot be shown is said.
        await page.evaluate(() => document.getElementById('position').setAttribute('position', 'nonsense'));
        await page.waitForFunction(() => document.getElementById('position').shadowRoot.querySelector('.problem')?.textContent.length > 10);
        assert.deepEqual(problems, []);
        await close();
        await server.stop();
    },
    async 'a board of each game shows a view without the engine'({ browser }) {
        const server = await serve(join(pageFolder, '../embed'), policy);
        const { page, problems, close } = await visitor({ browser, url: server.url }, { path: '/demo/index.html' });
        const asked = [];
        // A page with the script alone: the boards of the demo fetch the engine whenever they come to it.
        await page.route('**/demo/empty.html', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>empty</title><link rel="icon" href="data:,"><script type="module" src="../dist/springtide-board.js"></script>' }));
        await page.goto(`${server.url}/demo/empty.html`);
        page.on('request', (request) => asked.push(request.url()));
        const view = { round: 1, trick: 2, hands: [[3, 44], null, null], preservers: [3, 2, 1], worth: [3, 2, 1], tide: [4, null, 7], eliminated: [false, false, false], upturned: [2, 9], tides_left: 20, chosen: [false, true, false], choice: [null, null, null], last_trick: [12, 30, 7], left_out: null, scores: [0, 0, 0], winners: null };
        await page.evaluate((shown) => {
            const board = document.createElement('springtide-board');
            board.setAttribute('game', 'turn_the_tide');
            board.setAttribute('view', JSON.stringify(shown));
            document.body.append(board);
        }, view);
        await page.waitForFunction(() => (document.querySelector('springtide-board').shadowRoot?.textContent ?? '').length > 40);
        assert.deepEqual(asked.filter((url) => url.endsWith('.wasm')), []);
        assert.deepEqual(problems, []);
        await close();
        await server.stop();
    },
};
