// Every main view at three sizes in both themes: axe finds nothing, nothing overflows, a picture is kept.
import assert from 'node:assert/strict';
import { inspect } from './inspect.mjs';
import { settled, sizes, startGame, visitor } from './kit.mjs';

async function tour(kit, size, dark) {
    const { page, problems, close } = await visitor(kit, { size, dark, language: size === 'phone' && dark ? 'de' : 'en' });
    const look = (name) => inspect(page, `${name}-${sizes[size].width}-${dark ? 'night' : 'noon'}`);
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
        if ((await page.locator('.cell.target').count()) === 0) await page.locator('.cell.movable .top').first().click();
        await page.locator('.cell.target .top').first().click();
        await page.waitForFunction(() => !document.querySelector('.cell.target'));
    }
    await look('leiman-result');
    await page.goto('/#/');
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
    await page.goto('/#/');
    await startGame(page, 'high_tide_henn', { preset: 3, before: () => look('setup-more') });
    for (let i = 0; i < 9 && !(await settled(page)); i += 1) await page.locator('.choice').first().click();
    await settled(page);
    await look('henn');
    assert.deepEqual(problems, []);
    await close();
}

export const tests = Object.fromEntries(
    Object.keys(sizes).flatMap((size) =>
        [false, true].map((dark) => [`every view at ${sizes[size].width} px, ${dark ? 'night' : 'noon'}`, (kit) => tour(kit, size, dark)]),
    ),
);
