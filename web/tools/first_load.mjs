// How long a newcomer waits: the first visit over a slow line with a slow processor, in the browser's own trace.
//   node tools/first_load.mjs [--kilobits 1600] [--latency 150] [--slower 4] [--language en] [--times 3]
// Begins with an empty cache at the real server. `painted`: the first text. `home`: a game can be clicked and the click
// is
// answered. `drawn`: the first board of the game that was clicked at once stands there, its "Play" pressed as soon as
// that is there.
// `board`: it may be played on, which is later where a bot begins. Beside the times stands what was sent, compressed as
// it went over
// the line. Expects the page, built with
// `npm run build`, and the program.
import { connect, createServer } from 'node:net';
import { chromium } from 'playwright-core';
import { host } from '../tests/browser/host.mjs';
import { launchOptions } from '../tests/browser/kit.mjs';

const args = process.argv.slice(2);
const option = (name, otherwise) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : args.splice(at, 2)[1];
};
const [kilobits, latency, slower, times] = [
    ['kilobits', 1600],
    ['latency', 150],
    ['slower', 4],
    ['times', 3],
].map(([name, usual]) => Number(option(name, usual)));
const language = option('language', 'en');
const game = option('game', 'high_tide_leiman');

/** A slow line before the server, for pages, workers and all: everything sent shares the width, a question takes the
 *  latency, and
 *  so does a new connection before its first. */
async function slowLine(target) {
    const { hostname, port } = new URL(target);
    const line = { sent: 0, free: 0 };
    const proxy = createServer((client) => {
        const behind = connect(Number(port), hostname);
        let opened = false;
        client.on('data', (data) => {
            const wait = opened ? latency : 2 * latency;
            opened = true;
            setTimeout(() => behind.write(data), wait);
        });
        behind.on('data', (data) => {
            // Piece by piece, so that files that come at once come side by side.
            for (let at = 0; at < data.length; at += 1460) {
                const piece = data.subarray(at, at + 1460);
                line.sent += piece.length;
                line.free = Math.max(line.free, performance.now()) + (piece.length * 8) / kilobits;
                setTimeout(() => client.writable && client.write(piece), line.free - performance.now());
            }
        });
        for (const [one, other] of [
            [client, behind],
            [behind, client],
        ])
            one.on('error', () => other.destroy()).on('close', () => setTimeout(() => other.destroy(), 2000));
    });
    await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    return {
        line,
        url: `http://127.0.0.1:${proxy.address().port}`,
        stop: () => new Promise((done) => proxy.close(done)),
    };
}

const server = await host();
const { line, url, stop } = await slowLine(server.url);
const browser = await chromium.launch(launchOptions);
const tracing = await browser.newBrowserCDPSession();
console.log(
    `${kilobits} kbit/s, ${latency} ms, processor slowed ${slower} times, ${language}; seconds from the address to …; kB sent`,
);

async function visit() {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: url, locale: language });
    // Marks of the page itself, which the trace keeps.
    await context.addInitScript(() => {
        const marks = {
            home: 'a[href^="#/new/"]',
            ready: '.sentence ~ * .button.primary, .button.primary',
            drawn: '.cell, .islands, .beaches',
            board: '.cell.movable, .hand .card:enabled, .choice',
        };
        const left = new Set(Object.keys(marks));
        const look = () => {
            for (const name of left) {
                if (!document.querySelector(marks[name])) continue;
                if (name === 'ready' && !document.querySelector('.sentence')) continue;
                left.delete(name);
                performance.mark(`visit-${name}`);
                // Without waiting: the slowest finger is not what is measured.
                if (name === 'home')
                    setTimeout(() => {
                        performance.mark('visit-answered');
                        document.querySelector(globalThis.wanted).click();
                    });
                if (name === 'ready') setTimeout(() => document.querySelector('.button.primary').click());
            }
            if (left.size) requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    });
    await context.addInitScript((wanted) => {
        globalThis.wanted = `a[href="#/new/${wanted}"]`;
    }, game);
    const page = await context.newPage();
    const debug = await context.newCDPSession(page);
    await debug.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const before = line.sent;
    const events = [];
    const collect = ({ value }) => events.push(...value);
    tracing.on('Tracing.dataCollected', collect);
    await tracing.send('Tracing.start', {
        transferMode: 'ReportEvents',
        traceConfig: { includedCategories: ['blink.user_timing', 'loading', 'devtools.timeline'] },
    });
    await page.goto('/', { waitUntil: 'commit', timeout: 60000 });
    await page.waitForFunction(() => performance.getEntriesByName('visit-board').length > 0, undefined, {
        timeout: 120000,
    });
    const sent = line.sent - before;
    const done = new Promise((resolve) => tracing.once('Tracing.tracingComplete', resolve));
    await tracing.send('Tracing.end');
    await done;
    tracing.off('Tracing.dataCollected', collect);
    await context.close();
    const { pid, ts: home } = events.find(({ name }) => name === 'visit-home');
    const begin = events
        .filter(({ name, pid: process, ts }) => name === 'navigationStart' && process === pid && ts < home)
        .sort((a, b) => a.ts - b.ts)
        .at(-1).ts;
    const at = (wanted) =>
        (events.find(({ name, pid: process }) => name === wanted && process === pid).ts - begin) / 1e6;
    return {
        painted: at('firstContentfulPaint'),
        home: at('visit-answered'),
        setup: at('visit-ready'),
        drawn: at('visit-drawn'),
        board: at('visit-board'),
        kB: sent / 1000,
    };
}

const visits = [];
for (let i = 0; i < times; i += 1) {
    const seen = await visit();
    visits.push(seen);
    console.log(
        Object.entries(seen)
            .map(([name, value]) => `${name} ${value.toFixed(name === 'kB' ? 0 : 2)}`)
            .join('  '),
    );
}
const middle = (name) => visits.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(visits.length / 2)];
console.log(
    `median: home ${middle('home').toFixed(2)} s (aim 1.3), board ${middle('drawn').toFixed(2)} s (aim 3), played on ${middle('board').toFixed(2)} s`,
);
await browser.close();
await server.stop();
await Promise.race([stop(), new Promise((done) => setTimeout(done, 3000))]);
process.exit(0);
