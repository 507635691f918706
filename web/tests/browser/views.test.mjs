// Every main view at three sizes in both themes: axe finds nothing, nothing overflows, a picture is kept.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { guest } from './gather.mjs';
import { host } from './host.mjs';
import { everySize, inspect, sizesAt } from './inspect.mjs';
import { settled, startGame, visitor } from './kit.mjs';

/** Ways through the page; `look` is called at every view. */
const ways = {
    async 'the start page and Leiman'(page, look) {
        await page.waitForSelector('.card');
        await look('home');
        await page.click('header button');
        await look('settings');
        await page.keyboard.press('Escape');
        await startGame(page, 'high_tide_leiman', { before: () => look('setup') });
        for (let i = 0; i < 3; i += 1) {
            await settled(page);
            await page.locator('.cell.movable .top').first().click();
            await page.locator('.cell.target .top').first().click();
            await page.waitForFunction(() => !document.querySelector('.cell.target'));
        }
        if (!(await settled(page))) await page.locator('.cell.movable .top').first().click();
        await look('leiman');
        while (!(await settled(page))) {
            if ((await page.locator('.cell.target').count()) === 0)
                await page.locator('.cell.movable .top').first().click();
            await page.locator('.cell.target .top').first().click();
            await page.waitForFunction(() => !document.querySelector('.cell.target'));
        }
        await look('leiman-result');
    },
    async 'Turn the Tide'(page, look) {
        await startGame(page, 'turn_the_tide');
        for (let trick = 1; trick <= 12; trick += 1) {
            await settled(page);
            if (await page.locator('.summary').count()) break;
            if (trick === 4) await look('tide');
            await page.locator('.hand .card').first().click();
            await page.click('.act .button');
        }
        await settled(page);
        await page.waitForSelector('.summary');
        await look('tide-summary');
    },
    async Henn(page, look) {
        await startGame(page, 'high_tide_henn', { preset: 3, before: () => look('setup-more') });
        for (let i = 0; i < 9 && !(await settled(page)); i += 1) await page.locator('.choice').first().click();
        await settled(page);
        await look('henn');
    },
};

async function walk({ page, problems, close }, names, look) {
    for (const name of names) {
        await page.goto('/#/');
        await ways[name](page, (view) => look(page, view));
    }
    assert.deepEqual(problems, []);
    await close();
}

export const tests = {
    ...Object.fromEntries(
        Object.keys(ways).map((name) => [
            `every view of ${name} at 360, 768 and 1440 px, in both lights`,
            async (kit) =>
                walk(await visitor(kit), [name], (page, view) => everySize(page, view, sizesAt('noon'), false)),
        ]),
    ),
    async 'every view in German on a phone by night'(kit) {
        await walk(await visitor(kit, { size: 'phone', dark: true, language: 'de' }), Object.keys(ways), (page, view) =>
            inspect(page, `${view}-de`),
        );
    },
    async 'every address that the page knows, with nothing there yet, in both lights'(kit) {
        // Taken from the page itself, so that no view is forgotten.
        const rooms = [
            ...readFileSync(new URL('../../src/App.svelte', import.meta.url), 'utf8').matchAll(
                /^ {8}(\w+): \(\) => import\(/gm,
            ),
        ].map(([, room]) => room);
        assert.ok(rooms.length >= 15, rooms.join());
        const server = await host();
        const { page, problems, close } = await guest(kit, server, { size: 'phone' });
        for (const room of [
            ...rooms,
            'mail/none',
            'recover/none',
            'club/none',
            'duplicate/none',
            'play/none',
            't/none',
            'new/none',
            'rules/none',
            'replay/none',
            'none',
        ]) {
            await page.goto('/licences.txt'); // nothing of the last one
            await page.goto(`/#/${room}`);
            // What waits says so; then the view itself stands there.
            await page
                .waitForFunction(
                    () =>
                        document.querySelector('main') &&
                        document.querySelector('h1') &&
                        !document.querySelector('main .waiting'),
                )
                .catch(() => assert.fail(`no heading at ${room}`));
            await inspect(page, `address-${room.replace('/', '-')}`);
        }
        assert.deepEqual(
            problems.filter((problem) => !/status of 4\d\d/.test(problem)),
            [],
        );
        await close();
        await server.stop();
    },
};
