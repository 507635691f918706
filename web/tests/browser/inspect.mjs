// Looks at a view as it stands: axe finds nothing in either light, nothing is wider than the screen. With
// SPRINGTIDE_PICTURES=1 a
// picture of it is kept in web-pictures of the build folder; of a test that fails they always are.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildFolder, sizes } from './kit.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = join(buildFolder, 'web-pictures');

async function ask(page, name, rules) {
    // The policy of the page forbids foreign scripts, so axe comes in through the debugger.
    // A new one every time: it remembers colours.
    const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) };
    const words = await page.evaluate(`(async () => { ${axe};
        const { violations } = await axe.run(document, ${JSON.stringify(options)});
        return violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html.slice(0, 160) + ' ' + node.failureSummary));
    })()`);
    assert.deepEqual(words, [], `axe in ${name}`);
}

/** `lit`: the caller looks at it in the other light as well. Where somebody chose a theme there is only one. */
export async function inspect(page, name, lit = false) {
    await ask(page, name);
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const now = await theme();
    if (!lit) {
        // What differs by night and at noon are the colours.
        await page.emulateMedia({ colorScheme: now === 'night' ? 'light' : 'dark' });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        if ((await theme()) !== now) await ask(page, `${name}, the other light`, ['color-contrast']);
        await page.emulateMedia({ colorScheme: now === 'night' ? 'dark' : 'light' });
        await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, now);
    }
    const { width } = page.viewportSize();
    assert.ok(
        (await page.evaluate(() => document.documentElement.scrollWidth)) <= width,
        `${name} is wider than the screen`,
    );
    if (process.env.SPRINGTIDE_PICTURES) await picture(page, name);
}

export async function picture(page, name) {
    const { width } = page.viewportSize();
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: width < 1000 });
}

const lights = { noon: 'light', night: 'dark' };
/** What depends on the size depends little on the light: a narrow and a wide window, each in a light of its own.
 *  Between them stands
 *  nothing that neither has: there only the width is looked at. */
const some = [
    ['phone', 'night'],
    ['tablet', 'noon', 'width'],
    ['desktop', 'noon'],
];
/** Every size in one light. */
export const sizesAt = (light) => Object.keys(sizes).map((size) => [size, light]);

/** The view as it stands, at every size and in both lights. `lit`: `looks` has both lights already. */
export async function everySize(page, name, looks = some, lit = true) {
    const before = page.viewportSize();
    for (const [size, light, only] of looks) {
        const { width, height } = sizes[size];
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: lights[light] });
        await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, light);
        // The page draws and lays itself out anew with the next frames.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await page
            .waitForFunction((most) => document.documentElement.scrollWidth <= most, width)
            .catch(async () => {
                assert.fail(
                    `${name} is ${await page.evaluate(() => document.documentElement.scrollWidth)} wide at ${width}`,
                );
            });
        if (only !== 'width') await inspect(page, `${name}-${width}-${light}`, lit);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(before);
}

/** Whether the first such part lies wholly in the window. */
export const inWindow = async (page, part) => {
    const { width, height } = page.viewportSize();
    const box = await page.locator(part).first().boundingBox();
    return (
        box !== null && box.x >= -1 && box.y >= -1 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1
    );
};
/** In the window, and nothing lies over its lower edge. */
export const inSight = async (page, part) =>
    (await inWindow(page, part)) &&
    page
        .locator(part)
        .first()
        .evaluate((element) => {
            const { left, width, bottom } = element.getBoundingClientRect();
            const top = document.elementFromPoint(left + width / 2, bottom - 3);
            return element === top || element.contains(top);
        });
