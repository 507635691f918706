// How many words a player has to read on a screen: visible text that is not just a number, without the game log.
import { guest } from './gather.mjs';
import { openMore, settled } from './kit.mjs';

/** Words in view or below it. A number alone is no word; what only a screen reader says does not count. */
export const wordsOf = (page, without = '#log-title, #log-title ~ *') =>
    page.evaluate((left) => {
        const words = [];
        const walk = (node) => {
            if (node.nodeType === Node.TEXT_NODE) {
                words.push(...(node.data.match(/\S+/g) ?? []).filter((word) => /\p{L}/u.test(word)));
                return;
            }
            if (!(node instanceof Element) || node.matches(`script, style, svg, option, ${left}`)) return;
            if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
            const { width, height, bottom } = node.getBoundingClientRect();
            const shown = getComputedStyle(node);
            if (shown.display !== 'contents' && (width <= 1 || height <= 1 || bottom + scrollY <= 0)) return;
            if (shown.clipPath === 'inset(50%)' || shown.clip === 'rect(0px, 0px, 0px, 0px)') return;
            for (const child of node.childNodes) walk(child);
        };
        walk(document.body);
        return words;
    }, without);

/** The screens that are kept short, each as a guest of an empty server sees it on a desktop; at most so many words. */
export const limits = { home: 100, account: 90, 'Henn in play': 150 };

/** Goes to each screen and hands its words to `look`. */
export async function tourOfWords(kit, server, look) {
    const { page, problems, close } = await guest(kit, server, { prefs: { typed: false } });
    await page.waitForSelector('.now button');
    await look('home', await wordsOf(page));
    await page.goto(`${server.url}/#/me`);
    await page.waitForSelector('input[autocomplete="nickname"], input[autocomplete="username"]');
    await page.waitForLoadState('networkidle');
    await look('account', await wordsOf(page));
    await page.goto(`${server.url}/#/new/high_tide_henn`);
    await openMore(page);
    await page.locator('.preset').nth(3).click(); // with all expansions
    await page.click('.button.primary');
    await page.waitForSelector('.status');
    let most = [];
    for (let turn = 0; turn < 6 && !(await settled(page)); turn += 1) {
        const words = await wordsOf(page);
        if (words.length > most.length) most = words;
        await page.locator('.choice').first().click();
    }
    await look('Henn in play', most);
    await close();
    return problems;
}
