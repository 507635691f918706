// Runs the browser tests, two at a time: most of them wait most of the time. Usage: node run.mjs [words of a test's
// name …]
import * as around from './around.test.mjs';
import * as club from './club.test.mjs';
import * as company from './company.test.mjs';
import * as duplicate from './duplicate.test.mjs';
import * as explore from './explore.test.mjs';
import * as embed from './embed.test.mjs';
import * as example from './example.test.mjs';
import * as games from './games.test.mjs';
import { describePages, start, within } from './kit.mjs';
import { picture } from './inspect.mjs';
import * as learn from './learn.test.mjs';
import * as mended from './mended.test.mjs';
import * as online from './online.test.mjs';
import * as calls from './calls.test.mjs';
import * as people from './people.test.mjs';
import * as pie from './pie.test.mjs';
import * as replay from './replay.test.mjs';
import * as room from './room.test.mjs';
import * as stage from './stage.test.mjs';
import * as study from './study.test.mjs';
import * as views from './views.test.mjs';

const testLimit = 180; // seconds; the longest test takes a tenth of it on a quiet machine

/** Runs one test; one that finds no end is told of, and tried once more in a new browser. */
async function run(kit, test) {
    for (let tries = 1; ; tries += 1) {
        try {
            return await within(testLimit, test(kit));
        } catch (error) {
            if (!error.late) throw error;
            console.log(`LATE    ${error.message}; the open pages:\n${await describePages(kit.browser)}`);
            await kit.restart();
            if (tries === 2) throw error;
        }
    }
}

/** Pictures of the pages a test that failed left open, and then away with them. */
async function leave(browser, name) {
    const words = name.replace(/\W+/g, '-').slice(0, 60);
    const pages = browser.contexts().flatMap((context) => context.pages());
    for (const [i, page] of pages.entries())
        await within(10, picture(page, `failed-${words}-${i + 1}`)).catch(() => undefined);
    for (const context of browser.contexts()) await within(10, context.close()).catch(() => undefined);
}

const lanes = Number(process.env.SPRINGTIDE_BROWSERS ?? 2);
const wanted = process.argv.slice(2);
// Long ones first: no lane is left with one while the other has nothing to do.
const suites = [
    online,
    club,
    company,
    calls,
    room,
    study,
    explore,
    views,
    games,
    duplicate,
    replay,
    people,
    learn,
    example,
    mended,
    stage,
    pie,
    around,
    embed,
];
const waiting = Object.entries(Object.assign({}, ...suites.map(({ tests }) => tests))).filter(
    ([name]) => wanted.length === 0 || wanted.some((words) => name.includes(words)),
);
let passed = 0;
let failed = 0;
/** Takes tests from those that wait, each with a browser and a host of its own, until there are none. */
async function lane() {
    const kit = await start();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [name, test] = next;
        const started = Date.now();
        try {
            await run(kit, test);
            passed += 1;
            console.log(`ok      ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
        } catch (error) {
            failed += 1;
            console.log(`FAILED  ${name}\n${error.stack}`);
            await leave(kit.browser, name);
        }
    }
    await kit.stop();
}
await Promise.all(Array.from({ length: Math.min(lanes, waiting.length) }, lane));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1); // what a test left behind must not hold the run
