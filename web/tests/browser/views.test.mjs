// Every main view at three sizes in both themes: axe finds nothing, nothing overflows, a picture is kept.
import assert from 'node:assert/strict';
import { everySize, inspect, sizesAt } from './inspect.mjs';
import { settled, startGame, visitor } from './kit.mjs';

/** From the start page through all three games; `look` is called at every view. */
async function tour({ page, problems, close }, look) {
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

export const tests = {
    async 'every view at 360, 768 and 1440 px, at noon'(kit) {
        const someone = await visitor(kit);
        await tour(someone, (name) => everySize(someone.page, name, sizesAt('noon')));
    },
    async 'every view at 360, 768 and 1440 px, by night'(kit) {
        const someone = await visitor(kit, { dark: true });
        await tour(someone, (name) => everySize(someone.page, name, sizesAt('night')));
    },
    async 'every view in German on a phone by night'(kit) {
        const someone = await visitor(kit, { size: 'phone', dark: true, language: 'de' });
        await tour(someone, (name) => inspect(someone.page, `${name}-de`));
    },
};
