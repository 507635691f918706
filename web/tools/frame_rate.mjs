// How smoothly the stage runs: the browser's own trace of a storyboard, with the processor slowed.
//   node tools/frame_rate.mjs [storyboard …] [--slower 4] [--size desktop|phone] [--times n] [--worst n]
// --times: each storyboard so often; of several the best says what the page costs, the others what the machine did
// beside.
// --worst: the n frames that cost most, and what they did: elements styled, boxes laid out.
// The page marks where a beat begins and when nothing happens any more ("Your turn", a bot that thinks): only beats are
// counted. At the end the
// longest beat of each game by itself, with its opening; several of one length together.
// A picture every 16.7 ms is 60 a second. For every frame of the page's main thread the processor time of its work is
// added up (script, style, layout, paint): that time depends little on what else the machine does. A beat opens with a
// frame that changes the scene; the frames inside it only move things, and those are what looks smooth or not. Beside
// them stand the frames by the clock, which depend on everything: drawn and dropped. What the compositor moves by
// itself goes
// on while the main thread is late: dropped is what an eye could have missed. Expects the built page.
import { chromium } from 'playwright-core';
import { launchOptions, pageFolder } from '../tests/browser/kit.mjs';
import { serve } from '../tests/browser/server.mjs';
import { act, engine, open, positionOf, storyboards } from './storyboards.mjs';

const budget = 1000 / 60;
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const args = process.argv.slice(2);
const option = (name, otherwise) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : args.splice(at, 2)[1];
};
const slower = Number(option('slower', 4));
const size = option('size', 'desktop');
const worst = Number(option('worst', 0));
const repeats = Number(option('times', 1));
const names = args.length
    ? args
    : [
          'tide-trick',
          'tide-under',
          'tide-round-end',
          'henn-keep',
          'henn-waves',
          'henn-game-end',
          'leiman-move',
          'leiman-match-end',
      ];
const unknown = names.filter((name) => !(name in storyboards));
if (unknown.length || !sizes[size]) {
    console.error(
        `There is no ${unknown.join(', ') || size}. Storyboards: ${Object.keys(storyboards).join(', ')}. Sizes: ${Object.keys(sizes).join(', ')}.`,
    );
    process.exit(2);
}

const kinds = {
    script: [
        'FunctionCall',
        'FireAnimationFrame',
        'TimerFire',
        'EvaluateScript',
        'RunMicrotasks',
        'EventDispatch',
        'v8.callFunction',
    ],
    style: ['UpdateLayoutTree', 'ScheduleStyleRecalculation'],
    layout: ['Layout'],
    paint: ['PrePaint', 'Paint', 'Layerize', 'Commit', 'UpdateLayer', 'UpdateLayerTree'],
};
const kindOf = Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, events]) => events.map((event) => [event, kind])),
);
const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const ms = (n) => n.toFixed(1).padStart(6);

const sum = (list, of) => list.reduce((all, one) => all + of(one), 0);

