// The explorer of Leiman's game: every position with what each move leads to, offline, with short addresses.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { everySize } from './inspect.mjs';
import { startGame, visitor } from './kit.mjs';

const moves = 'ul[aria-label="All moves and their results"]';
const proven = (page) =>
    page.waitForFunction(
        (list) => document.querySelector(list) && !document.body.textContent.includes('Calculating margins'),
        moves,
        { timeout: 120000 },
    );
const first = (page) => page.locator(`${moves} button`).first();
const verdict = (page) => page.textContent('.verdict');

/** Lets the first answers of the workers through, as many as sessionStorage says, and holds the others until
 *  `answers.release()`; `answers.open` counts the questions that wait. */
function holdAnswers() {
    const held = [];
    let first = Number(sessionStorage.getItem('answers'));
    const answers = {
        held,
        open: 0,
        release: () => ((first = Infinity), held.splice(0).forEach((answer) => answer())),
    };
    globalThis.answers = answers;
    window.Worker = class extends Worker {
        #open = 0;
        #count(change) {
            this.#open += change;
            answers.open += change;
        }
        postMessage(...what) {
            this.#count(1);
            super.postMessage(...what);
        }
        terminate() {
            this.#count(-this.#open);
            super.terminate();
        }
        set onmessage(work) {
            super.onmessage = (event) => {
                const answer = () => {
                    work(event);
                    this.#count(-1);
                };
                if (first-- > 0) answer();
                else held.push(answer);
            };
        }
    };
}

