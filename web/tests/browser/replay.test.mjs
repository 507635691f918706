// Looking at a game again: every way in, every way through, every way out; and the proof of its chance.
import assert from 'node:assert/strict';
import { act, engine, open, positionOf } from '../../tools/storyboards.mjs';
import { test } from './fixtures.mjs';
import { begin, clean, decisions, gather, guest, playOn } from './gather.mjs';
import { host } from './host.mjs';
import { everySize } from './inspect.mjs';
import { andTold, chooseLast, settled, startGame, visitor } from './kit.mjs';

const download = async (page, label) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(`button:has-text("${label}")`)]);
    return { name: file.suggestedFilename(), bytes: Buffer.concat(await (await file.createReadStream()).toArray()) };
};
const moment = (page, n) =>
    page.waitForFunction((wanted) => document.querySelector('.slider')?.value === String(wanted), n);
const cells = (page) => page.locator('.cell').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')));

test.describe('replays and records', () => {
    test('a game of the server is looked at again, proven honest, shared to the moment, and a forged one is found', async ({
        kit,
    }) => {
        const server = await host();
        const { guests, link } = await gather(kit, server, 'high_tide_leiman', 2);
        await begin(guests);
        const [{ page }, other] = guests;
        await playOn(
            guests.map((one) => one.page),
            decisions.high_tide_leiman,
        );
        const end = await cells(page);
        await page.click('.result >> text=Review');
        await page.waitForSelector('.slider');
        assert.ok(page.url().includes(`#/replay/${link.split('/').at(-1)}`));
        // It begins where the first choice is made, on an island that is laid out.
        await page.waitForSelector('.cell:not([aria-label*=empty])');
        await page.keyboard.press('End');
        await page.waitForSelector('.now:has-text("wins")');
        assert.deepEqual(await cells(page), end);
        await page.keyboard.press('Home');
        await page.waitForSelector('.now:has-text("Start of the game")');
        assert.ok((await cells(page)).every((cell) => cell.includes('empty')));
        for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
        await moment(page, 4);
        await page.selectOption('label:has-text("Speed") select', { label: 'fast' });
        await page.click('button:has-text("Play")');
        await page.waitForFunction(() => Number(document.querySelector('.slider').value) >= 6);
        await page.click('button:has-text("Pause")');

        await page.locator('.slider').fill('5');
        await page.click('text=Copy link');
        await page.waitForSelector('text=/Copied|address bar/');
        const seen = await guest(kit, server, { path: page.url().replace(server.url, '') });
        await moment(seen.page, 5);
        await page.waitForSelector('.cell');
        await page.click('text=Check now');
        await page.waitForSelector('text=/Checked: all \\d+ random events are fair/');
        await everySize(page, 'replay');

        await page.goto(`${server.url}/#/stats`);
        await page.waitForSelector('li button:has-text("online")');
        assert.equal(await page.locator('tbody tr').count(), 1);
        assert.match((await download(page, 'Save as CSV')).bytes.toString(), /,high_tide_leiman,,online,/);
        await page.click('li button:has-text("High Tide (Leiman)") >> nth=0');
        await page.waitForSelector('.slider');

        const record = (await download(page, 'Save game')).bytes.toString();
        const forged = record
            .replace(
                /chance setup (\S+)/,
                (_, tiles) => `chance setup ${[...tiles].map((tile) => ({ b: 'p', p: 'b' })[tile] ?? tile).join('')}`,
            )
            .replace(/\n\d [\s\S]*$/, '\n');
        await other.page.goto(`${server.url}/#/replay`);
        await other.page.click('text=Open a game'); // folded below one's own games
        await other.page.fill('textarea', forged);
        await other.page.click('button:text-is("Open")');
        await other.page.waitForSelector('.slider');
        await other.page.click('text=Check now');
        await other.page.waitForSelector('text=isn’t fair');
        await clean([...guests, seen]);
        await server.stop();
    });
    test('a record brought along is shown through any eyes and given away as picture; a broken one gets its line', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit);
        const hands = Array.from({ length: 3 }, (_, seat) => Array.from({ length: 12 }, (_, i) => seat + 1 + 3 * i));
        const head = ['[Springtide "1"]', '[Game "turn_the_tide"]', '[Players "3"]', '[Name1 "Ben"]', ''];
        const record = [
            ...head,
            `chance deal ${hands.map((cards) => cards.join(',')).join('|')}`,
            'chance tides 4 7',
            '0 1',
            '1 2',
            '2 3',
            'chance tides 1 2',
            '',
        ].join('\n');
        await page.goto('/#/replay');
        await page.setInputFiles('input[type=file]', {
            name: 'game.txt',
            mimeType: 'text/plain',
            buffer: Buffer.from(record),
        });
        await page.waitForSelector('.slider');
        await page.keyboard.press('End');
        await page.waitForSelector('.now:has-text("Ben")');
        assert.equal(await page.locator('dl div').count(), 3);
        await page.selectOption('label:has-text("View as") select', { label: 'Ben' });
        await page.waitForSelector('.hand .card');
        assert.equal(await page.locator('.hand .card').count(), 11);
        assert.equal(await page.locator('dl div').count(), 0);
        await page.selectOption('label:has-text("View as") select', { label: 'spectator' });
        await page.waitForFunction(() => !document.querySelector('.hand'));

        await page.click('text=Review game');
        await page.waitForSelector('h3:has-text("Luck and skill")');
        assert.equal(await page.locator('section:has(#luck-title) tbody tr').count(), 3);
        assert.match(
            await page.locator('section:has(#luck-title) svg[role=img]').getAttribute('aria-label'),
            /Ben: from \d+% to \d+%/,
        );
        await page.keyboard.press('End');
        const svg = await download(page, 'Image (SVG)');
        assert.equal(svg.name, 'turn_the_tide-6.svg');
        assert.match(svg.bytes.toString(), /^<svg xmlns[\s\S]*>Ben<\/text>/);
        assert.ok(!svg.bytes.toString().includes('var(--'), 'the picture needs no style sheet');
        const picture = await download(page, 'Image (PNG)');
        assert.deepEqual([...picture.bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
        assert.ok(picture.bytes.length > 10000);
        await page.click('text=Copy link');
        await page.waitForFunction(() => location.hash.includes('at=6'));
        await page.reload();
        await moment(page, 6);

        await page.click('text=Open a game');
        await page.fill('textarea', record.replace('1 2\n', '1 50\n'));
        await page.click('button:text-is("Open")');
        await page.waitForSelector('[role=alert]:has-text("Line 9 doesn’t fit")');
        await page.fill('textarea', 'nothing of the kind');
        await page.click('button:text-is("Open")');
        await page.waitForSelector('[role=alert]:has-text("isn’t a saved Springtide game")');
        assert.deepEqual(problems, []);
        await close();
    });
    test('a game of luck is reviewed: expectations, luck and choice apart, mistakes and turning points to jump to; and it can be stopped', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit);
        await startGame(page, 'high_tide_henn');
        for (let moves = 0; moves < 4; moves += 1) {
            await settled(page);
            await andTold(page, () => chooseLast(page));
        }
        await settled(page);
        const record = (await download(page, 'Save game')).bytes.toString();
        await page.goto('/#/replay');
        await page.fill('textarea', record);
        await page.click('button:text-is("Open")');
        await page.waitForSelector('figure:has-text("Dice in this game")');
        const review = page.locator('section:has(#luck-title)');
        await review.locator('text=Review game').click();
        await review.locator('button:has-text("Stop")').click();
        await page.waitForFunction(() => !document.querySelector('section:has(#luck-title) progress'));
        await review.locator('text=Review game').click();
        await page.waitForSelector('h3:has-text("Luck and skill")', { timeout: 120000 });
        assert.equal(await page.locator('h3:has-text("Biggest mistakes")').count(), 1);

        // Every line of the table adds up to the change from equal chances, give or take the rounding.
        const rows = await review
            .locator('tbody tr')
            .evaluateAll((all) =>
                all.map((row) =>
                    [...row.querySelectorAll('td')].map((cell) =>
                        Number.parseInt(cell.firstChild.textContent.replace('\u2212', '-'), 10),
                    ),
                ),
            );
        for (const [luck, mistakes, rest, end] of rows) {
            assert.ok(mistakes <= 0);
            assert.ok(
                Math.abs(100 / rows.length + luck + mistakes + rest - end) <= 12,
                `${luck} ${mistakes} ${rest} ${end}`,
            );
        }
        await review.locator('label:has-text("Show") select').selectOption({ label: 'final points' });
        // Whoever lost something by mistakes has one in the list, and only their own.
        for (const [seat, [, mistakes]] of rows.entries()) {
            await review.locator('label:has-text("Player") select').selectOption({ index: seat + 1 });
            const name = await review.locator('tbody th').nth(seat).textContent();
            const listed = await review.locator('.mistakes button').allTextContents();
            assert.ok(mistakes < 0 ? listed.length > 0 : true);
            assert.ok(
                listed.every((text) => text.startsWith(`${name}:`)),
                listed.join('; '),
            );
        }
        await page.keyboard.press('Home');
        await page.keyboard.press('Shift+ArrowRight');
        const first = Number(await page.locator('.slider').inputValue());
        assert.ok(first > 0, 'a turning point is found');
        await page.click('button:has-text("Next turning point")');
        const second = Number(await page.locator('.slider').inputValue());
        assert.ok(second > first);
        await page.keyboard.press('Shift+ArrowLeft');
        await moment(page, first);
        await review.locator('.chance button').first().click();
        await page.waitForSelector('.chance button[aria-current=true]');
        await everySize(page, 'luck-review');
        assert.deepEqual(problems, []);
        await close();
    });
    test('games finished on this device are counted, plotted, looked at again and given away as a table', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit);
        await page.goto('/#/stats');
        await page.waitForSelector('h1:has-text("No finished games")');
        for (const game of ['high_tide_henn', 'high_tide_leiman', 'high_tide_leiman']) {
            await page.goto('/#/');
            await startGame(page, game);
            await playOn([page], decisions[game]);
        }
        await page.goto('/#/stats');
        await page.waitForSelector('figure:has-text("All dice rolled")');
        assert.equal(await page.locator('tbody tr').count(), 2);
        const balance = await page.locator('figure:has-text("Stones won minus lost") svg').getAttribute('aria-label');
        assert.match(balance, /: -?\d+, -?\d+$/);
        await everySize(page, 'stats');
        const table = await download(page, 'Save as CSV');
        assert.equal(table.bytes.toString().trim().split('\n').length, 4);
        await page.click('li button:has-text("High Tide (Leiman)")');
        await page.waitForSelector('.slider');
        await page.goto('/#/stats');
        await page.click('text=Delete all');
        await page.click('text=Really delete?');
        await page.waitForSelector('h1:has-text("No finished games")');
        assert.deepEqual(problems, []);
        await close();
    });
    test('a replay of Turn the Tide names bots by their islands, has no hands before the deal and passes nothing on at the end', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit);
        const position = positionOf(await engine(), 'tide-game-end');
        await open(page, position);
        await act(page, position);
        await page.click('.result >> text=Review');
        await page.waitForSelector('.player .islands');
        const names = await page.locator('.islands .name').allTextContents();
        assert.equal(new Set(names).size, names.length);
        assert.ok(
            names.every((name) => !/bot/i.test(name)),
            names.join(),
        );
        await page.click('[aria-label="Go to start"], [aria-label="First moment"], .bar .icon >> nth=0');
        assert.ok(!(await page.textContent('.player .main')).includes('no cards left'));
        await page.locator('.bar .icon').nth(3).click();
        await page.waitForFunction(
            () =>
                !/neighbour/.test(document.querySelector('.now').textContent) &&
                /wins|scores|won/.test(document.querySelector('.now').textContent),
        );
        assert.deepEqual(problems, []);
        await close();
    });
});
