// Whole games in the browser: each kind by mouse, one by keyboard alone, one at phone size by touch.
import assert from 'node:assert/strict';
import { andTold, isOver, settled, startGame, visitor } from './kit.mjs';
import { everySize } from './inspect.mjs';

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

export const tests = {
    async 'Leiman by mouse, to the end'(kit) {
        const { page, problems, close } = await visitor(kit);
        await startGame(page, 'high_tide_leiman');
        await playOut(page, leimanStep(page, (target) => target.click()));
        assert.match(await page.textContent('.result h2'), /wins/);
        assert.match(await title(page), /Game over/);
        assert.deepEqual(problems, []);
        await close();
    },
    async 'Turn the Tide by mouse, to the end, with round summaries'(kit) {
        const { page, problems, close } = await visitor(kit);
        await startGame(page, 'turn_the_tide', { before: () => page.click('button:has-text("3 players")') });
        await page.click('button:has-text("Hint")');
        await page.waitForSelector('.hint:has-text("% of such games")');
        await playOut(page, tideStep(page, (target) => target.click()));
        assert.match(await page.textContent('.result h2'), /wins|share/);
        await everySize(page, 'tide-result');
        assert.deepEqual(problems, []);
        await close();
    },
    async 'Henn with all expansions by mouse, to the end, scored beach by beach'(kit) {
        const { page, problems, close } = await visitor(kit);
        await startGame(page, 'high_tide_henn', { preset: 3 });
        const asked = new Set();
        await playOut(page, async () => {
            const choices = page.locator('.choice');
            asked.add(await choices.first().textContent());
            await choices.last().click();
        });
        assert.ok(asked.size > 3);
        await page.waitForSelector('.result h2:has-text("win"), .result h2:has-text("share")');
        assert.equal(await page.locator('.result tbody tr').count(), 9);
        await everySize(page, 'henn-result');
        assert.deepEqual(problems, []);
        await close();
    },
    async 'Henn, base game with 6 players, by touch at phone size'(kit) {
        const { page, problems, close } = await visitor(kit, { size: 'phone', touch: true });
        await startGame(page, 'high_tide_henn', { before: () => page.tap('button:has-text("6 players")') });
        await playOut(page, () => page.locator('.choice').first().tap());
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
        assert.deepEqual(problems, []);
        await close();
    },
    async 'Leiman by keyboard alone, from the start page to the result'(kit) {
        const { page, problems, close } = await visitor(kit);
        const press = (key) => page.keyboard.press(key);
        const reach = async (test) => {
            for (let i = 0; i < 60; i += 1) {
                if (await page.evaluate(test)) return;
                await press('Tab');
            }
            assert.fail(`Tab never reaches ${test}`);
        };
        await reach(`document.activeElement.getAttribute('href') === '#/new/high_tide_leiman'`);
        await press('Enter');
        await page.waitForSelector('.preset');
        await reach(`document.activeElement.matches('.button.primary')`);
        await press('Enter');
        await page.waitForSelector('.status');
        const walkTo = async (selector) => {
            const place = (cell) => [cell.charCodeAt(0), 2 * Number(cell[1]) - [3, 4, 5, 4, 3][cell.charCodeAt(0) - 97]];
            const goal = await page.locator(selector).first().getAttribute('data-cell');
            for (let i = 0; i < 20; i += 1) {
                const at = await page.evaluate(() => document.activeElement.dataset.cell);
                if (at === goal) return;
                const [row, x] = place(at);
                const [goalRow, goalX] = place(goal);
                await press(row < goalRow ? 'ArrowDown' : row > goalRow ? 'ArrowUp' : x < goalX ? 'ArrowRight' : 'ArrowLeft');
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
    },
};