/** The trace from the first beat to the mark `film-ends`, read. */
function read(events) {
    const told = events
        .filter(({ name }) => name === 'beat')
        .map(({ ts, args: { data } }) => ({ ts, ...JSON.parse(data.detail) }))
        .sort((a, b) => a.ts - b.ts);
    const mark = events.filter(({ name }) => name === 'beat').sort((a, b) => a.ts - b.ts)[
        told.findIndex(({ kind }) => kind)
    ];
    const end = events.find(({ name }) => name === 'film-ends');
    const { pid, tid } = mark;
    // The task that changes the scene began a little before.
    const own = events.filter((event) => event.pid === pid && event.ts >= mark.ts - 30000 && event.ts <= end.ts);
    // A frame is what the main thread does from one picture to the next. Where only the compositor draws, what is done
    // later than a picture's time after the last frame is counted by itself.
    const begins = own
        .filter(({ name, tid: thread }) => name === 'BeginMainThreadFrame' && thread === tid)
        .map(({ ts }) => ts)
        .sort((a, b) => a - b);
    const frames = [];
    const pictures = new Set();
    let done = -1;
    for (const { ts, dur } of own
        .filter(({ ph, name, tid: thread }) => thread === tid && ph === 'X' && name.endsWith('RunTask'))
        .sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
        if (ts < done) continue;
        done = ts + dur;
        const draws = begins.some((at) => at >= ts && at < done);
        if (draws || ts > (frames.at(-1) ?? -Infinity) + budget * 1000) frames.push(ts);
        if (draws) pictures.add(frames.length - 1);
    }
    const times = frames.map(() => ({
        opens: false,
        all: 0,
        script: 0,
        style: 0,
        layout: 0,
        paint: 0,
        parts: {},
        styled: 0,
        laid: [],
    }));
    const frameAt = (ts) => {
        let low = 0;
        let high = frames.length - 1;
        while (low < high) {
            const middle = Math.ceil((low + high) / 2);
            if (frames[middle] <= ts) low = middle;
            else high = middle - 1;
        }
        return times[low];
    };
    // The scene is changed in the task before its frame and drawn with it. What comes after the last beat of a step is
    // no film.
    const beats = told
        .filter(({ ts }) => ts >= mark.ts)
        .map(({ ts, kind, ms }, i, all) => ({ kind, ms, ts, until: all[i + 1]?.ts ?? end.ts, frames: [] }));
    for (const beat of beats) {
        let at = times.indexOf(frameAt(beat.ts));
        beat.first = at;
        times[at].opens = true;
        while (at + 1 < times.length && !pictures.has(at + 1)) times[(at += 1)].opens = true;
        if (times[at + 1]) times[at + 1].opens = true;
    }
    times.forEach((one, i) => {
        const beat = beats.findLast(({ first }) => first <= i);
        one.beat = beat?.ms ? beat.kind : '';
        if (one.beat) beat.frames.push(one);
    });
    let covered = -1;
    for (const event of own
        .filter(({ ph, tid: thread }) => ph === 'X' && thread === tid)
        .sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
        const took = (event.tdur ?? event.dur ?? 0) / 1000;
        if (event.name === 'RunTask' || event.name === 'ThreadControllerImpl::RunTask') {
            if (event.ts >= covered) {
                frameAt(event.ts).all += took;
                covered = event.ts + event.dur;
            }
        } else if (kindOf[event.name]) frameAt(event.ts)[kindOf[event.name]] += took;
    }
    // What the processor did itself in each kind of work, without what is nested in it.
    const open = [];
    for (const event of own
        .filter(({ ph, tid: thread }) => ph === 'X' && thread === tid)
        .sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
        while (open.length && open.at(-1).ts + open.at(-1).dur <= event.ts) open.pop();
        const took = (event.tdur ?? event.dur ?? 0) / 1000;
        const { parts } = frameAt(event.ts);
        parts[event.name] = (parts[event.name] ?? 0) + took;
        if (event.name === 'UpdateLayoutTree') frameAt(event.ts).styled += event.args?.elementCount ?? 0;
        if (event.name === 'Layout')
            frameAt(event.ts).laid.push(
                `${event.args?.beginData?.dirtyObjects ?? '?'} of ${event.args?.beginData?.totalObjects ?? '?'}`,
            );
        const around = open.at(-1);
        if (around) frameAt(around.ts).parts[around.name] -= took;
        open.push(event);
    }
    const dropped = own.filter(({ name }) => name === 'DroppedFrame').map(({ ts }) => ts);
    const drawn = own.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts);
    const within = (list, { ts, until }) => list.filter((at) => at >= ts && at < until).length;
    // Where something moves, pictures follow each other. Where none comes and the browser says of none that it was
    // missed, there was nothing to be drawn.
    const moving = ({ ts, until }) => {
        const all = drawn.filter((at) => at >= ts && at < until).sort((a, b) => a - b);
        const steps = all
            .slice(1)
            .map((at, i) => ({ from: all[i], to: at }))
            .filter(({ from, to }) => to - from < 1.5 * budget * 1000 || dropped.some((at) => at > from && at < to));
        return { steps: steps.length, seconds: sum(steps, ({ from, to }) => to - from) / 1e6 };
    };
    const films = beats
        .filter(({ ms }) => ms > 0)
        .map((beat) => ({
            ...beat,
            dropped: within(dropped, beat),
            drawn: within(drawn, beat),
            moving: moving(beat),
            seconds: (beat.until - beat.ts) / 1e6,
        }));
    return { times: times.filter(({ beat }) => beat), beats: films };
}
const ask = await engine();
const server = await serve(pageFolder);
const browser = await chromium.launch(launchOptions);
const tracing = await browser.newBrowserCDPSession();
console.log(
    `processor slowed ${slower} times, ${sizes[size].width}x${sizes[size].height}; milliseconds of the main thread's processor time a frame, as slowed`,
);
console.log(
    'storyboard            inside a beat: frames  median    95%   worst  over 16.7   script  style layout  paint | openings: frames median  worst | clock: drawn/s dropped',
);
let over = 0;
const longest = {};
for (const name of names.flatMap((one) => Array(repeats).fill(one))) {
    const context = await browser.newContext({
        viewport: sizes[size],
        baseURL: server.url,
        locale: 'en',
        hasTouch: size === 'phone',
    });
    await context.addInitScript(() => {
        if (!localStorage.getItem('springtide-prefs'))
            localStorage.setItem(
                'springtide-prefs',
                JSON.stringify({ pace: 'normal', soundAsked: true, theme: 'noon' }),
            );
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60000);
    await page.goto('/');
    const position = positionOf(ask, name);
    await open(page, position);
    const debug = await context.newCDPSession(page);
    await debug.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const events = [];
    const collect = ({ value }) => events.push(...value);
    tracing.on('Tracing.dataCollected', collect);
    await tracing.send('Tracing.start', {
        transferMode: 'ReportEvents',
        traceConfig: {
            includedCategories: [
                'toplevel',
                'blink.user_timing',
                'devtools.timeline',
                'disabled-by-default-devtools.timeline',
                'devtools.timeline.frame',
                'disabled-by-default-devtools.timeline.frame',
            ],
        },
    });
    await act(page, position);
    await page.waitForTimeout(storyboards[name].ms);
    await page.evaluate(() => performance.mark('film-ends'));
    const done = new Promise((resolve) => tracing.once('Tracing.tracingComplete', resolve));
    await tracing.send('Tracing.end');
    await done;
    tracing.off('Tracing.dataCollected', collect);
    const { times: slots, beats } = read(events);
    const { game } = storyboards[name];
    for (const beat of beats) {
        if (beat.ms > (longest[game]?.[0].ms ?? 0)) longest[game] = [];
        if (beat.ms === (longest[game][0]?.ms ?? beat.ms)) longest[game].push(beat);
    }
    // Where nothing was drawn and next to nothing done there was no frame.
    const every = slots.filter(({ all }) => all > 0.5);
    const times = every.filter(({ opens }) => !opens);
    const all = times.map((one) => one.all).sort((a, b) => a - b);
    const opened = every
        .filter(({ opens }) => opens)
        .map((one) => one.all)
        .sort((a, b) => a - b);
    const late = all.filter((time) => time > budget).length;
    over += late;
    const mean = (kind) => times.reduce((sum, one) => sum + one[kind], 0) / Math.max(1, times.length);
    console.log(
        `${name.padEnd(20)}                 ${String(times.length).padStart(6)}  ${ms(quantile(all, 0.5))} ${ms(quantile(all, 0.95))}  ${ms(all.at(-1) ?? 0)}  ${String(late).padStart(9)}   ${ms(mean('script'))} ${ms(mean('style'))} ${ms(mean('layout'))} ${ms(mean('paint'))} |           ${String(opened.length).padStart(6)} ${ms(quantile(opened, 0.5))} ${ms(opened.at(-1) ?? 0)} | ${(sum(beats, ({ drawn }) => drawn) / sum(beats, ({ seconds }) => seconds)).toFixed(0).padStart(14)} ${String(sum(beats, ({ dropped }) => dropped)).padStart(7)}`,
    );
    if (worst) {
        const sums = {};
        for (const { parts } of slots)
            for (const [part, time] of Object.entries(parts)) sums[part] = (sums[part] ?? 0) + time;
        console.log(
            `    dropped ${
                beats
                    .filter(({ dropped }) => dropped)
                    .map(({ kind, dropped }) => `${dropped} in ${kind}`)
                    .join('; ') || 'none'
            }`,
        );
        console.log(
            `    in all ${Object.entries(sums)
                .sort(([, a], [, b]) => b - a)
                .slice(0, 9)
                .map(([part, time]) => `${part} ${time.toFixed(0)}`)
                .join('  ')}`,
        );
    }
    for (const one of [...every].sort((a, b) => b.all - a.all).slice(0, worst))
        console.log(
            `    ${one.opens ? 'opens ' : 'inside'} ${ms(one.all)}  ${Object.entries(one.parts)
                .sort(([, a], [, b]) => b - a)
                .slice(0, 7)
                .map(([part, time]) => `${part} ${time.toFixed(1)}`)
                .join('  ')}  styled ${one.styled}, laid out ${one.laid.join(' and ') || 0}  ${one.beat}`,
        );
    await context.close();
}
await browser.close();
await server.stop();
for (const [game, beats] of Object.entries(longest)) {
    const frames = beats.flatMap((beat) => beat.frames).filter(({ all }) => all > 0.5);
    const openings = beats
        .map((beat) =>
            sum(
                beat.frames.filter(({ opens }) => opens),
                ({ all }) => all,
            ),
        )
        .sort((a, b) => a - b);
    console.log(
        `the longest beat of ${game}: ${[...new Set(beats.map(({ kind }) => kind))].join(', ')}, ${beats[0].ms} ms, seen ${beats.length} times: ${(sum(beats, ({ drawn }) => drawn) / sum(beats, ({ seconds }) => seconds)).toFixed(1)} pictures a second, ${(sum(beats, ({ moving }) => moving.steps) / sum(beats, ({ moving }) => moving.seconds)).toFixed(1)} while something moves (${((1000 * sum(beats, ({ moving }) => moving.seconds)) / beats.length).toFixed(0)} ms of it), ${sum(beats, ({ dropped }) => dropped)} dropped; ${frames.filter(({ all }) => all > budget).length} of ${frames.length} frames over ${budget.toFixed(1)} ms, worst ${Math.max(0, ...frames.map(({ all }) => all)).toFixed(1)} ms; an opening, its frames together, ${quantile(openings, 0.5).toFixed(1)} ms at the median`,
    );
}
console.log(`${over} frames inside beats took more than ${budget.toFixed(1)} ms`);
