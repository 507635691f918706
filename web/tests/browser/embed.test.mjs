// <springtide-board> on a page that is not ours: a position, a record, a game against a bot; what it says when it
// cannot.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { pageFolder, visitor } from './kit.mjs';
import { serve } from './server.mjs';

const policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

test.describe('<springtide-board>', () => {
    test("a board on somebody else's page shows a position, walks through a record and plays against a bot", async ({
        browser,
    }) => {
        const server = await serve(join(pageFolder, '../embed'), policy);
        const { page, problems, close } = await visitor({ browser, url: server.url }, { path: '/demo/index.html' });
        const cells = (id) => page.locator(`#${id} .cell`);
        await page.waitForFunction(() =>
            ['position', 'record', 'play'].every(
                (id) => document.getElementById(id).shadowRoot?.querySelectorAll('.cell').length === 19,
            ),
        );
        assert.equal(await cells('position').count(), 19);
        assert.equal(await page.locator('#position .movable').count(), 0);
        // A record: one step on moves a tile, and back again. The number of the moment is there before its board.
        const label = () =>
            [...document.getElementById('record').shadowRoot.querySelectorAll('.cell')]
                .map((cell) => cell.getAttribute('aria-label'))
                .join();
        const moment = () => document.getElementById('record').shadowRoot.querySelector('input').value;
        const step = async (button, value) => {
            const before = await page.evaluate(label);
            await page.locator('#record .steps button').nth(button).click();
            await page.waitForFunction(`(${label})() !== ${JSON.stringify(before)}`);
            assert.equal(await page.evaluate(moment), value);
            return before;
        };
        await page.waitForFunction(`(${moment})() === '8'`);
        await step(2, '9');
        const second = await step(2, '10');
        await step(1, '9');
        assert.equal(await page.evaluate(label), second);
        // A game: the reader moves, the bot answers, and the page around it is told.
        await page.evaluate(() => {
            globalThis.told = [];
            addEventListener('springtide-move', (event) => globalThis.told.push(event.detail.action));
        });
        await page.waitForSelector('#play .said.mine');
        const tiles = () =>
            cells('play').evaluateAll(
                (all) => all.filter((cell) => /pty/.test(cell.getAttribute('aria-label'))).length,
            );
        assert.equal(await tiles(), 0);
        await page.locator('#play .cell.movable').first().click();
        await page.locator('#play .cell.target').first().click();
        await page.waitForFunction(() => globalThis.told.length === 1);
        await page.waitForFunction(
            () =>
                [...document.getElementById('play').shadowRoot.querySelectorAll('.cell')].filter((cell) =>
                    /pty/.test(cell.getAttribute('aria-label')),
                ).length >= 2,
        );
        // The two others are played there, too.
        await page.waitForSelector('#tide .said.mine');
        await page.waitForSelector('#henn .said.mine');
        // The hand lies under the islands wherever the page is scrolled to, and towels have their colours.
        const hand = () =>
            page.evaluate(() => {
                const inside = document.getElementById('tide').shadowRoot;
                const bottom = Math.max(
                    ...[...inside.querySelectorAll('.islands')].map(
                        (islands) => islands.getBoundingClientRect().bottom,
                    ),
                );
                return inside.querySelector('.hand').getBoundingClientRect().top - bottom;
            });
        for (const block of ['start', 'end']) {
            await page.evaluate((where) => document.getElementById('play').scrollIntoView({ block: where }), block);
            assert.ok((await hand()) >= 0, `the hand lies ${await hand()} px under the islands`);
        }
        assert.ok(
            await page.evaluate(() => document.getElementById('henn').shadowRoot.getElementById('chair-0') !== null),
        );
        // By night, as the page wishes.
        const paper = () =>
            page.evaluate(() =>
                getComputedStyle(document.getElementById('position')).getPropertyValue('--paper').trim(),
            );
        const noon = await paper();
        await page.evaluate(() => document.getElementById('position').setAttribute('theme', 'night'));
        await page.waitForFunction(() => document.getElementById('position').dataset.theme === 'night');
        assert.notEqual(await paper(), noon);
        // What cannot be shown is said.
        await page.evaluate(() => document.getElementById('position').setAttribute('position', 'nonsense'));
        await page.waitForFunction(
            () => document.getElementById('position').shadowRoot.querySelector('.problem')?.textContent.length > 10,
        );
        assert.deepEqual(problems, []);
        await close();
        await server.stop();
    });
    test('a board of each game shows a view without the engine', async ({ browser }) => {
        const server = await serve(join(pageFolder, '../embed'), policy);
        const { page, problems, close } = await visitor({ browser, url: server.url }, { path: '/demo/index.html' });
        const asked = [];
        // A page with the script alone: the boards of the demo fetch the engine whenever they come to it.
        await page.route('**/demo/empty.html', (route) =>
            route.fulfill({
                contentType: 'text/html',
                body: '<!doctype html><title>empty</title><link rel="icon" href="data:,"><script type="module" src="../dist/springtide-board.js"></script>',
            }),
        );
        await page.goto(`${server.url}/demo/empty.html`);
        page.on('request', (request) => asked.push(request.url()));
        const beach = { water: 21, spaces: { 0: [0, 1], 4: [3] }, wet: [2] };
        const views = {
            turn_the_tide: {
                round: 1,
                trick: 2,
                hands: [[3, 44], null, null],
                preservers: [3, 2, 1],
                worth: [3, 2, 1],
                tide: [4, null, 7],
                eliminated: [false, false, false],
                upturned: [2, 9],
                tides_left: 20,
                chosen: [false, true, false],
                choice: [null, null, null],
                last_trick: [12, 30, 7],
                left_out: null,
                scores: [0, 0, 0],
                winners: null,
            },
            high_tide_henn: {
                round: 1,
                phase: 'choose',
                pile: [2, 0, 1, 3],
                active: 2,
                rental: 4,
                track: [null, null, null, null],
                bag: { k: 2, p: 2, b: 2, o: 2, y: 2, w: 2 },
                pool: [],
                rolled: null,
                taken_from: null,
                steps: [],
                beaches: { k: beach, p: beach, b: beach, o: beach, y: beach, w: beach },
                scores: null,
                scoring: null,
                winners: null,
            },
            high_tide_leiman: {
                cells: {
                    a1: 'b',
                    a2: 'n',
                    a3: 'p',
                    b1: 'b',
                    b2: 'pb',
                    b3: '',
                    b4: 'p',
                    c1: 'b',
                    c2: 'n',
                    c3: 'n',
                    c4: 'b',
                    c5: 'p',
                    d1: 'p',
                    d2: 'b',
                    d3: 'p',
                    d4: 'n',
                    e1: 'b',
                    e2: 'b',
                    e3: 'p',
                },
                to_move: 1,
                last_mover: 0,
                stones: [0, 0],
                stones_to_win: 3,
                round: 1,
                visible: [8, 6],
                round_winner: null,
                winner: null,
            },
        };
        // Everybody who plays is there, however many the view has.
        const seen = {
            turn_the_tide: ['Amrum', 'Borkum', 'Juist'],
            high_tide_henn: ['Red', 'Brown', 'Green', 'Beige'],
            high_tide_leiman: ['Blue', 'Pink'],
        };
        for (const [game, view] of Object.entries(views)) {
            await page.evaluate(
                ([name, shown]) => {
                    const board = document.createElement('springtide-board');
                    board.setAttribute('game', name);
                    board.setAttribute('view', JSON.stringify(shown));
                    document.body.replaceChildren(board);
                },
                [game, view],
            );
            await page.waitForFunction((names) => {
                const shown = [...(document.querySelector('springtide-board').shadowRoot?.children ?? [])].filter(
                    ({ localName }) => localName !== 'style',
                );
                return names.every((name) => shown.some(({ textContent }) => textContent.includes(name)));
            }, seen[game]);
        }
        assert.deepEqual(
            asked.filter((url) => url.endsWith('.wasm')),
            [],
        );
        assert.deepEqual(problems, []);
        await close();
        await server.stop();
    });
});
