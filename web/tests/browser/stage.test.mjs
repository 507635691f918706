// The stage in a browser: what is seen in which order, what fits into the window, what a touch does.
import assert from 'node:assert/strict';
import { bringSounds, measure, render } from '../../tools/listen.mjs';
import { act, engine, open, positionOf } from '../../tools/storyboards.mjs';
import { test } from './fixtures.mjs';
import { decisions } from './gather.mjs';
import { inSight, inspect } from './inspect.mjs';
import { settled, startGame, visitor } from './kit.mjs';

/** Notes every caption with what lies in the middle and what is ticked, from now on. */
const watch = (page) =>
    page.evaluate(() => {
        globalThis.seen = [];
        const look = () =>
            globalThis.seen.push({
                said: document.querySelector('.status').textContent,
                tides: [...document.querySelectorAll('.tide:not(.gone) [data-tide]')]
                    .map((card) => card.dataset.tide)
                    .join(),
                ticks: document.querySelectorAll('.back').length,
                round: document.querySelector('.info')?.textContent,
            });
        new MutationObserver(look).observe(document.querySelector('.status'), {
            childList: true,
            characterData: true,
            subtree: true,
        });
    });
const seen = (page) => page.evaluate(() => globalThis.seen);
const playCard = async (page) => {
    await page.locator('.hand .card').first().click();
    await page.click('.act .button');
};