test.describe('the explorer', () => {
    test('the explorer: a set-up by its link, margins of every move, walking on and back, twins, drawing, wishes, without a network', async ({
        kit,
    }) => {
        const { page, context, problems, close } = await visitor(kit, { path: '/#/explore/bdh30', keeps: true });
        await proven(page);
        // springtide solve --class 6907 says the same of the twin with the lowest number.
        assert.match(await verdict(page), /Blue wins with best play\. By 2 tiles/);
        assert.equal(await page.locator(`${moves} li`).count(), 25);
        assert.match(await first(page).textContent(), /a2-a1\s+\+2/);
        await page.waitForSelector('text=Class 6,907');
        await page.waitForSelector('text=/28\\.8% of all set-ups/');
        await everySize(page, 'explore');

        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await context.setOffline(true);
        await page.locator('[data-cell=a2]').click();
        await page.waitForSelector('.worth.wins[data-worth=a1]');
        assert.equal(await page.textContent('[data-worth=a1]'), '+2');
        await page.locator('[data-cell=a1]').click();
        await page.waitForSelector('ol[aria-label="Moves so far"] button');
        await page.waitForFunction(() => /bdh30\.\w/.test(location.hash));
        await proven(page);
        assert.match(await page.textContent('.side'), /Pink: 0 of/);
        assert.match(await first(page).textContent(), /−2/, 'the best that pink can do is what blue was promised');
        const link = page.url();
        await page.click('button:has-text("Best move")');
        await page.waitForFunction((old) => location.href !== old, link);
        await page.click('button[aria-label="Previous move"]');
        await page.waitForFunction((old) => location.href === old, link);
        await page.click('button[aria-label="Go to start"]');
        await page.waitForFunction(() => location.hash.endsWith('bdh30'));
        await page.click('button[aria-label="Next move"]');
        await page.waitForFunction((old) => location.href === old, link);

        await page.click('summary:has-text("12 rotations")');
        const before = await page.textContent('text=/^Set-up [\\d,]+ of/');
        await page.locator('details button').first().click();
        await page.waitForFunction(
            (old) => ![...document.querySelectorAll('p')].some((p) => p.textContent === old),
            before,
        );
        await page.waitForSelector('text=Class 6,907');
        assert.match(await verdict(page), /Blue wins|Thinking/);

        await page.click('button:has-text("Edit")');
        const [one, other] = await page.locator('.cell').evaluateAll((all) => {
            const tile = (cell) => /blue|pink|neutral/.exec(cell.getAttribute('aria-label'))[0];
            const rim = all.filter((cell) => ['a1', 'a2', 'a3', 'e1', 'e2', 'e3'].includes(cell.dataset.cell));
            return [rim[0], rim.find((cell) => tile(cell) !== tile(rim[0]))].map((cell) => cell.dataset.cell);
        });
        const drawnFrom = page.url();
        await page.locator(`[data-cell=${one}]`).click();
        await page.locator(`[data-cell=${other}]`).click();
        await page.waitForFunction((old) => location.href !== old, drawnFrom);
        await page.click('button:has-text("Edit")');

        await page.click('button:has-text("the starter loses by three or more")');
        await page.waitForFunction(() => /Blue: 0 of/.test(document.querySelector('.side').textContent), undefined, {
            timeout: 60000,
        });
        await proven(page);
        assert.match(await verdict(page), /Pink wins with best play\. By [34] tiles/);
        assert.deepEqual(problems, []);
        await close();
    });
    test('the explorer: the column of first moves and the solver say the same of a set-up, whoever starts', async ({
        kit,
    }) => {
        const told = [];
        for (const withColumn of [true, false]) {
            const { page, context, close } = await visitor(kit, { keeps: false });
            const fetched = [];
            await context.route('**/first_move_margins*', (route) => {
                fetched.push(route.request().url());
                return withColumn ? route.continue() : route.abort();
            });
            const lists = [];
            for (const link of ['bdh30', 'pdh30', 'b0']) {
                // From another page: what is proven of the set-up before would do, too.
                await page.goto('/#/');
                await page.waitForFunction((list) => !document.querySelector(list), moves);
                await page.goto(`/#/explore/${link}`);
                await proven(page);
                lists.push([await verdict(page), ...(await page.locator(`${moves} button`).allTextContents())]);
            }
            assert.ok(fetched.length > 0, 'the column is asked for when the explorer is open');
            told.push(lists);
            await close();
        }
        assert.deepEqual(told[0], told[1]);
        assert.ok(told[0].every((list) => list.length > 20));
    });
    test('the explorer: any position by a short link, a number, and what is no position; a game leads there', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit, {
            path: `/#/explore?p=${encodeURIComponent('pb,.,./.,n,np,bpn/b,p,n,bp,./b,b,pn,./pb,.,. b p')}`,
        });
        await proven(page);
        assert.match(await page.textContent('.side'), /Blue: 1 of \d+ moves wins/);
        const short = page.url().split('#')[1];
        assert.match(short, /^\/explore\/x[\w-]{14}$/);
        await page.click('button:has-text("How long can it last?")');
        await page.waitForSelector('text=/Blue wins within \\d+ moves?. Pink can hold out this long/');
        await page.goto('/');
        await page.goto(`/#${short}`);
        await proven(page);
        assert.match(await page.textContent('.side'), /Blue: 1 of \d+ moves wins/);
        const typed = page.locator('label:has-text("link or position") input');
        for (const [text, why] of [
            ['nonsense', 'leads to no position'],
            ['b/b/b', ''],
            ['9999999', 'leads to no position'],
        ]) {
            await typed.fill(text);
            await page.click('button:text-is("Open")');
            await page.waitForFunction(
                (part) => document.querySelector('.refusal.said [role=alert]')?.textContent.includes(part),
                why,
            );
            await page.click('.refusal button');
            await page.waitForFunction(() => !document.querySelector('.refusal.said'));
            assert.match(await page.textContent('.side'), /Blue: 1 of \d+ moves wins/, 'nothing changed');
        }
        await typed.fill('628,669');
        await page.click('button:text-is("Open")');
        await page.waitForFunction(() => location.hash.endsWith('bdh30'));

        await page.goto('/');
        await startGame(page, 'high_tide_leiman');
        await page.click('a:has-text("Explore from here")');
        await page.waitForFunction(() => /^#\/explore\/(x|b|p)[\w-]+$/.test(location.hash));
        await page.waitForSelector(moves);
        assert.deepEqual(problems, []);
        await close();
    });
    test('an answer that comes after the player went on does not bring back the explorer or the study board', async ({
        kit,
    }) => {
        const { page, problems, close } = await visitor(kit);
        await page.addInitScript(holdAnswers);
        for (const [from, first] of [
            ['explore', 0],
            ['explore', 1],
            ['study', 0],
            ['study', 1],
        ]) {
            await page.evaluate((count) => sessionStorage.setItem('answers', count), first);
            await page.goto(`/?${from}${first}#/${from}`); // a new document for each
            await page.waitForFunction(() => globalThis.answers.held.length > 0);
            await page.evaluate(() => (location.hash = '/replay'));
            await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Replay');
            await page.evaluate(() => globalThis.answers.release());
            await page.waitForFunction(() => globalThis.answers.open === 0);
            await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
            assert.equal(await page.evaluate(() => location.hash), '#/replay', `after leaving ${from}`);
        }
        assert.deepEqual(problems, []);
        await close();
    });
});
