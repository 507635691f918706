// What people met and should not have: each of these failed before it was mended.
import assert from 'node:assert/strict';
import { act as play, engine, open, positionOf } from '../../tools/storyboards.mjs';
import { begin, brokenLine, clean, decisions, gather } from './gather.mjs';
import { host } from './host.mjs';
import { inspect } from './inspect.mjs';
import { andTold, settled, startGame, visitor } from './kit.mjs';

const threeSeats = (page) => page.click('button:has-text("3 players")');
const inside = async (page, part) => {
    const { width, height } = page.viewportSize();
    const box = await page.locator(part).first().boundingBox();
    return (
        box !== null && box.x >= -1 && box.y >= -1 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1
    );
};

export const tests = {
    async 'three browsers: a trick taken back leaves no mark; who resigned is not offered the seat, who left it to a bot is'(
        kit,
    ) {
        const server = await host();
        const { guests } = await gather(kit, server, 'turn_the_tide', 3, { choose: threeSeats });
        await begin(guests);
        const pages = guests.map(({ page }) => page);
        for (const page of pages) await decisions.turn_the_tide(page);
        for (const page of pages)
            await page.waitForFunction(
                () =>
                    document.querySelectorAll('.hand .card').length === 11 &&
                    document.querySelector('.note .words:not(:empty)'),
            );
        const lies = () => pages[1].locator('.islands').boundingBox();
        const stood = await lies();
        await pages[0].click('text=Ask to take back');
        await pages[1].waitForSelector('.asked:has-text("would like to take")');
        assert.deepEqual(await lies(), stood, 'what somebody asks moves nothing');
        for (const page of pages.slice(1)) await page.click('.asked:has-text("would like to take") >> text=Agree');
        for (const page of pages) {
            await page.waitForFunction(() => document.querySelectorAll('.note .words:not(:empty)').length === 0);
            assert.equal((await page.textContent('.pays')).trim(), '');
        }
        // Two buttons that nobody takes for each other: one is asked twice and is for good.
        const look = (words) =>
            pages[2].locator(`button:has-text("${words}")`).evaluate((button) => getComputedStyle(button).color);
        assert.notEqual(await look('Resign'), await look('Leave the game to a bot'));
        await pages[1].click('text=Leave the game to a bot');
        await pages[1].waitForSelector('.asked:has-text("A bot plays for you")');
        await pages[1].click('text=Take your seat back');
        await pages[1].waitForFunction(() => !document.querySelector('.asked'));
        await pages[2].click('text=Resign');
        await pages[2].click('text=Really resign?');
        await pages[2].waitForSelector('.asked:has-text("You resigned")');
        assert.equal(await pages[2].locator('text=Take your seat back').count(), 0);
        await inspect(pages[2], 'resigned');
        await pages[2].reload();
        await pages[2].waitForSelector('.asked:has-text("You resigned")');
        assert.equal(await pages[2].locator('text=Take your seat back').count(), 0);
        await clean(guests);
        await server.stop();
    },
    async 'who is invited sees the table and no code; the game begins at its top; a lost line is said'(kit) {
        const server = await host();
        const { guests } = await gather(kit, server, 'high_tide_leiman', 2, { options: () => ({ size: 'phone' }) });
        const [anna, ben] = guests.map(({ page }) => page);
        // Nor does the host, once everybody has a seat.
        for (const page of [anna, ben])
            await page.waitForFunction(() =>
                [...document.querySelectorAll('.invite')].every((one) => !one.checkVisibility()),
            );
        // In a window lower than the board: a page that fits would be at its top by itself.
        for (const page of [anna, ben]) await page.setViewportSize({ width: 360, height: 560 });
        for (const page of [anna, ben]) await page.evaluate(() => scrollTo(0, 400));
        await begin(guests);
        for (const page of [anna, ben]) {
            await page.waitForFunction(() => scrollY === 0);
            assert.ok(
                await page.evaluate(() => document.documentElement.scrollHeight > innerHeight),
                'there is something to scroll',
            );
            await page.setViewportSize({ width: 360, height: 740 });
        }
        // What is asked of the others stands above the board: the sheet in which it was asked goes.
        await ben.click('.tools .more');
        await ben.click('#around.open >> text=Ask to end');
        await ben.waitForFunction(() => !document.querySelector('#around.open'));
        await anna.click('.asked >> text=Rather not');
        await guests[0].context.setOffline(true);
        await anna.waitForSelector('.toast:has-text("Connection lost")');
        // It lies on nobody's plate and on nothing that can be touched, upright and on its side.
        for (const [width, height] of [
            [390, 844],
            [360, 740],
            [844, 390],
        ]) {
            await anna.setViewportSize({ width, height });
            const covered = await anna.evaluate(() => {
                const toast = document.querySelector('.toast').getBoundingClientRect();
                const meets = (box) =>
                    box.width > 0 &&
                    box.left < toast.right &&
                    box.right > toast.left &&
                    box.top < toast.bottom &&
                    box.bottom > toast.top;
                return [...document.querySelectorAll('.board, .tools, .home')]
                    .filter((part) => meets(part.getBoundingClientRect()))
                    .map((part) => part.className);
            });
            assert.deepEqual(covered, [], `at ${width}x${height}`);
        }
        await anna.setViewportSize({ width: 360, height: 740 });
        await guests[0].context.setOffline(false);
        await anna.waitForFunction(() => !document.querySelector('.toast'));
        // Who closes the page is gone, and it shows on the plate.
        await ben.goto('/licences.txt');
        await anna.waitForSelector('.player .away:has-text("gone")');
        await ben.goBack();
        await anna.waitForFunction(() => !document.querySelector('.player .away'));
        await clean(guests, brokenLine);
        await server.stop();
    },
    async 'a line that is silent without being broken is said, and a move that waits for it is not lost'(kit) {
        const server = await host();
        let quiet = false;
        const held = [];
        const { guests } = await gather(kit, server, 'high_tide_leiman', 2);
        await begin(guests);
        const mover = await Promise.race(
            guests.map(({ page }) => page.waitForSelector('.status.mine').then(() => page)),
        );
        await mover.routeWebSocket(/\/ws/, (socket) => {
            const there = socket.connectToServer();
            socket.onMessage((message) => (quiet ? held.push(() => there.send(message)) : there.send(message)));
            there.onMessage((message) => socket.send(message));
        });
        await mover.reload();
        await mover.waitForSelector('.status.mine');
        quiet = true;
        await mover.locator('.cell.movable .top').first().click();
        await mover.locator('.cell.target .top').first().click();
        // Nobody else is waited for.
        await mover.waitForSelector('.status:has-text("One moment")');
        await mover.waitForSelector('.status:has-text("No answer yet")');
        await mover.waitForSelector('.toast:has-text("line is silent")');
        quiet = false;
        for (const send of held) send();
        const other = guests.find(({ page }) => page !== mover).page;
        await other.waitForSelector('.status.mine');
        await clean(guests, brokenLine);
        await server.stop();
    },
    async 'what Henn asks is in view to its last row, and does not touch the edge of the window'(kit) {
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
    },
    async 'a replay of Turn the Tide: every bot by its island, no hands before the deal, nothing is passed on at the end'(
        kit,
    ) {
        const { page, problems, close } = await visitor(kit);
        const position = positionOf(await engine(), 'tide-game-end');
        await open(page, position);
        await play(page, position);
        await page.click('.result >> text=Look at it again');
        await page.waitForSelector('.player .islands');
        const names = await page.locator('.islands .name').allTextContents();
        assert.equal(new Set(names).size, names.length);
        assert.ok(
            names.every((name) => !/bot/i.test(name)),
            names.join(),
        );
        await page.click('[aria-label="To the start"], [aria-label="First moment"], .bar .icon >> nth=0');
        assert.ok(!(await page.textContent('.player .main')).includes('no cards left'));
        await page.locator('.bar .icon').nth(3).click();
        await page.waitForFunction(
            () =>
                !/neighbour/.test(document.querySelector('.now').textContent) &&
                /wins|scores|won/.test(document.querySelector('.now').textContent),
        );
        assert.deepEqual(problems, []);
        await close();
    },
    async 'Leiman: a refusal goes with the next touch, and the caption is in words of the table'(kit) {
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
        assert.match(await page.textContent('.look'), /^(\w\d: )?A (blue|neutral|pink) tile|A stack of/);
        assert.deepEqual(problems, []);
        await close();
    },
    async 'Leiman on a low phone: the end of a round and of a match leave every tile and both plates in view'(kit) {
        const ask = await engine();
        for (const [name, panel] of [
            ['leiman-match-end', '.result'],
            ['leiman-round-end', '.summary'],
        ]) {
            const { page, problems, close } = await visitor(kit, { size: 'phone', touch: true });
            const position = positionOf(ask, name);
            await open(page, position);
            await play(page, position);
            await page.waitForSelector(panel);
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
    },
    async 'who goes on before the explorer or the study board has answered keeps the address of the page they went to'(
        kit,
    ) {
        const { page, problems, close } = await visitor(kit);
        for (const from of ['explore', 'study']) {
            for (const wait of [0, 40, 120, 300, 600]) {
                await page.goto(`/#/${from}`);
                await page.waitForTimeout(wait);
                await page.evaluate(() => (location.hash = '/replay'));
                await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Replay');
                await page.waitForTimeout(500);
                assert.equal(await page.evaluate(() => location.hash), '#/replay', `${from}, left after ${wait} ms`);
            }
        }
        assert.deepEqual(problems, []);
        await close();
    },
    async 'at twice the size, on its side and in wide windows nothing lies over the table, and the board fills it'(
        kit,
    ) {
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
                assert.ok(await inside(page, part), `${part} at ${width}x${height}`);
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
            assert.ok(await inside(page, '.begun a'), `what can be played at ${width}x${height}`);
        }
        assert.deepEqual(problems, []);
        await close();
    },
    async 'a finger beside a small piece of Henn means the nearest: coins, what lies on plates, icons of the track'(
        kit,
    ) {
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
                new RegExp(`^A coin on space \\d+, worth ${value}\\.`),
            );
        }
        assert.match(await touch(page.locator('[data-player] .thing:not(.open)').first(), 0, 20), /surfs on/);
        assert.match(await touch(page.locator('[data-space="1"] .gives'), 0, 18), /rolled again/);
        assert.deepEqual(problems, []);
        await close();
    },
    async "a tile that was won and a coin fly to the plate, over the beaches and in nobody's frame"(kit) {
        const ask = await engine();
        for (const [name, piece] of [
            ['henn-coin', 'svg'],
            ['henn-tile-won', 'button'],
        ]) {
            const { page, problems, close } = await visitor(kit, {
                moves: true,
                prefs: { pace: 'quick', soundAsked: true },
            });
            await page.addInitScript(() => {
                globalThis.flown = [];
                const { animate } = Element.prototype;
                Element.prototype.animate = function (...how) {
                    const from = this.parentElement?.matches('.things')
                        ? {
                              what: this.localName,
                              seen: getComputedStyle(this.parentElement).overflow,
                              above: getComputedStyle(this).zIndex,
                          }
                        : null;
                    if (from) globalThis.flown.push(from);
                    if (this.matches('.left .middle'))
                        (globalThis.left ??= []).push(
                            getComputedStyle(document.querySelector('.pair')).visibility === 'hidden',
                        );
                    return animate.apply(this, how);
                };
            });
            await page.reload();
            const position = positionOf(ask, name);
            await open(page, position);
            await play(page, position);
            await page.waitForFunction((wanted) => globalThis.flown.some(({ what }) => what === wanted), piece);
            const { seen, above } = await page.evaluate(
                (wanted) => globalThis.flown.find(({ what }) => what === wanted),
                piece,
            );
            assert.equal(seen, 'visible', name);
            assert.ok(Number(above) > 0, name);
            // It was won at the end of a round: the pair that was left came to the beaches from the track, and lay
            // there no more.
            if (name === 'henn-tile-won') assert.deepEqual(await page.evaluate(() => globalThis.left), [true, true]);
            assert.deepEqual(problems, []);
            await close();
        }
    },
    async 'on a phone nothing moves while one plays: the page of Henn keeps its length, the button of Turn the Tide its place'(
        kit,
    ) {
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
    },
    async 'nothing moves with five islands on a phone on its side and at twice the size: notes are long and short, cards two rows and one'(
        kit,
    ) {
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
    },
};
