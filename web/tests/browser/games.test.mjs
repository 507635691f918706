// Whole games in the browser: each kind by mouse and by keyboard alone, one at phone size by touch; and what is
// refused.
import assert from 'node:assert/strict';
import { open } from '../../tools/storyboards.mjs';
import { test } from './fixtures.mjs';
import { andTold, chooseLast, isOver, settled, startGame, visitor } from './kit.mjs';
import { everySize, inspect } from './inspect.mjs';

const title = (page) => page.title();

/** Plays by clicking until the game is over; `step` makes one decision. */
async function playOut(page, step) {
    for (let moves = 0; moves < 400; moves += 1) {
        if (await settled(page)) return moves;
        const next = page.locator('.summary .button.primary');
        if (await next.count()) await next.click();
        else await andTold(page, () => step(moves));
    }
    assert.fail('the game does not end');
}

const leimanStep = (page, act) => async () => {
    await act(page.locator('.cell.movable .top').first());
    await act(page.locator('.cell.target .top').first());
};
const tideStep = (page, act) => async () => {
    await act(page.locator('.hand .card').first());
    await act(page.locator('.act .button'));
};

/** A visitor without a mouse. */
function keyboard(page) {
    const press = (key) => page.keyboard.press(key);
    const reach = async (test) => {
        for (let i = 0; i < 80; i += 1) {
            if (await page.evaluate(test)) return;
            await press('Tab');
        }
        assert.fail(`Tab never reaches ${test}`);
    };
    return { press, reach };
}
async function startByKeys(page, game, chosen) {
    const { press, reach } = keyboard(page);
    await reach(`document.activeElement.getAttribute('href') === '#/new/${game}'`);
    await press('Enter');
    await page.waitForSelector('.sentence');
    if (chosen) {
        await reach(`document.activeElement.textContent.trim() === '${chosen}'`);
        await press('Enter');
    }
    await reach(`document.activeElement.matches('.button.primary')`);
    await press('Enter');
    await page.waitForSelector('.status');
}

