// Every storyboard of the stage: which position it begins with, and which move sets it off. The engine plays lots until
// a move of the player brings what is to be seen, so that the same moment is found every time.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { buildFolder } from '../tests/browser/kit.mjs';

const everything = JSON.parse(readFileSync(new URL('../src/games/henn/everything.json', import.meta.url), 'utf8'));
const kinds =
    (...wanted) =>
    (events) =>
        wanted.every((kind) => events.some((event) => event.kind === kind));
const not =
    (...unwanted) =>
    (events) =>
        !events.some(({ kind }) => unwanted.includes(kind));
const both =
    (...tests) =>
    (events, view, action) =>
        tests.every((test) => test(events, view, action));
const count = (kind, n) => (events) => events.filter((event) => event.kind === kind).length >= n;

/** Somebody goes under, and somebody who stands less deep pays. */
function passedOn(events, { tide }) {
    const level = [...tide];
    for (const { kind, seat, level: taken } of events) if (kind === 'tide_taken') level[seat] = taken;
    const levels = (wanted) => events.filter(({ kind }) => kind === wanted).map(({ seat }) => level[seat]);
    return levels('eliminated').some((one) => levels('preserver_lost').some((other) => other !== one));
}

/** `ms`: how long to look at normal speed. `after`: what is done when the film would stop. */
export const storyboards = {
    'tide-trick': {
        game: 'turn_the_tide',
        players: 4,
        ms: 4600,
        skip: 3,
        want: both(kinds('revealed', 'preserver_lost'), not('round_ended', 'eliminated')),
    },
    'tide-tie': {
        game: 'turn_the_tide',
        players: 4,
        ms: 4600,
        want: both(count('preserver_lost', 2), not('round_ended', 'eliminated')),
    },
    'tide-twins': {
        game: 'turn_the_tide',
        players: 3,
        ms: 3000,
        want: both(
            (events, { upturned }) => upturned?.[0] === upturned?.[1],
            kinds('revealed'),
            not('round_ended', 'eliminated'),
        ),
    },
    'tide-under': {
        game: 'turn_the_tide',
        players: 4,
        options: { edition: 'gamewright' },
        ms: 5200,
        want: both(kinds('eliminated'), not('round_ended', 'preserver_lost')),
    },
    'tide-cascade': { game: 'turn_the_tide', players: 4, ms: 7000, want: both(passedOn, not('round_ended')) },
    'tide-round-end': { game: 'turn_the_tide', players: 4, ms: 9000, want: both(kinds('round_ended'), not('won')) },
    'tide-hands-pass': {
        game: 'turn_the_tide',
        players: 4,
        ms: 2400,
        want: both(kinds('round_ended'), not('won')),
        held: true,
    },
    'tide-game-end': { game: 'turn_the_tide', players: 3, ms: 9000, want: kinds('won') },
    'henn-roll': {
        game: 'high_tide_henn',
        players: 3,
        ms: 1800,
        skip: 4,
        want: (events, view, action) => action === 'roll',
    },
    'henn-again': {
        game: 'high_tide_henn',
        players: 4,
        ms: 1800,
        want: both((events, view, action) => action.startsWith('reroll'), kinds('rerolled')),
    },
    'henn-keep': {
        game: 'high_tide_henn',
        players: 3,
        ms: 3600,
        skip: 2,
        want: both((events, view, action) => action === 'accept', count('moved', 2), not('wave')),
    },
    'henn-lay': { game: 'high_tide_henn', players: 3, ms: 2600, skip: 1, want: both(kinds('laid_down'), not('wave')) },
    'henn-take': { game: 'high_tide_henn', players: 3, ms: 1800, skip: 1, want: kinds('pair_taken') },
    'henn-rental': { game: 'high_tide_henn', players: 4, ms: 3600, want: both(kinds('rental_moved'), not('wave')) },
    'henn-waves': {
        game: 'high_tide_henn',
        players: 3,
        ms: 7000,
        want: both(count('wave', 2), not('flooded', 'game_ended')),
    },
    'henn-flood': { game: 'high_tide_henn', players: 4, ms: 9000, want: count('flooded', 2) },
    'henn-coin': { game: 'high_tide_henn', players: 3, options: { coins: true }, ms: 2600, want: kinds('coin_taken') },
    'henn-shark': {
        game: 'high_tide_henn',
        players: 4,
        options: { sharks: true, surfers: true },
        ms: 10000,
        want: both((events) => events.some(({ kind, seat }) => kind === 'shark' && seat !== null), not('game_ended')),
    },
    'henn-tile': {
        game: 'high_tide_henn',
        players: 3,
        options: everything,
        ms: 2600,
        want: both(kinds('tile_used'), not('wave')),
    },
    'henn-tile-won': {
        game: 'high_tide_henn',
        players: 3,
        options: everything,
        ms: 10000,
        want: both(kinds('tile_won'), not('game_ended')),
    },
    'henn-game-end': { game: 'high_tide_henn', players: 4, ms: 14000, want: kinds('game_ended') },
    'henn-game-end-all': {
        game: 'high_tide_henn',
        players: 5,
        options: everything,
        ms: 18000,
        want: kinds('game_ended'),
    },
    'leiman-move': {
        game: 'high_tide_leiman',
        players: 2,
        ms: 1600,
        skip: 3,
        want: both(kinds('tile_moved'), not('round_won')),
    },
    'leiman-round-end': {
        game: 'high_tide_leiman',
        players: 2,
        ms: 5400,
        want: both(kinds('round_won'), not('match_won')),
    },
    'leiman-match-end': {
        game: 'high_tide_leiman',
        players: 2,
        options: { stones: 1 },
        ms: 5600,
        want: kinds('match_won'),
    },
};

