// The pie rule of Leiman's game, an option of ours: one lays the tiles, the other chooses the side.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { everySize } from './inspect.mjs';
import { isOver, openMore, settled, startGame, visitor } from './kit.mjs';

const lays = '.pie .tile';
const chooses = '.pie button:not(.tile)';
const laid = (page) =>
    page.locator('[data-cell]').evaluateAll((cells) => cells.filter((cell) => !/empty/.test(cell.ariaLabel)).length);

async function begin(kit, lot) {
    const { page, problems, close } = await visitor(kit);
    await page.addInitScript((byte) => (crypto.getRandomValues = (bytes) => bytes.fill(byte)), lot); // says who lays
    await page.reload();
    await startGame(page, 'high_tide_leiman', {
        before: async () => {
            await openMore(page);
            await page.locator('details.more details').evaluateAll((all) => all.forEach((one) => (one.open = true)));
            await page.selectOption('#option-first', 'pie');
        },
    });
    return { page, problems, close };
}

test.describe('the pie rule', () => {
    test('the pie rule: I lay tile by tile and the rest by lot, a bot chooses, the round is played', async ({
        kit,
    }) => {
        const { page, problems, close } = await begin(kit, 8);
        await page.waitForSelector(lays);
        assert.equal(await laid(page), 1, 'only the centre lies');
        await page.click(`${lays} >> nth=2`);
        await page.waitForFunction(() => /neutral/.test(document.querySelector('[data-cell=a1]').ariaLabel));
        await everySize(page, 'pie-laying');
        await page.click(chooses);
        await page.waitForFunction(
            () => document.querySelectorAll('.pie').length === 0 && document.querySelector('.status.mine, .result'),
        );
        assert.equal(await isOver(page), false);
        assert.ok((await laid(page)) >= 18, 'all lie; a bot that swapped has moved');
        assert.match(await page.textContent('#log-title ~ ol'), /swaps the colours and starts|keeps the colours/);
        assert.deepEqual(problems, []);
        await close();
    });
    test('the pie rule: a bot lays, I swap the colours and start', async ({ kit }) => {
        const { page, problems, close } = await begin(kit, 11);
        await page.waitForSelector(chooses);
        const before = await page.getAttribute('[data-cell=a1]', 'aria-label');
        await everySize(page, 'pie-choosing');
        await page.click(`${chooses} >> nth=1`);
        await page.waitForSelector('.pie', { state: 'detached' });
        await settled(page);
        const swapped = (text) => text.replace(/blue|pink/, (colour) => (colour === 'blue' ? 'pink' : 'blue'));
        const now = await page.getAttribute('[data-cell=a1]', 'aria-label');
        assert.equal(now.replace(/, can move/, ''), swapped(before));
        assert.deepEqual(problems, []);
        await close();
    });
});
