// The tutorials as a newcomer plays them, each to its end, left and taken up again in between.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { everySize } from './inspect.mjs';
import { visitor } from './kit.mjs';

const lesson = (page) => page.textContent('.lesson > p');
const movesOn = (page, old) =>
    page.waitForFunction((text) => document.querySelector('.lesson > p')?.textContent !== text, old);

/** Reads on as far as nothing is asked for. */
async function read(page) {
    for (const next = page.locator('.lesson button:has-text("Continue")'); await next.count(); ) {
        const old = await lesson(page);
        await next.click();
        await movesOn(page, old);
    }
}
async function act(page, ...clicks) {
    await read(page);
    const old = await lesson(page);
    for (const selector of clicks) await page.click(selector);
    await movesOn(page, old);
}
async function finish(page) {
    await read(page);
    await page.waitForSelector('.lesson .primary:has-text("Play a game")');
    // Progress is at its end.
    assert.equal(
        await page.locator('progress').evaluate((bar) => bar.value),
        await page.locator('progress').evaluate((bar) => bar.max),
    );
}
const climb = (from, to) => [`[data-cell=${from}] .top`, `[data-cell=${to}] .top`];
const card = (n) => [`.hand .card[aria-label^="${n},"]`, '.act .button'];
const choice = (text) => [`.choice:has-text("${text}")`];

const refusedNothing = (page) =>
    page.waitForFunction(() => document.querySelector('.refusal')?.textContent.trim() === '');
/** A refusal with these words, by the rules where a clause is given. */
async function refused(page, words, clause) {
    await page.waitForSelector(`[role=alert]:has-text("${words}")`);
    assert.equal(await page.locator('.refusal a').count(), clause ? 1 : 0);
    if (clause) assert.equal(await page.locator('.refusal a').evaluate((link) => link.hash.split('/').at(-1)), clause);
}

test.describe('lessons', () => {
    test('a move a lesson does not want is explained: by its clause, or because something else is asked', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit);
        await page.goto('/#/learn/high_tide_leiman');
        await page.waitForSelector('.cell');
        await page.click('[data-cell=a1] .top');
        await refused(page, 'read on first');
        // Two touches are one step.
        const [step, first] = [() => page.textContent('.lesson .step'), await lesson(page)];
        const [, at] = /(\d+)/.exec(await step());
        await page
            .locator('.lesson button:has-text("Continue")')
            .evaluate((button) => (button.click(), button.click()));
        await movesOn(page, first);
        assert.match(await step(), new RegExp(`\\b${Number(at) + 1}\\b`));
        await read(page);
        await refusedNothing(page);
        await page.click('[data-cell=c3] .top');
        await refused(page, '', 'L6');
        await everySize(page, 'learn-why');
        await page.click('[data-cell=e3] .top');
        await refused(page, 'try what the lesson suggests first');
        await act(page, ...climb('a1', 'a2'));
        await refusedNothing(page);

        await page.goto('/#/learn/high_tide_henn');
        await page.waitForSelector('.beaches'); // not the lesson of before
        await read(page);
        await page.click('.missing');
        await refused(page, '', 'H9');
        await act(page, ...choice('Roll two dice'));
        await act(page, ...choice('Leave and reroll'));
        await page.click('.missing');
        await refused(page, 'try what the lesson suggests first');
        assert.deepEqual(problems, []);
        await close();
    });

    test('a newcomer learns all three games at real tables, and goes on where they left', async ({ kit }) => {
        const { page, problems, close } = await visitor(kit, { warnings: true });
        await page.click('a[href="#/learn"]');
        await page.click('a[href="#/learn/high_tide_leiman"]');
        await page.waitForSelector('.cell');
        await act(page, ...climb('a1', 'a2'));
        await act(page, ...climb('c1', 'd1'));
        await everySize(page, 'learn-leiman');
        await page.reload();
        await page.waitForSelector('.cell');
        await act(page, ...climb('a3', 'b3'));
        await act(page, ...climb('c4', 'b3'));
        await finish(page);

        await page.goto('/#/learn/turn_the_tide');
        await page.waitForSelector('.islands');
        await read(page);
        for (const selector of card(60)) await page.click(selector);
        await page.waitForSelector('[role=alert]:has-text("try what the lesson suggests first")');
        // The bubble stands at the card, not over the empty header.
        const bubble = await page.locator('.refusal').boundingBox();
        const piece = await page.locator('.hand .card.lifted').boundingBox();
        const middle = piece.x + piece.width / 2;
        assert.ok(
            bubble.x <= middle && middle <= bubble.x + bubble.width,
            `the bubble is at ${bubble.x}, the card at ${middle}`,
        );
        assert.ok(
            bubble.y + bubble.height > piece.y - 30,
            `the bubble ends at ${bubble.y + bubble.height}, the card is at ${piece.y}`,
        );
        await act(page, ...card(44));
        await act(page, ...card(9));
        await everySize(page, 'learn-tide');
        await act(page, ...card(16));
        await act(page, ...card(27));
        await finish(page);

        await page.goto('/#/learn/high_tide_henn');
        await page.waitForSelector('.beaches');
        await act(page, ...choice('Roll two dice'));
        await act(page, ...choice('Leave and reroll'));
        await act(page, ...choice('Keep this roll'));
        await everySize(page, 'learn-henn');
        await act(page, ...choice('Keep the dice'));
        await finish(page);
        assert.equal((await page.locator('.badges .badge').count()) > 6, true);
        await page.click('text=Play a game');
        await page.waitForSelector('.sentence');
        assert.deepEqual(problems, []);
        await close();
    });
});
