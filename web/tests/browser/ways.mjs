// Ways through the page that show every main view, and every address that it knows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { settled, startGame } from './kit.mjs';

/** Ways through the page; `look` is called at every view. */
export const ways = {
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

export async function walk({ page, problems, close }, names, look) {
    for (const name of names) {
        await page.goto('/#/');
        await ways[name](page, (view) => look(page, view));
    }
    assert.deepEqual(problems, []);
    await close();
}

/** Taken from the page itself, so that no view is forgotten; and addresses with nothing there. */
export function addresses() {
    const rooms = [
        ...readFileSync(new URL('../../src/App.svelte', import.meta.url), 'utf8').matchAll(
            /^ {8}(\w+): \(\) => import\(/gm,
        ),
    ].map(([, room]) => room);
    assert.ok(rooms.length >= 15, rooms.join());
    return [
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
    ];
}

/** Goes to an address and waits until its view stands there, with nothing left of the last one. */
export async function visit(page, address) {
    await page.goto('/licences.txt');
    await page.goto(`/#/${address}`);
    // A loading view says so; then the view itself appears.
    await page
        .waitForFunction(
            () =>
                document.querySelector('main') &&
                document.querySelector('h1') &&
                !document.querySelector('main .waiting'),
        )
        .catch(() => assert.fail(`no heading at ${address}`));
}
