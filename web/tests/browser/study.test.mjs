// Learning from Leiman's game: review of a game, the study board, puzzles. All of it offline.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { decisions, playOn } from './gather.mjs';
import { everySize } from './inspect.mjs';
import { startGame, visitor } from './kit.mjs';

const arrows = (page) => page.locator('.arrow').count();
/** A position in which blue has one winning move, near the end of a round. */
const position = 'pb,.,./.,n,np,bpn/b,p,n,bp,./b,b,pn,./pb,.,. b p';

test.describe('reviews, study board and puzzles', () => {
    test('a game of Leiman is reviewed: graph, turning points, winning moves as arrows, the best line', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit);
        await startGame(page, 'high_tide_leiman');
        await playOn([page], decisions.high_tide_leiman);
        await page.click('.result >> text=Review');
        await page.click('text=Review game');
        await page
            .locator('section:has(#review-title)')
            .locator('text=/turning point|Nobody let a win slip/')
            .waitFor({ timeout: 120000 });
        const slips = page.locator('section:has(#review-title) li button');
        if (await slips.count()) {
            await slips.first().click();
            await page.waitForSelector('.arrow.best');
        } else await page.locator('.bar').last().click();
        await page.waitForSelector('text=/Best line: [a-e]\\d-[a-e]\\d/');
        const at = await page.locator('.slider').inputValue();
        const line = (await page.locator('.here').textContent()).match(/[a-e]\d-[a-e]\d/g);
        await page.selectOption('label:has-text("Speed") select', { label: 'fast' });
        await page.click('button:has-text("Play best line")');
        await page.waitForSelector(`text=Best line, move ${line.length} of ${line.length}`, { timeout: 60000 });
        await page.keyboard.press('ArrowLeft');
        await page.waitForSelector(`text=Best line, move ${line.length - 1} of ${line.length}`);
        assert.equal(await arrows(page), 0);
        await page.keyboard.press('Escape');
        await page.waitForFunction(
            (before) => !document.querySelector('.aside') && document.querySelector('.slider').value === before,
            at,
        );
        if (await slips.count()) {
            await page.keyboard.press('Home');
            await page.click('button:has-text("Next turning point")');
            assert.notEqual(await page.locator('.slider').inputValue(), '0');
            await page.waitForSelector('.arrow.best');
        }
        await everySize(page, 'review');
        // One click leads from a position of the review to the same one in the explorer.
        const shown = () =>
            page
                .locator('.cell')
                .evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label').replace(/, .*/, '')));
        await page.keyboard.press('Home');
        for (let i = 0; i < 6; i += 1) await page.keyboard.press('ArrowRight');
        await page.waitForFunction(() => document.querySelector('.slider').value === '6');
        const reviewed = await shown();
        await page.click('a:has-text("Explore from here")');
        await page.waitForSelector('ul[aria-label="All moves and their results"]');
        assert.deepEqual(await shown(), reviewed);
        assert.deepEqual(problems, []);
        await close();
    });
    test('the study board: a position from a link, the solver, playing on, setting up, a bad one refused', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit, { path: `/#/study?p=${encodeURIComponent(position)}` });
        await page.waitForSelector('.cell.movable');
        await page.click('button:has-text("Solve")');
        await page.waitForSelector('text=Blue wins with best play');
        assert.equal(await arrows(page), 1);
        await everySize(page, 'study');
        const other = await page
            .locator('.cell')
            .evaluateAll(
                (all) => all.find((cell) => cell.getAttribute('aria-label').includes('from the top pink')).dataset.cell,
            );
        await page.locator(`[data-cell=${other}] .top`).click();
        await page.waitForSelector('.refusal a[href="#/rules/high_tide_leiman/L4"]');
        await page.click('.refusal button');
        await page.waitForFunction(() => !document.querySelector('.refusal a'));
        const move = await page.locator('tbody th').first().textContent();
        await page.locator(`[data-cell=${move.slice(0, 2)}] .top`).click();
        await page.locator(`[data-cell=${move.slice(3)}] .top`).click();
        await page.waitForSelector('button:has-text("Pink to move")');
        assert.ok(page.url().includes(encodeURIComponent(' p b')));
        await page.reload();
        await page.waitForSelector('button:has-text("Pink to move")');

        await page.click('button:has-text("Set up")');
        await page.locator('[data-cell=c1] .top').click();
        await page.locator('[data-cell=d2] .top').click();
        await page.waitForFunction(() =>
            document.querySelector('[data-cell=c1]').getAttribute('aria-label').includes('empty'),
        );
        await page.fill('label:has-text("position as text") input', 'nonsense');
        await page.click('button:text-is("Open")');
        await page.waitForFunction(() => document.querySelector('main [role=alert]').textContent !== '');
        assert.ok(await page.locator('.cell').count());
        assert.deepEqual(problems, []);
        await close();
    });
    test('puzzles: the one of the day, a wrong and a right try, the solution shown, by difficulty; kept on the device', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit);
        await page.click('a[href="#/puzzles/daily"]');
        await page.waitForSelector('.cell.movable');
        const text = () => page.textContent('.side');
        const today = await page.textContent('text=/Puzzle \\d+ of/');
        await page.goto('/#/puzzles');
        await page.click('button[aria-label="1 star"]');
        await page.waitForSelector('text=/Puzzle \\d+ of \\d+ · ★$/');
        await page.click('text=Show solution');
        await page.waitForSelector('text=/The solution is [a-e]\\d-[a-e]\\d/');
        assert.equal(await arrows(page), 1);
        await everySize(page, 'puzzle');
        const number = await page.textContent('text=/Puzzle \\d+ of/');
        await page.click('text=Next puzzle');
        await page.waitForFunction(
            (old) => ![...document.querySelectorAll('.quiet')].some((p) => p.textContent === old),
            number,
        );

        const stuck = await page
            .locator('.cell')
            .evaluateAll(
                (all) =>
                    all.find((cell) => !cell.matches('.movable') && !cell.getAttribute('aria-label').includes('empty'))
                        .dataset.cell,
            );
        await page.locator(`[data-cell=${stuck}] .top`).click();
        await page.waitForFunction(() => /\/L[4-7]$/.test(document.querySelector('.refusal a')?.hash ?? ''));
        // Every legal move is tried; exactly one of them is right.
        const tries = await page.evaluate(async () => {
            const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
            const click = (element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
            let count = 0;
            for (const from of [...document.querySelectorAll('.cell.movable')].map((cell) => cell.dataset.cell)) {
                for (let i = 0; ; i += 1) {
                    click(document.querySelector(`[data-cell=${from}]`));
                    await pause();
                    const target = document.querySelectorAll('.cell.target')[i];
                    if (!target) {
                        click(document.querySelector(`[data-cell=${from}]`));
                        break;
                    }
                    click(target);
                    count += 1;
                    await pause();
                    if (document.querySelector('.good')) return count;
                }
            }
            return -1;
        });
        assert.ok(tries > 0, 'one move wins');
        assert.match(await text(), tries === 1 ? /Correct! That/ : /not on the first try/);
        const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('springtide-puzzles')));
        assert.equal(kept.solved, tries === 1 ? 1 : 0);
        await page.reload();
        await page.goto('/#/puzzles/daily');
        await page.waitForFunction(
            (same) => [...document.querySelectorAll('.quiet')].some((p) => p.textContent === same),
            today,
        );
        assert.deepEqual(problems, []);
        await close();
    });
});
