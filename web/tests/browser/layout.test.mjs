// What is in the window together, at every size of it, and what stays in its place while one plays.
import assert from 'node:assert/strict';
import { act, engine, open, positionOf } from '../../tools/storyboards.mjs';
import { test } from './fixtures.mjs';
import { inSight, inWindow, inspect } from './inspect.mjs';
import { andTold, settled, startGame, visitor } from './kit.mjs';

test.describe('the layout', () => {
    test('islands, tides and hand are in the window together, and so is a hint; Henn fills the width with large chairs', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit);
        await startGame(page, 'turn_the_tide', { before: () => page.click('button:has-text("5 players")') });
        await settled(page);
        // A phone whose browser keeps its bars is no higher than this.
        for (const [width, height] of [
            [390, 844],
            [390, 664],
            [360, 640],
        ]) {
            await page.setViewportSize({ width, height });
            await page.waitForFunction((high) => innerHeight === high, height);
            for (const part of [
                '.islands',
                '.middle',
                '.hand .card:first-child',
                '.hand .card:last-child',
                '.act .button',
                '.mute',
                '.tools .button',
            ])
                assert.ok(await inSight(page, part), `${part} at ${width}x${height}`);
        }
        await page.click('button:has-text("Hint")');
        await page.waitForSelector('.hint');
        await page.setViewportSize({ width: 390, height: 664 });
        for (const part of ['.islands', '.tides', '.hint', '.card.hinted'])
            assert.ok(await inSight(page, part), `${part} with a hint at 390x664`);
        for (const [width, height] of [
            [1000, 680],
            [1280, 720],
            [1440, 900],
            [390, 844],
            [844, 390],
            [720, 450],
            [820, 1180],
            [1180, 820],
            [768, 1024],
            [1024, 768],
        ]) {
            await page.setViewportSize({ width, height });
            await page.waitForFunction((wide) => innerWidth === wide, width);
            for (const part of [
                '.islands',
                '.tides',
                '.hand .card:first-child',
                '.hand .card:last-child',
                '.act .button',
                '.hint',
                '.card.hinted',
                '.tools',
            ])
                assert.ok(await inWindow(page, part), `${part} at ${width}x${height}`);
            const [mute, tools] = [
                await page.locator('.mute').boundingBox(),
                await page.locator('.tools').boundingBox(),
            ];
            assert.ok(
                mute.x >= tools.x + tools.width || mute.y >= tools.y + tools.height || mute.y + mute.height <= tools.y,
                `the sound button lies over the tools at ${width}x${height}`,
            );
            assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
            const [tides, hint] = [
                await page.locator('.tides').boundingBox(),
                await page.locator('.hint').boundingBox(),
            ];
            if (width >= 720)
                assert.ok(
                    hint.y >= tides.y + tides.height - 1 || hint.x >= tides.x + tides.width - 1,
                    `the hint covers the tides at ${width}x${height}`,
                );
        }
        // The open settings lie over the hand.
        await page.setViewportSize({ width: 390, height: 844 });
        await page.click('header button[aria-controls=settings]');
        assert.ok(await inSight(page, '#settings label:last-of-type'));
        await page.keyboard.press('Escape');
        // In a lesson, too, one sees what one chooses for.
        await page.goto('/#/learn/turn_the_tide');
        await page.waitForSelector('.lesson');
        while (await page.locator('.lesson button.primary').count()) {
            const before = await page.textContent('.lesson');
            await page.click('.lesson button.primary');
            await page.waitForFunction((said) => document.querySelector('.lesson').textContent !== said, before);
        }
        for (const [width, height] of [
            [1440, 900],
            [390, 844],
        ]) {
            await page.setViewportSize({ width, height });
            await page.waitForFunction((wide) => innerWidth === wide, width);
            for (const part of [
                '.lesson',
                '.islands',
                '.middle',
                '.hand .card:first-child',
                '.hand .card:last-child',
                '.act .button',
            ])
                assert.ok(await inSight(page, part), `${part} of the lesson at ${width}x${height}`);
        }
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto('/#/');
        // The game that was left is in the list, and a new one does not replace it.
        await page.waitForSelector('.begun a:has-text("Turn the Tide")');
        // With everything, too, and what is chosen from is in the window with it.
        await startGame(page, 'high_tide_henn', { preset: 3 });
        await settled(page);
        for (const [width, height] of [
            [1000, 680],
            [1024, 768],
            [1280, 720],
            [1366, 768],
            [1440, 900],
        ]) {
            await page.setViewportSize({ width, height });
            await page.waitForFunction((wide) => innerWidth === wide, width);
            await page
                .waitForFunction(() => document.querySelector('.chair').offsetHeight >= 48)
                .catch(async () => {
                    assert.fail(
                        `a chair is ${await page
                            .locator('.chair')
                            .first()
                            .evaluate((chair) => chair.offsetHeight)} high at ${width}x${height}`,
                    );
                });
            for (const part of ['.players', '.beaches', '.dice-side ol', '.choice >> nth=0'])
                assert.ok(await inWindow(page, part), `${part} at ${width}x${height}`);
        }
        const [beaches, board] = [
            await page.locator('[data-beaches]').boundingBox(),
            await page.locator('.board').first().boundingBox(),
        ];
        assert.ok(beaches.width > board.width * 0.95);
        await page.goto('/#/');
        await page.waitForFunction(() => document.querySelectorAll('.begun li').length === 2);
        await inspect(page, 'home-unfinished');
        assert.deepEqual(problems, []);
        await close();
    });
    test('the choices of Henn are in view to the last row, and do not touch the edge of the window', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit, { prefs: { pace: 'instant', soundAsked: true } });
        await page.setViewportSize({ width: 1440, height: 900 });
        await open(page, positionOf(await engine(), 'henn-again'));
        const { count, cut, room } = await page.locator('.choices').evaluate((choices) => ({
            count: choices.children.length,
            cut: choices.scrollHeight - choices.clientHeight,
            room: innerHeight - choices.lastElementChild.getBoundingClientRect().bottom,
        }));
        assert.ok(count >= 4 && cut === 0 && room >= 20, `${count} choices, ${cut} px cut off, ${room} px to the edge`);
        assert.deepEqual(problems, []);
        await close();
    });
    test('Leiman on a low phone: the end of a round and of a match leave every tile and both plates in view', async ({
        kit,
    }) => {
        const ask = await engine();
        for (const [name, panel] of [
            ['leiman-match-end', '.result'],
            ['leiman-round-end', '.summary'],
        ]) {
            const { page, problems, close } = await visitor(kit, { size: 'phone', touch: true });
            const position = positionOf(ask, name);
            await open(page, position);
            await act(page, position);
            await page.waitForSelector(panel);
            // The end of a match is put aside for the board; its way back stays in view.
            if (panel === '.result') await page.click('.result .aside');
            for (const [width, height] of [
                [390, 664],
                [360, 640],
                [390, 844],
            ]) {
                await page.setViewportSize({ width, height });
                await page.waitForFunction((wide) => innerWidth === wide, width);
                const covered = () =>
                    page.evaluate((over) => {
                        const box = document.querySelector(over).getBoundingClientRect();
                        return [...document.querySelectorAll('.cell .top, .stones')].filter(
                            (piece) => piece.getBoundingClientRect().bottom > box.top + 1,
                        ).length;
                    }, panel);
                await page.waitForFunction(
                    (over) =>
                        document
                            .querySelector(over)
                            .getAnimations()
                            .every(({ playState }) => playState === 'finished'),
                    panel,
                );
                assert.equal(await covered(), 0, `${name} at ${width}x${height}`);
            }
            assert.deepEqual(problems, []);
            await close();
        }
    });
    test('at twice the size, on its side and in wide windows nothing lies over the table, and the board fills it', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit);
        await startGame(page, 'turn_the_tide');
        await settled(page);
        await andTold(page, async () => {
            await page.locator('.hand .card').first().click();
            await page.click('.act .button');
        });
        await settled(page);
        // Nothing to scroll in a usual window, with a hint either.
        for (const asked of [false, true]) {
            if (asked) await page.click('button:has-text("Hint")');
            if (asked) await page.waitForSelector('.hint');
            const high = await page.evaluate(() => document.documentElement.scrollHeight);
            assert.ok(high <= 900, `the page is ${high} high at 1440x900`);
        }
        // 1440x900 and 1280x800 at 200 %, a phone on its side, and large windows.
        for (const [width, height] of [
            [720, 450],
            [640, 400],
            [844, 390],
            [1920, 1080],
            [2560, 1440],
        ]) {
            await page.setViewportSize({ width, height });
            await page.waitForFunction((wide) => innerWidth === wide, width);
            for (const part of [
                '.islands',
                '.tides',
                '.hand .card:first-child',
                '.hand .card:last-child',
                '.act .button',
            ])
                assert.ok(await inWindow(page, part), `${part} at ${width}x${height}`);
            const [islands, choose] = [
                await page.locator('.islands').boundingBox(),
                await page.locator('.choose').boundingBox(),
            ];
            const apart = islands.y + islands.height <= choose.y + 1 || islands.x + islands.width <= choose.x + 1;
            assert.ok(apart, `the hand covers the islands at ${width}x${height}`);
        }
        for (const [game, part] of [
            ['high_tide_henn', '[data-beaches]'],
            ['high_tide_leiman', '.beach'],
        ]) {
            await page.goto('/#/');
            await startGame(page, game);
            await settled(page);
            for (const [width, height] of [
                [1440, 900],
                [1920, 1080],
                [2560, 1440],
                [820, 1180],
            ]) {
                await page.setViewportSize({ width, height });
                await page.waitForFunction((wide) => innerWidth === wide, width);
                const { width: wide, height: high } = await page.locator(part).first().boundingBox();
                // Names grow with their beaches.
                if (game === 'high_tide_henn' && width === 2560) {
                    const letters = await page
                        .locator('.lane')
                        .first()
                        .locator('text')
                        .last()
                        .evaluate((name) => name.getBoundingClientRect().height);
                    assert.ok(letters > 17, `the name of a beach is ${letters} high`);
                }
                assert.ok(
                    (wide * high) / (width * height) > 0.33,
                    `${part} has ${Math.round((100 * wide * high) / (width * height))} % of ${width}x${height}`,
                );
            }
        }
        // A small window shows what can be played on the start page, not only the sky.
        await page.goto('/#/');
        for (const [width, height] of [
            [390, 664],
            [844, 390],
            [720, 450],
        ]) {
            await page.setViewportSize({ width, height });
            await page.waitForFunction((wide) => innerWidth === wide, width);
            assert.ok(await inWindow(page, '.begun a'), `what can be played at ${width}x${height}`);
        }
        assert.deepEqual(problems, []);
        await close();
    });
    test('on a phone nothing moves while one plays: the page of Henn keeps its length, the button of Turn the Tide its place', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit, { size: 'phone', touch: true });
        await page.setViewportSize({ width: 390, height: 664 });
        await startGame(page, 'turn_the_tide');
        await settled(page);
        const button = async () => Math.round((await page.locator('.act .button').boundingBox()).y);
        const stood = await button();
        for (let cards = 12; cards > 5; cards -= 1) {
            await andTold(page, async () => {
                await page.locator('.hand .card').first().tap();
                await page.tap('.act .button');
            });
            await settled(page);
            if (await page.locator('.summary').count()) break; // who goes under plays no more cards
            assert.equal(await button(), stood, `with ${cards - 1} cards`);
        }
        await page.goto('/#/');
        await startGame(page, 'high_tide_henn', { preset: 3 });
        await settled(page);
        const lengths = await page.evaluate(() => {
            const length = () => document.documentElement.scrollHeight;
            const asked = length();
            document.querySelector('.ask').style.display = 'none';
            return [asked, length()];
        });
        assert.equal(lengths[0], lengths[1], 'the page is as long without a question');
        // Numbers of spaces lie on the sand; half of one under the edge of the waves says nothing.
        const wet = await page.locator('.lane').evaluateAll(
            (lanes) =>
                lanes.filter((lane) => {
                    const edge = lane.querySelector('.water path').getBoundingClientRect().bottom;
                    return [...lane.querySelectorAll('text')].some(
                        (number) => number.getBoundingClientRect().top < edge,
                    );
                }).length,
        );
        assert.equal(wet, 0, 'numbers under the water');
        assert.deepEqual(problems, []);
        await close();
    });
    test('nothing moves with five islands on a phone on its side and at twice the size: notes are long and short, cards two rows and one', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit, { size: 'phone', touch: true });
        await open(page, {
            setup: {
                game: 'turn_the_tide',
                options: {},
                seats: Array.from({ length: 5 }, (_, i) =>
                    i === 0 ? { kind: 'person' } : { kind: 'bot', level: 'easy' },
                ),
                seed: 'still',
                moves: [],
            },
        });
        for (const [width, height, tricks] of [
            [844, 390, 4],
            [720, 450, 4],
        ]) {
            await page.setViewportSize({ width, height });
            await page.waitForFunction((wide) => innerWidth === wide, width);
            const lies = () =>
                page.evaluate(() =>
                    ['.islands', '.tides', '.act .button'].map((part) =>
                        Math.round(document.querySelector(part).getBoundingClientRect().bottom),
                    ),
                );
            const before = await lies();
            for (let trick = 0; trick < tricks; trick += 1) {
                await andTold(page, async () => {
                    await page.locator('.hand .card').first().tap();
                    await page.tap('.act .button');
                });
                await settled(page);
                if (await page.locator('.summary').count()) break;
                assert.deepEqual(
                    await lies(),
                    before,
                    `islands, tides and button at ${width}x${height} after ${trick + 1} tricks`,
                );
            }
        }
        assert.deepEqual(problems, []);
        await close();
    });
});
