// The console stays empty, of warnings too. The lessons are watched in learn.test.mjs.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { begin, clean, decisions, gather } from './gather.mjs';
import { host } from './host.mjs';
import { andTold, chooseLast, settled, startGame, visitor } from './kit.mjs';

const steps = {
    turn_the_tide: decisions.turn_the_tide,
    high_tide_leiman: decisions.high_tide_leiman,
    high_tide_henn: (page) => andTold(page, () => chooseLast(page)),
};

test.describe('the console', () => {
    test('stays empty from the first page into each game and back', async ({ kit }) => {
        const { page, problems, close } = await visitor(kit, { warnings: true, moves: true });
        for (const [game, step] of Object.entries(steps)) {
            await startGame(page, game);
            await settled(page);
            await step(page);
            await settled(page);
            await page.goto('/#/');
            await page.waitForSelector('.card');
        }
        assert.deepEqual(problems, []);
        await close();
    });
    test('is not told of files that are fetched ahead and then fetched again', async ({ kit }) => {
        const { page, close } = await visitor(kit);
        await startGame(page, 'high_tide_leiman');
        // The browser complains seconds later of a preload that nothing used; what it compares stands in the document.
        const unused = await page.evaluate(() =>
            [...document.querySelectorAll('link[rel=preload]')]
                .filter(
                    ({ href, crossOrigin }) =>
                        ![...document.querySelectorAll('link[rel=stylesheet]')].some(
                            (sheet) => sheet.href === href && sheet.crossOrigin === crossOrigin,
                        ),
                )
                .map(({ outerHTML }) => outerHTML),
        );
        assert.deepEqual(unused, []);
        await close();
    });
    test('stays empty at a table of the server', async ({ kit }) => {
        const server = await host();
        const { guests } = await gather(kit, server, 'turn_the_tide', 3, {
            choose: (page) => page.click('button:has-text("3 players")'),
            options: () => ({ warnings: true }),
        });
        await begin(guests);
        for (const { page } of guests) await decisions.turn_the_tide(page);
        for (const { page } of guests)
            await page.waitForFunction(() => document.querySelectorAll('.hand .card').length === 11);
        for (const { page } of guests) await page.goto('/#/');
        for (const { page } of guests) await page.waitForSelector('.card');
        await clean(guests);
        await server.stop();
    });
});