/** The engine as the page has it, without a worker. */
export async function engine() {
    const root = fileURLToPath(new URL('..', import.meta.url));
    const vite = await createServer({
        root,
        server: { middlewareMode: true, watch: null, hmr: false },
        appType: 'custom',
        logLevel: 'error',
        optimizeDeps: { noDiscovery: true },
    });
    const { loadEngine } = await vite.ssrLoadModule('/src/shared/engine/module.ts');
    const ask = await loadEngine(new Uint8Array(await readFile(join(buildFolder, 'wasm/springtide.wasm'))));
    await vite.close();
    return ask;
}

/** Small, good enough and the same everywhere. */
function lots(seed) {
    let state = seed;
    return (n) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * n);
    };
}

/** The game up to the moment, as the page keeps an unfinished one, and the action that sets the storyboard off. */
export function positionOf(ask, name) {
    const { game, players, options = {}, want, skip = 0 } = storyboards[name];
    let left = skip;
    for (let tries = 0; tries < 400; tries += 1) {
        const seed = `${name} ${tries}`;
        const draw = lots(tries * 7919 + name.length);
        const { table, ...opened } = ask({ op: 'new', game, players, options, seed, for: 'all' });
        const moves = [];
        for (let now = opened; !now.over && moves.length < 2000; ) {
            // Where all choose at once, the player is the last.
            const by = now.to_act.at(-1);
            const { actions } = ask({ op: 'legal', table, by });
            const { view } = ask({ op: 'view', table, for: 'all' });
            const action = actions[draw(actions.length)];
            now = ask({ op: 'play', table, by, action, for: 'all' });
            if (by === 0 && want(now.events, view, action) && (left -= 1) < 0) {
                ask({ op: 'close', table });
                const seats = Array.from({ length: players }, (_, i) =>
                    i === 0 ? { kind: 'person' } : { kind: 'bot', level: 'easy' },
                );
                return { setup: { game, options, seats, seed, moves }, action };
            }
            moves.push([by, action]);
        }
        ask({ op: 'close', table });
    }
    throw new Error(`no game of lots shows ${name}`);
}

/** Puts the position where the page looks for unfinished games, and goes there. */
export async function open(page, { setup }) {
    await page.evaluate(
        (kept) => localStorage.setItem('springtide-tables', JSON.stringify(kept)),
        [{ id: 'film', at: Date.now(), setup }],
    );
    await page.goto('/#/play/film');
    await page.waitForSelector('.status.mine', { timeout: 60000 });
    await page.waitForTimeout(300);
}

/** The player's move, as somebody would make it. */
export async function act(page, { setup: { game }, action }) {
    if (game === 'high_tide_leiman') {
        for (const cell of action.split('-')) await page.locator(`[data-cell="${cell}"] .top`).click();
    } else if (game === 'turn_the_tide') {
        const cards = page.locator('.hand .card');
        const names = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));
        await cards.nth(names.findIndex((name) => new RegExp(`\\b${action}\\b`).test(name))).click();
        await page.locator('.act .button').click();
    } else {
        const way = page.locator(`.choice[data-action="${action}"]`);
        // One of many ways to use a tile.
        if ((await way.count()) === 0) await page.click(`.choice[data-fold="${action.split(' ')[1]}"]`);
        await way.click();
    }
}

/** Through the film without looking, to the end of the round that waits. */
export async function skipToHold(page) {
    while (!(await page.locator('.summary').count())) {
        await page.evaluate(() => document.querySelector('.tools .skip')?.click());
        await page.waitForTimeout(100);
    }
}
