// Every main view at three sizes in both themes: axe finds nothing, nothing overflows, a picture is kept.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFolder, settled, sizes, startGame, visitor } from './kit.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const pictures = join(buildFolder, 'web-pictures');

async function inspect(page, context, name) {
    // The policy of the page forbids foreign scripts, so axe comes in through the debugger.
    await page.evaluate((await import('node:fs')).readFileSync(axe, 'utf8'));
    const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
    const words = found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
    assert.deepEqual(words, [], `axe in ${name}`);
    const { width } = page.viewportSize();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${name} is wider than the screen`);
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: width < 1000 });
}

async function tour(kit, size, dark) {
    await mkdir(pictures, { recursive: true });
    const { page, context, problems, close } = await visitor(kit, { size, dark });
    const look = (name) => inspect(page, context, `${name}-${sizes[size].width}-${dark ? 'night' : 'noon'}`);
    await page.waitForSelector('.card');
    await look('home');
    await page.click('header button');
    await look('settings');
    await startGame(page, 'high_tide_leiman', { before: () => look('setup') });
    for (let i = 0; i < 3; i += 1) {
        await settled(page);
        await page.locator('.cell.movable').first().click();
        await page.locator('.cell.target').first().click();
        await page.waitForFunction(() => !document.querySelector('.cell.target'));
    }
    if (!(await settled(page))) await page.locator('.cell.movable').first().click();
    await look('leiman');
    await page.goto('/#/');
    await startGame(page, 'turn_the_tide');
    for (let i = 0; i < 4; i += 1) {
        await settled(page);
        if (await page.locator('.summary').count()) break;
        await page.locator('.hand .card').nth(i % 3).click();
        await page.click('.act .button');
    }
    await settled(page);
    await look('tide');
    await page.goto('/#/');
    await startGame(page, 'high_tide_henn', { preset: 'Everything', before: () => page.click('summary') });
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