test.describe('games played to their end', () => {
    test('Leiman by mouse, to the end', async ({ kit }) => {
        const { page, problems, close } = await visitor(kit);
        await startGame(page, 'high_tide_leiman');
        await playOut(
            page,
            leimanStep(page, (target) => target.click()),
        );
        assert.match(await page.textContent('.result h2'), /w[io]n/);
        assert.match(await title(page), /Game over/);
        assert.deepEqual(problems, []);
        await close();
    });
    test('Turn the Tide by mouse, to the end, with round summaries', async ({ kit }) => {
        const { page, problems, close } = await visitor(kit);
        await startGame(page, 'turn_the_tide', { before: () => page.click('button:has-text("3 players")') });
        await page.click('button:has-text("Hint")');
        await page.waitForSelector('.hint:has-text("% wins")');
        await playOut(
            page,
            tideStep(page, (target) => target.click()),
        );
        assert.match(await page.textContent('.result h2'), /w[io]n|share|came/);
        await everySize(page, 'tide-result');
        assert.deepEqual(problems, []);
        await close();
    });
    test('Henn with all expansions by mouse, to the end, scored beach by beach', async ({ kit }) => {
        const { page, problems, close } = await visitor(kit);
        await startGame(page, 'high_tide_henn', { preset: 3 });
        const asked = new Set();
        await playOut(page, async () => {
            const choices = page.locator('.choice[data-action]');
            asked.add(await choices.first().textContent());
            await chooseLast(page);
        });
        assert.ok(asked.size > 3);
        await page.waitForSelector('.result h2 >> text=/w[io]n|share|came/');
        assert.equal(await page.locator('.result .scroll').first().locator('tbody tr').count(), 4);
        assert.equal(await page.locator('.result details tbody tr').count(), 6);
        await everySize(page, 'henn-result');
        assert.deepEqual(problems, []);
        await close();
    });
    test('Henn, base game with 6 players, by touch at phone size', async ({ kit }) => {
        const { page, problems, close } = await visitor(kit, { size: 'phone', touch: true });
        await startGame(page, 'high_tide_henn', { before: () => page.tap('button:has-text("6 players")') });
        // What was touched is explained in the window, however far down it lies.
        await page
            .locator('.gives')
            .first()
            .evaluate((piece) => {
                scrollTo(0, 9999);
                piece.click();
            });
        const said = await page.locator('.said').boundingBox();
        assert.ok(said.y >= 0 && said.y + said.height <= page.viewportSize().height, `explained at ${said.y}`);
        await playOut(page, () => page.locator('.choice').first().tap());
        // The end has the stage; the final position is one touch away, and so is the way back.
        const beaches = await page.locator('.beaches').boundingBox();
        await page.tap('.result >> text=View board');
        await page.waitForSelector('.result.small');
        const put = await page.locator('.result').boundingBox();
        assert.ok(put.y > beaches.y + beaches.height, `the panel at ${put.y} covers the beaches`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
        // Wherever the table of points lies beside the board, all six are in it.
        await page.tap('.result >> text=Back to result');
        for (const [width, height] of [
            [1440, 900],
            [1920, 1080],
            [2560, 1440],
        ]) {
            await page.setViewportSize({ width, height });
            await page.waitForFunction((wide) => innerWidth === wide, width);
            const cut = await page
                .locator('.result .scroll')
                .first()
                .evaluate((table) => table.scrollWidth - table.clientWidth);
            assert.ok(cut <= 0, `the table of points is ${cut} px too wide at ${width}x${height}`);
        }
        assert.deepEqual(problems, []);
        await close();
    });
    test('Leiman by keyboard alone, from the start page to the result', async ({ kit }) => {
        const { page, problems, close } = await visitor(kit);
        const { press, reach } = keyboard(page);
        await startByKeys(page, 'high_tide_leiman');
        const walkTo = async (selector) => {
            const place = (cell) => [
                cell.charCodeAt(0),
                2 * Number(cell[1]) - [3, 4, 5, 4, 3][cell.charCodeAt(0) - 97],
            ];
            const goal = await page.locator(selector).first().getAttribute('data-cell');
            for (let i = 0; i < 20; i += 1) {
                const at = await page.evaluate(() => document.activeElement.dataset.cell);
                if (at === goal) return;
                const [row, x] = place(at);
                const [goalRow, goalX] = place(goal);
                await press(
                    row < goalRow ? 'ArrowDown' : row > goalRow ? 'ArrowUp' : x < goalX ? 'ArrowRight' : 'ArrowLeft',
                );
            }
            assert.fail(`the arrow keys never reach ${goal}`);
        };
        for (let moves = 0; !(await settled(page)) && moves < 60; moves += 1) {
            await reach(`document.activeElement.matches('[data-cell]')`);
            await walkTo('.cell.movable');
            await press('Enter');
            await walkTo('.cell.target');
            await andTold(page, () => press('Enter'));
        }
        assert.ok(await isOver(page));
        assert.deepEqual(problems, []);
        await close();
    });
    test('Turn the Tide by keyboard alone, from the start page to the result', async ({ kit }) => {
        const { page, problems, close } = await visitor(kit);
        const { press, reach } = keyboard(page);
        await startByKeys(page, 'turn_the_tide', '3 players');
        for (let steps = 0; !(await settled(page)) && steps < 100; steps += 1) {
            if (await page.locator('.summary').count()) {
                await reach(`document.activeElement.matches('.summary .button.primary')`);
                await press('Enter');
                continue;
            }
            // After the first card the focus is in the hand again; a second key on a lifted card plays it, as the
            // button does.
            if (steps === 0) await reach(`document.activeElement.matches('.hand .card')`);
            else await page.waitForFunction(() => document.activeElement.matches('.hand .card'));
            await press('Enter');
            if (steps < 3) await reach(`document.activeElement.matches('.act .button')`);
            await andTold(page, () => press('Enter'));
        }
        assert.ok(await isOver(page));
        assert.deepEqual(problems, []);
        await close();
    });
    test('Henn by keyboard alone, from the start page to the result', async ({ kit }) => {
        const { page, problems, close } = await visitor(kit);
        const { press, reach } = keyboard(page);
        await startByKeys(page, 'high_tide_henn');
        for (let steps = 0; !(await settled(page)) && steps < 200; steps += 1) {
            // After the first choice the focus is where one chooses again.
            if (steps === 0) await reach(`document.activeElement.matches('.choice')`);
            else await page.waitForFunction(() => document.activeElement.matches('.choice'));
            await andTold(page, () => press('Enter'));
        }
        assert.ok(await isOver(page));
        assert.deepEqual(problems, []);
        await close();
    });
    test('what is not allowed is refused with the rule in words and a way to its clause, in all three games', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit);
        const refused = (words, clause) =>
            page.waitForFunction(
                ([text, id]) => {
                    const said = document.querySelector('.refusal');
                    return said?.textContent.includes(text) && said.querySelector('a')?.hash.endsWith(`/${id}`);
                },
                [words, clause],
            );
        await startGame(page, 'high_tide_leiman');
        await settled(page);
        const pink = await page
            .locator('.cell')
            .evaluateAll(
                (all) => all.find((cell) => cell.getAttribute('aria-label').includes('from the top pink')).dataset.cell,
            );
        await page.locator(`[data-cell=${pink}] .top`).click();
        await refused('Move your own colour', 'L4');
        const from = await page.locator('.cell.movable').first().getAttribute('data-cell');
        await page.locator(`[data-cell=${from}] .top`).click();
        const far = await page
            .locator('.cell:not(.movable):not(.target)')
            .evaluateAll(
                (all, start) =>
                    all.find(({ dataset }) => Math.abs(dataset.cell.charCodeAt(0) - start.charCodeAt(0)) > 1)?.dataset
                        .cell,
                from,
            );
        await page.locator(`[data-cell=${far}] .top`).click();
        await refused('isn’t next to', 'L5');
        const [rules] = await Promise.all([page.context().waitForEvent('page'), page.click('.refusal a')]);
        await rules.waitForSelector('#rule-L5');
        await rules.close();

        await page.goto('/#/');
        await startGame(page, 'turn_the_tide');
        await settled(page);
        await andTold(page, () => tideStep(page, (target) => target.click())());
        await settled(page);
        await page.setViewportSize({ width: 360, height: 740 });
        // All cards, and what they are played for, can be seen at once on a phone.
        for (const part of ['.tides', '.hand .card:first-child', '.hand .card:last-child', '.act .button']) {
            const { y, height } = await page.locator(part).boundingBox();
            assert.ok(y >= 0 && y + height <= 740, `${part} lies outside of the screen`);
        }
        const [tides, hand] = [await page.locator('.tides').boundingBox(), await page.locator('.choose').boundingBox()];
        assert.ok(tides.y + tides.height <= hand.y, 'the hand hides the tide cards');
        await page.click('.islands .me .shown button');
        await refused('already played this round', 'T10');
        await inspect(page, 'tide-why-not-360');
        await page.setViewportSize({ width: 1440, height: 900 });

        await page.goto('/#/');
        await startGame(page, 'high_tide_henn');
        const missing = page.locator('.missing');
        for (let steps = 0; steps < 60 && !(await missing.count()); steps += 1) {
            assert.ok(!(await settled(page)), 'the game was over before anything was missing');
            await andTold(page, () => chooseLast(page));
        }
        await missing.first().click();
        await page.waitForFunction(() =>
            /^#\/rules\/high_tide_henn\/H\d+$/.test(document.querySelector('.refusal a')?.hash ?? ''),
        );
        await everySize(page, 'why-not');
        assert.deepEqual(problems, []);
        await close();
    });
    test('a refusal of Leiman goes with the next touch, and the caption is in words of the table', async ({ kit }) => {
        const { page, problems, close } = await visitor(kit);
        await startGame(page, 'high_tide_leiman');
        await settled(page);
        const pink = await page
            .locator('.cell')
            .evaluateAll(
                (all) => all.find((cell) => cell.getAttribute('aria-label').includes('from the top pink')).dataset.cell,
            );
        await page.locator(`[data-cell=${pink}] .top`).click();
        await page.waitForSelector('.refusal.said');
        // Any touch, beside the board too.
        await page.click('h1');
        await page.waitForFunction(() => !document.querySelector('.refusal.said'));
        await page.locator(`[data-cell=${pink}] .top`).click();
        await page.waitForSelector('.refusal.said');
        await page.locator('.cell.movable .top').first().click();
        await page.waitForFunction(() => !document.querySelector('.refusal.said'));
        assert.match(await page.textContent('.look'), /^(\w\d: )?A (blue|neutral|pink) tile|Stack of/);
        assert.deepEqual(problems, []);
        await close();
    });
    test('a finger beside a small piece of Henn means the nearest: coins, what lies on plates, icons of the track', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit, { size: 'phone', touch: true });
        await page.setViewportSize({ width: 390, height: 664 });
        const seats = Array.from({ length: 4 }, (_, i) =>
            i === 0 ? { kind: 'person' } : { kind: 'bot', level: 'easy' },
        );
        await open(page, {
            setup: {
                game: 'high_tide_henn',
                options: { coins: true, sharks: true, surfers: true, baywatch: true },
                seats,
                seed: 'finger',
                moves: [],
            },
        });
        /** Touches the window so far beside the middle of a piece, and gives what is said. */
        const touch = async (piece, dx, dy) => {
            if (await page.locator('.said').count())
                await page.evaluate(() => document.querySelector('.said button').click());
            await piece.evaluate((one) => scrollTo(0, one.getBoundingClientRect().top + scrollY - 200));
            const { x, y, width, height } = await piece.boundingBox();
            assert.ok(Math.abs(dx) > width / 2 || Math.abs(dy) > height / 2, 'beside it');
            await page.touchscreen.tap(x + width / 2 + dx, y + height / 2 + dy);
            return page.locator('.said p').textContent();
        };
        const coins = page.locator('.frame .coin');
        const [one, two] = [await coins.nth(0).boundingBox(), await coins.nth(1).boundingBox()];
        assert.ok(
            Math.hypot(one.x - two.x, one.y - two.y) < 22,
            'coins lie closer to each other than a finger is wide',
        );
        const row = Math.abs(one.x - two.x) > Math.abs(one.y - two.y);
        for (const which of [0, 12, (await coins.count()) - 1]) {
            const value = await coins.nth(which).textContent();
            assert.match(
                await touch(coins.nth(which), row ? 0 : -18, row ? 18 : 0),
                new RegExp(`^A coin worth ${value} on space \\d+\\.`),
            );
        }
        assert.match(await touch(page.locator('[data-player] .thing:not(.open)').first(), 0, 20), /surfs on/);
        assert.match(await touch(page.locator('[data-space="1"] .gives'), 0, 18), /reroll/);
        assert.deepEqual(problems, []);
        await close();
    });
});