test.describe('the stage', () => {
    test('a trick is seen beat by beat: cards, highest, tides, who pays; the next tides and ticks only after it; a key skips', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit, { prefs: { pace: 'quick', soundAsked: true } });
        await startGame(page, 'turn_the_tide');
        await page.waitForSelector('.status.mine');
        const before = await page.locator('[data-tide]').evaluateAll((cards) => cards.map((card) => card.dataset.tide));
        await watch(page);
        await playCard(page);
        await page.waitForFunction(() => globalThis.seen.some(({ said }) => said === 'Your turn'));
        const film = await seen(page);
        const at = (words) => film.findIndex(({ said }) => words.test(said));
        const order = [
            /are revealed/,
            /highest card/,
            /takes tide/,
            /deepest/,
            /loses a preserver|goes under|Lost a preserver/,
            /aside/,
            /^Tides/,
            /Your turn/,
        ].map(at);
        assert.ok(
            order.every((place) => place >= 0),
            film.map(({ said }) => said).join(' | '),
        );
        assert.deepEqual(
            [...order].sort((a, b) => a - b),
            order,
        );
        // Nothing of the next trick is there before its beat.
        for (const { tides, ticks } of film.slice(at(/are revealed/), at(/^Tides/))) {
            assert.ok(
                tides
                    .split(',')
                    .filter(Boolean)
                    .every((level) => before.includes(level)),
                `${tides} of ${before}`,
            );
            assert.equal(ticks, 0);
        }
        // A beat that would last for minutes: whoever sees the next trick has skipped it.
        await page.evaluate(() => {
            const { setTimeout } = window;
            window.setTimeout = (work, ms, ...more) => setTimeout(work, ms >= 100 ? 600000 : ms, ...more);
            globalThis.timeGoesOn = () => void (window.setTimeout = setTimeout);
        });
        await playCard(page);
        await page.waitForFunction(() => /are revealed/.test(document.querySelector('.status').textContent));
        await page.evaluate(() => globalThis.timeGoesOn());
        await page.locator('.board').first().press('Space');
        await page.waitForSelector('.status.mine');
        assert.deepEqual(problems, []);
        await close();
    });
    test('a round ends over its last position, and taking back leaves no mark of what did not happen', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit);
        await startGame(page, 'turn_the_tide', { before: () => page.click('button:has-text("3 players")') });
        await settled(page);
        await playCard(page);
        await settled(page);
        assert.ok((await page.locator('.note .words:not(:empty)').count()) > 0);
        await page.click('.tools >> text=Undo');
        await page.waitForFunction(() => document.querySelectorAll('.hand .card').length === 12);
        assert.equal(await page.locator('.note .words:not(:empty)').count(), 0);
        while (!(await page.locator('.summary').count())) {
            await settled(page);
            if (!(await page.locator('.summary').count())) await playCard(page);
            await page.waitForSelector('.status.mine, .summary');
        }
        assert.match(await page.textContent('.summary h2'), /Round 1/);
        assert.match(await page.textContent('.info'), /Round 1/);
        assert.equal(await page.locator('.summary .own').count(), 1);
        // What everybody gets lies over the cards, on a phone too.
        const covered = () =>
            [...document.querySelectorAll('.points-given')].filter((given) => {
                const { left, top, width, height } = given.getBoundingClientRect();
                return [0.1, 0.5, 0.9].some(
                    (part) => !given.contains(document.elementFromPoint(left + part * width, top + height / 2)),
                );
            }).length;
        for (const [width, height] of [
            [390, 664],
            [1440, 900],
        ]) {
            await page.setViewportSize({ width, height });
            await page.waitForFunction((wide) => innerWidth === wide, width);
            assert.equal(await page.locator('.points-given').count(), 3);
            assert.equal(await page.evaluate(covered), 0, `points are covered at ${width}x${height}`);
        }
        await inspect(page, 'round-end');
        await page.click('.summary .button.primary');
        await page.waitForFunction(() => /Round 2/.test(document.querySelector('.info').textContent));
        await settled(page);
        // Nothing of the last round lies on the islands any more.
        assert.equal(await page.locator('.shown .flip').count(), 0);
        assert.deepEqual(problems, []);
        await close();
    });
    test('two tides of one level fly one after the other, each from its own place', async ({ kit }) => {
        const { page, problems, close } = await visitor(kit, {
            moves: true,
            prefs: { pace: 'quick', soundAsked: true },
        });
        await page.addInitScript(() => {
            globalThis.flown = [];
            const { animate } = Element.prototype;
            Element.prototype.animate = function (frames, how) {
                if (this.matches('.flying')) {
                    const { left, width } = this.getBoundingClientRect();
                    globalThis.flown.push(
                        left + width / 2 + Number(/translate\(([-\d.]+)px/.exec(frames[0].transform)[1]),
                    );
                }
                return animate.call(this, frames, how);
            };
        });
        await page.reload();
        const position = positionOf(await engine(), 'tide-twins');
        await open(page, position);
        const places = await page
            .locator('.tide > div')
            .evaluateAll((all) =>
                all.map((one) => one.getBoundingClientRect()).map(({ left, width }) => left + width / 2),
            );
        await act(page, position);
        await page.waitForFunction(() => globalThis.flown.length === 2);
        const from = await page.evaluate(() => globalThis.flown);
        from.forEach((x, i) =>
            assert.ok(Math.abs(x - places[i]) < 2, `card ${i + 1} flies from ${x}, it lay at ${places[i]}`),
        );
        assert.deepEqual(problems, []);
        await close();
    });
    test('where a beach of Henn pays, nothing that moves ends in the middle, and a plate counts points when they are there', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit, {
            moves: true,
            prefs: { pace: 'quick', soundAsked: true },
        });
        const position = positionOf(await engine(), 'henn-game-end');
        await open(page, position);
        await page.evaluate(() => {
            globalThis.paid = [];
            const sum = (part) =>
                [...document.querySelectorAll(part)].reduce(
                    (all, one) => all + Number(one.textContent.replace('+', '')),
                    0,
                );
            const moving = () =>
                document
                    .getAnimations()
                    .filter(
                        ({ effect }) =>
                            effect.target.closest('.players, .beaches') && effect.getComputedTiming().iterations === 1,
                    )
                    .map(({ effect, startTime }) => [
                        effect.target.className,
                        effect.getComputedTiming().endTime,
                        startTime,
                    ]);
            const pictures = (n, work) => requestAnimationFrame(() => (n > 1 ? pictures(n - 1, work) : work()));
            const look = () => {
                if (!/ pays /.test(document.querySelector('.status').textContent)) return;
                const beat = { first: null, moving: null };
                globalThis.paid.push(beat);
                // In the picture of the words nothing moves yet; some pictures later everything is on its way.
                pictures(1, () => Object.assign(beat, { first: moving() }));
                pictures(6, () =>
                    Object.assign(beat, {
                        moving: moving(),
                        plates: sum('.points .short'),
                        flying: sum('.gain'),
                        marked: sum('.badge'),
                    }),
                );
            };
            // Points that have come to rest are counted at once, and not with the words of the next beat.
            globalThis.landed = [];
            new MutationObserver(
                () =>
                    document.querySelector('.gain') === null &&
                    globalThis.landed.push({ plates: sum('.points .short'), marked: sum('.badge') }),
            ).observe(document.querySelector('.players'), { childList: true, subtree: true });
            new MutationObserver(look).observe(document.querySelector('.status'), {
                childList: true,
                characterData: true,
                subtree: true,
            });
        });
        await act(page, position);
        await page.waitForSelector('.result');
        const paid = await page.evaluate(() => globalThis.paid);
        assert.equal(paid.length, 6);
        const landed = await page.evaluate(() => globalThis.landed);
        assert.ok(
            landed.length >= 6 && landed.every(({ plates, marked }) => plates === marked),
            JSON.stringify(landed),
        );
        for (const { first, moving, plates, flying, marked } of paid) {
            assert.deepEqual(first, []);
            assert.ok(
                moving.some(([what]) => /gain/.test(what)) &&
                    moving.some(([what]) => /badge/.test(what)) &&
                    moving.some(([what]) => /flare/.test(what)),
                moving.join(' | '),
            );
            // A beat is 600 ms at this pace. All of it begins at one moment and ends near its end: every end in the
            // middle costs a picture of its own.
            assert.deepEqual(
                moving.filter(([, end]) => end < 465),
                [],
            );
            assert.equal(new Set(moving.map(([, , start]) => start)).size, 1, moving.join(' | '));
            assert.ok(flying > 0);
            assert.equal(plates + flying, marked);
        }
        assert.deepEqual(problems, []);
        await close();
    });
    test('every sound is there and soft: not silent, not clipped, short, and as loud as the volume says', async ({
        kit,
    }) => {
        const { page, close } = await visitor(kit);
        const heard = {};
        for (const sound of await bringSounds(page)) {
            const [full, half] = [
                measure(await render(page, [[sound, 0.1]], 2)),
                measure(await render(page, [[sound, 0.1]], 2, 0.5)),
            ];
            heard[sound] = { ...full, half: half.peak };
        }
        assert.equal(Object.keys(heard).length, 13);
        for (const [name, { peak, half, begins, ends, drift }] of Object.entries(heard)) {
            assert.ok(peak > 0.03 && peak < 0.9, `${name} has a peak of ${peak}`);
            assert.ok(half > 0.4 * peak && half < 0.6 * peak, `${name} at half volume: ${half} of ${peak}`);
            assert.ok(begins >= 0.1 && begins < 0.35, `${name} begins at ${begins}`);
            assert.ok(ends - 0.1 > 0.05 && ends - 0.1 < 1.25, `${name} ends at ${ends}`);
            assert.ok(Math.abs(drift) < 0.01, `${name} has an offset of ${drift}`);
        }
        // Water swells and ebbs: it is heard from the beginning of its beat to the end, and not as a hiss in the
        // middle.
        for (const [name, long] of [
            ['wave', 1],
            ['tide', 0.45],
            ['under', 0.75],
        ]) {
            const { begins, ends } = heard[name];
            assert.ok(begins < 0.15 && ends - 0.1 > long, `${name} is heard from ${begins} to ${ends}`);
        }
        if (process.env.SPRINGTIDE_SHOW_SOUNDS)
            console.log(
                Object.entries(heard)
                    .map(([name, { peak, ends }]) => `${name}: peak ${peak.toFixed(2)}, ${(ends - 0.1).toFixed(2)} s`)
                    .join('; '),
            );
        await close();
    });
    test('sound begins with the first move; its switch is in view at every size and is remembered', async ({ kit }) => {
        const { page, context, problems, close } = await visitor(kit, { prefs: { pace: 'quick' } });
        await context.addInitScript(() => {
            globalThis.heard = 0;
            for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
                const start = kind.prototype.start;
                kind.prototype.start = function (...when) {
                    globalThis.heard += 1;
                    return start.apply(this, when);
                };
            }
        });
        await page.reload();
        const heard = () => page.evaluate(() => globalThis.heard);
        const move = async () => {
            await page.waitForSelector('.status.mine');
            await decisions.high_tide_leiman(page);
            await page.waitForSelector('.status.mine, .result');
        };
        await startGame(page, 'high_tide_leiman');
        assert.equal(await heard(), 0);
        await move();
        const loud = await heard();
        assert.ok(loud > 3, `${loud} sounds in a move`);
        await page.click('.mute');
        await move();
        assert.equal(await heard(), loud);
        await page.reload();
        await page.waitForSelector('.mute[aria-pressed=false]');
        for (const [width, height] of [
            [820, 1180],
            [844, 390],
            [390, 844],
            [640, 480],
        ]) {
            await page.setViewportSize({ width, height });
            await page.waitForFunction((wide) => innerWidth === wide, width);
            assert.ok(await inSight(page, '.mute'), `the switch at ${width}x${height}`);
            const { width: across, height: down } = await page.locator('.mute').boundingBox();
            assert.ok(across >= 44 && down >= 44, `the switch is ${across}x${down} at ${width}x${height}`);
        }
        assert.deepEqual(problems, []);
        await close();
    });
    test("a tile that was won and a coin fly to the plate, over the beaches and in nobody's frame", async ({ kit }) => {
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
            await act(page, position);
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
    });
});
