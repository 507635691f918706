// The page in a language that does not exist: its texts are accented, a third longer and in brackets. Whatever has no
// brackets was never translated; a bracket that cannot be seen was cut off.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pseudo } from '../../plugins/messages';
import { moduleOf, readTexts } from '../../plugins/texts';
import { test } from './fixtures.mjs';
import { guest } from './gather.mjs';
import { host } from './host.mjs';
import { visitor } from './kit.mjs';
import { addresses, visit, walk, ways } from './ways.mjs';

/** Gives the page texts of that language in place of the English ones. */
async function speakPseudo({ page }) {
    const body = moduleOf(readTexts('en'), pseudo);
    await page.route(/\/en-texts-[^/]*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.reload();
    await page.waitForFunction(() => document.body.textContent.includes('⟦'));
}

/** Names: they are the same in every language. */
const languages = JSON.parse(readFileSync(new URL('../../texts/languages.json', import.meta.url), 'utf8'));
const names = `Springtide|Guest [0-9a-f]{4}|${Object.values(languages).join('|')}`;

/** Visible texts that are not translated, and texts that are cut off. */
function faults(names) {
    /** Without what is between brackets, from the inside out. */
    const outside = (text) => {
        for (let before = ''; before !== text; ) [before, text] = [text, text.replace(/⟦[^⟦⟧]*⟧/g, ' ')];
        return text.replace(new RegExp(names, 'g'), ' ');
    };
    const isOwnWord = (text) => /[a-z]{3}/i.test(text);
    const found = [];
    for (const element of document.querySelectorAll('body *')) {
        if (element.closest('[translate=no], script, style, code, pre, textarea')) continue;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
            const text = outside(element.getAttribute(name) ?? '');
            if (isOwnWord(text)) found.push(`untranslated ${name}: ${text}`);
        }
    }
    const clips = (style) => /hidden|clip/.test(style.overflowX + style.overflowY);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent.closest('[translate=no], script, style, code, pre, textarea') || !parent.checkVisibility()) continue;
        if (isOwnWord(outside(node.data))) found.push(`untranslated: ${node.data.trim()}`);
        const at = node.data.lastIndexOf('⟧');
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const end = range.getBoundingClientRect();
        if (end.width === 0) continue;
        for (let box = parent; box && box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box);
            // For ears only, or a name that may be as long as a player likes.
            if (style.textOverflow === 'ellipsis') break;
            if (style.clipPath !== 'none' || box.getBoundingClientRect().width <= 1) break;
            if (!clips(style) && box.localName !== 'svg') continue;
            const { left, right, top, bottom } = box.getBoundingClientRect();
            if (end.right > right + 1 || end.left < left - 1 || end.bottom > bottom + 4 || end.top < top - 4) {
                found.push(
                    `cut off in ${box.localName}.${box.className?.baseVal ?? box.className}: ${node.data.trim()}`,
                );
                break;
            }
        }
    }
    return [...new Set(found)];
}
/** Collects the faults of each view and reports them at the end. */
function looker() {
    const found = [];
    return {
        found,
        look: async (page, view) => {
            found.push(...(await page.evaluate(faults, names)).map((fault) => `${view}: ${fault}`));
            const { width } = page.viewportSize();
            const wide = await page.evaluate((most) => {
                const over = (box) => box.getBoundingClientRect().right > most + 1;
                const all =
                    document.documentElement.scrollWidth > most
                        ? [...document.querySelectorAll('body *:not(svg *)')]
                        : [];
                return all
                    .filter((box) => over(box) && ![...box.children].some(over))
                    .map(({ outerHTML }) => outerHTML);
            }, width);
            found.push(...wide.map((html) => `${view}: wider than ${width}: ${html.slice(0, 200)}`));
        },
    };
}

test.describe('in a longer language', () => {
    for (const size of ['phone', 'desktop'])
        test(`every view is translated, and no text is cut off (${size})`, async ({ kit }) => {
            const someone = await visitor(kit, { size });
            await speakPseudo(someone);
            const { found, look } = looker();
            await walk(someone, Object.keys(ways), look);
            assert.deepEqual([...new Set(found)], []);
        });
    test('every address with nothing there yet is translated, and no text is cut off', async ({ kit }) => {
        const server = await host();
        const someone = await guest(kit, server, { size: 'phone' });
        await speakPseudo(someone);
        const { found, look } = looker();
        // The rules are pages of their own in each language.
        for (const address of addresses().filter((one) => !one.startsWith('rules'))) {
            await visit(someone.page, address);
            await look(someone.page, address);
        }
        assert.deepEqual(found, []);
        await someone.close();
        await server.stop();
    });
});
