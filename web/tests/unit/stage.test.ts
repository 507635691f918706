// The director on whole games of every kind, without a browser: what it shows, in which order, and what it keeps back.
import type { EventRecord } from '../../src/shared/events/steps';
import { happened } from '../../src/table/seen';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fold } from '../../src/games/fold';
import { choiceOf } from '../../src/games/henn/actions';
import everything from '../../src/games/henn/everything.json';
import { asGiven, type HennView } from '../../src/games/henn/view';
import type { Outlook, StandingPoints } from '../../src/shared/net/schema';
import type { GameViews } from '../../src/shared/events/views';
import type { TideView } from '../../src/games/tide/view';
import { presets } from '../../src/games/presets';
import { gameIds, type GameId } from '../../src/shared/games';
import { direct } from '../../src/games/direct';
import { allEvents } from '../../src/shared/stage/events';
import { Stage, type Shown, type Speed } from '../../src/table/stage/stage';
import { snapshotOf, type LogEntry, type Snapshot } from '../../src/shared/table_client';
import { realEngine } from './engine';

const ask = await realEngine();

interface Recorded<G extends GameId = GameId> {
    game: G;
    before: GameViews[G];
    entries: LogEntry[];
    /** What this observer is told, which may be more than the log tells. */
    own: EventRecord[];
    after: GameViews[G];
    over: boolean;
}

/** A whole game of random moves, the same every time: every play as a step, seen by one observer. */
async function recorded<G extends GameId>(
    game: G,
    options: Record<string, unknown>,
    seed: string,
    observer: number | 'spectator' | 'all',
): Promise<Recorded<G>[]> {
    const players = game === 'high_tide_leiman' ? 2 : 4;
    const answer = await ask({ op: 'new', game, players, options, seed });
    const table = answer.table;
    const see = async () => structuredClone((await ask({ op: 'view', table, for: observer })).view) as GameViews[G];
    const steps: Recorded<G>[] = [];
    let now = answer;
    let lot = 1 + ([...seed].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 2147483646);
    let before = await see();
    while (!now.over) {
        const by = (now.to_act as number[])[0]!;
        const actions = (await ask({ op: 'legal', table, by })).actions as string[];
        const action = actions[(lot = (lot * 16807) % 2147483647) % actions.length]!;
        now = await ask({ op: 'play', table, by, action, for: ['spectator', observer] });
        const [told, own] = now.events as EventRecord[][];
        const after = await see();
        steps.push({
            game,
            before,
            entries: [{ by, events: happened(told!) }],
            own: happened(own!),
            after,
            over: now.over as boolean,
        });
        before = after;
    }
    await ask({ op: 'close', table });
    return steps;
}
const beatsOf = <G extends GameId>(step: Recorded<G>) =>
    direct<G>(step.game, step.before, allEvents(step.entries), step.after).beats;

/** What can be seen on a board, without what only the engine needs. */
function seen(game: GameId, view: unknown): unknown {
    if (game === 'turn_the_tide') {
        const { round, trick, preservers, tide, eliminated, upturned, scores, hands } = view as TideView;
        return { round, trick, preservers, tide: tide.map((level) => level ?? 0), eliminated, upturned, scores, hands };
    }
    if (game === 'high_tide_leiman') {
        const { cells, stones, visible } = view as { cells: unknown; stones: unknown; visible: unknown };
        return { cells, stones, visible };
    }
    const { round, rental, track, rolled, beaches, alert } = view as HennView;
    return { round, rental, track, rolled, beaches, alert };
}

const kinds = gameIds.flatMap((game) => presets[game].map(({ id, options }) => ({ game, id, options })));

describe('the director', () => {
    for (const { game, id, options } of kinds)
        it(`leads from view to view in ${game} (${id}), for a player, a spectator and somebody who sees all`, async () => {
            for (const [seed, observer] of [
                ['a', 0],
                ['b', 'spectator'],
                ['c', 'all'],
                ['d', 1],
            ] as const) {
                let told = 0;
                for (const step of await recorded(game, options, seed, observer)) {
                    const beats = beatsOf(step);
                    told += beats.length;
                    const last = beats.filter((beat) => !beat.hold).at(-1);
                    if (last)
                        expect(seen(game, last.view), `${id} ${seed}: ${JSON.stringify(step.entries)}`).toEqual(
                            seen(game, step.after),
                        );
                }
                expect(told).toBeGreaterThan(10);
            }
        });

    for (const { game, id, options } of kinds)
        it(`shows no scene in ${game} (${id}) that the fold does not give`, async () => {
            for (const [seed, observer] of [
                ['a', 0],
                ['b', 'spectator'],
                ['c', 'all'],
                ['l', 2],
            ] as const) {
                if (game === 'high_tide_leiman' && observer === 2) continue;
                for (const step of await recorded(game, options, seed, observer)) {
                    const folded: (GameViews[GameId] | null)[] = [step.before];
                    // A hand is told to its player alone, and the page's log leaves it out: the scene must have it all
                    // the same.
                    const events = game === 'turn_the_tide' ? step.own : allEvents(step.entries);
                    for (const event of events) folded.push(fold<GameId>(game, folded.at(-1)!, [event as EventRecord]));
                    let at = 0;
                    for (const { kind, view } of beatsOf(step)) {
                        const next = folded.findIndex((one, i) => i >= at && isDeepStrictEqual(one, view));
                        expect(
                            next,
                            `${kind} of ${id} ${seed}: ${JSON.stringify(step.entries)}`,
                        ).toBeGreaterThanOrEqual(at);
                        at = next;
                    }
                }
            }
        });

    it('shows the next tides, a new hand or a new island in no beat before its own', async () => {
        for (const seed of ['e', 'f', 'g']) {
            for (const step of await recorded('turn_the_tide', {}, seed, 0)) {
                const [before, after] = [step.before as TideView, step.after as TideView];
                const beats = beatsOf(step);
                const at = (kind: string) => beats.findIndex((beat) => beat.kind === kind);
                for (const [i, beat] of beats.entries()) {
                    const view = beat.view as TideView;
                    if (i < at('tides'))
                        expect([null, ...before.upturned!].includes(view.upturned?.[0] ?? null)).toBe(true);
                    if (i < at('roundTable') || (at('roundTable') < 0 && i < at('tides')))
                        expect(view.round).toBe(before.round);
                    if (i < at('roundTable'))
                        expect(view.hands[0]!.every((card) => before.hands[0]!.includes(card))).toBe(true);
                    // Nobody is shown to have chosen before the trick that runs is over.
                    if (beat.kind !== 'tides' && at('reveal') >= 0) expect(view.chosen.some(Boolean)).toBe(false);
                    if (i <= at('charge')) expect(view.eliminated).toEqual(before.eliminated);
                    if (at('score') >= 0 && i < at('score')) expect(view.scores).toEqual(before.scores);
                }
                void after;
            }
            for (const step of await recorded('high_tide_leiman', { stones: 3 }, seed, 0)) {
                const beats = beatsOf(step);
                const laid = beats.findIndex((beat) => beat.kind === 'lay');
                const tiles = (view: unknown) =>
                    Object.values((view as { cells: Record<string, string> }).cells).filter(Boolean).length;
                beats.slice(0, Math.max(0, laid)).forEach((beat) => expect(tiles(beat.view)).toBeLessThan(19));
                if (laid >= 0) expect(beats[laid - 1]!.hold?.round).toBe((step.before as { round: number }).round);
            }
        }
    });

    it('keeps the order of the rules: a trick, a turn and the end of a round', async () => {
        const orders = {
            turn_the_tide: [
                'reveal',
                'highest',
                'take',
                'charge',
                'ring',
                'under',
                'aside',
                'roundEnd',
                'score',
                'roundTable',
                'pass',
                'tides',
            ],
            high_tide_henn: ['fin', 'shark', 'pair', 'wave', 'flooded', 'round'],
        };
        for (const seed of ['h', 'i', 'j'])
            for (const [game, order] of Object.entries(orders))
                for (const step of await recorded(game as GameId, everything, seed, 'spectator').catch(() =>
                    recorded(game as GameId, {}, seed, 'spectator'),
                )) {
                    const places = beatsOf(step)
                        .map(({ kind }) => order.indexOf(kind))
                        .filter((place) => place >= 0);
                    const charges = new Set(
                        ['charge', 'ring', 'under', 'wave', 'flooded'].map((kind) => order.indexOf(kind)),
                    );
                    // A charge may pass on and a second wave may follow: those come in turns, everything else once and
                    // in order.
                    const steady = places.filter((place) => !charges.has(place));
                    expect(steady).toEqual([...steady].sort((a, b) => a - b));
                }
    });

    it('remembers of a trick who paid with a preserver and who went under because there was none, each with those only', async () => {
        let mixed = 0;
        for (const edition of ['amigo', 'gamewright'])
            for (const seed of ['a', 'b', 'c'])
                for (const step of await recorded('turn_the_tide', { edition }, seed, 'all')) {
                    const events = allEvents(step.entries);
                    const seats = (kind: string) =>
                        events.flatMap((event) => (event.kind === kind ? [(event as { seat: number }).seat] : []));
                    if (
                        !events.some(({ kind }) => kind === 'revealed') ||
                        events.some(({ kind }) => kind === 'round_ended')
                    )
                        continue;
                    const { paid, washed } = direct(step.game, step.before, events, step.after).trace;
                    expect(paid?.seats ?? []).toEqual(seats('preserver_lost'));
                    expect(washed ?? []).toEqual(seats('eliminated'));
                    if (washed && paid) mixed += 1;
                }
        expect(mixed).toBeGreaterThan(0);
    });
    it('lets a round of Henn end with shark, waves and towels, each in a beat of its own', async () => {
        const steps = await recorded('high_tide_henn', { sharks: true }, 'k', 'all');
        const end = steps.map(beatsOf).find((beats) => beats.some(({ kind }) => kind === 'wave'))!;
        expect(end.filter(({ kind }) => kind === 'wave').length).toBe(2);
        for (const { marks, view } of end.filter(({ kind }) => kind === 'wave')) {
            expect((view as HennView).beaches[marks.wave!.beach as 'k'].water).toBe(marks.wave!.to);
            expect(marks.wave!.from - marks.wave!.to).toBe(marks.wave!.large ? 3 : 2);
        }
        // The pair that is left goes to the beaches of its colours first, and lies there until the next round.
        const pair = end.findIndex(({ kind }) => kind === 'pair');
        const waves = end.filter(({ kind }) => kind === 'wave');
        expect(end[pair + 1]).toBe(waves[0]);
        expect(end[pair]!.marks.left!.dice.map(([colour]) => colour).sort()).toEqual(
            waves.map(({ marks }) => marks.wave!.beach).sort(),
        );
        for (const { kind, marks } of end.slice(pair))
            expect(marks.left === undefined, kind).toBe(kind === 'round' || kind === 'alert' || kind === 'over');
    });

    it('gives every point of Henn to its owner in a beat: beaches, coins and the last pair add up to the result', async () => {
        for (const seed of ['s', 't', 'u']) {
            const last = (
                await recorded('high_tide_henn', { coins: true, surfers: true, baywatch: true }, seed, 'all')
            ).at(-1)!;
            const beats = beatsOf(last);
            const given = (last.after as HennView & { scores: number[] }).scores.map((_, seat) =>
                beats
                    .flatMap(({ marks }) => marks.gains ?? [])
                    .filter((one) => one.seat === seat)
                    .reduce((sum, { points }) => sum + points, 0),
            );
            expect(given).toEqual((last.after as HennView & { scores: number[] }).scores);
            expect(beats.some(({ kind }) => kind === 'extra')).toBe(true);
        }
    });

    it('shows a tile that was won, lets it go to its winner, and offers no tile and no open dice of a round that is over', async () => {
        let won = 0;
        for (const step of await recorded('high_tide_henn', { baywatch: true }, 'r', 'all')) {
            const beats = beatsOf(step);
            const from = beats.findIndex(({ kind }) => kind === 'tileWon');
            if (from < 0) continue;
            won += 1;
            const { tile } = beats[from]!.marks;
            const before = (beats[from]!.view as HennView).baywatch!;
            expect(before.on_offer).toBe(tile);
            expect(before.tiles.flat()).not.toContain(tile);
            expect(beats[from + 1]!.kind).toBe('tileGoes');
            const until = beats.findIndex(({ kind }, i) => i > from && kind === 'offer');
            for (const { kind, view } of beats.slice(from + 1, until < 0 ? beats.length : until)) {
                const { on_offer, tiles, open_dice } = (view as HennView).baywatch!;
                expect(on_offer).toBeNull();
                expect(tiles.flat()).toContain(tile);
                if (kind === 'round') expect(open_dice).toBeNull();
            }
        }
        expect(won).toBeGreaterThan(1);
    });
});

describe("Henn's board", () => {
    /** Plays a game at random and shows every moment. */
    async function walk(
        options: Record<string, unknown>,
        seed: string,
        visit: (table: unknown, over: boolean) => Promise<void>,
    ): Promise<void> {
        let now = await ask({
            op: 'new',
            game: 'high_tide_henn',
            players: 3 + (seed.charCodeAt(0) % 4),
            options,
            seed,
        });
        const { table } = now;
        for (let lot = seed.charCodeAt(0); ; lot = (lot * 16807) % 2147483647) {
            await visit(table, now.over as boolean);
            if (now.over) break;
            const by = (now.to_act as number[])[0]!;
            const actions = (await ask({ op: 'legal', table, by })).actions as string[];
            now = await ask({ op: 'play', table, by, action: actions[lot % actions.length]! });
        }
        await ask({ op: 'close', table });
    }
    const games = [
        {},
        { surfers: true },
        { coins: true, edition: 'de' },
        everything,
        { ...everything, edition: 'en', surfers_hidden: true, coins_hidden: true },
        { ...everything, beach_length: 12, ending: 'at_once' },
    ].flatMap((options) => ['l', 'm', 'n', 'o'].map((seed) => ({ options, seed })));

    it('is told who would get what if it ended now: at the end that is the score, with every expansion (H21 to H23, HC4, HU2, HU3, HB3)', async () => {
        for (const { options, seed } of games)
            await walk(options, seed, async (table, over) => {
                if (!over) return;
                for (const observer of [0, 'spectator', 'all']) {
                    const { view, standing } = (await ask({
                        op: 'view',
                        table,
                        for: observer,
                        standing: true,
                    })) as unknown as { view: HennView; standing: StandingPoints[] };
                    const given = asGiven(standing);
                    const of = (part: (one: (typeof given)[number]) => boolean) =>
                        view.scores!.map((_, seat) =>
                            given
                                .filter((one) => one.seat === seat && part(one))
                                .reduce((sum, { points }) => sum + points, 0),
                        );
                    expect(
                        of(() => true),
                        `${seed} ${JSON.stringify(options)}`,
                    ).toEqual(view.scores);
                    for (const [name, points] of Object.entries(view.scoring!))
                        expect(
                            of(({ beach, reason }) =>
                                name === 'coins'
                                    ? reason === 'coins_scored'
                                    : name === 'baywatch'
                                      ? reason === 'last_point'
                                      : beach === name,
                            ),
                        ).toEqual(points);
                }
            });
    });

    it('announces with every action what happens: a landing on the board is where the deckchair stands afterwards', async () => {
        let landed = 0;
        for (const { options, seed } of games)
            await walk(options, seed, async (table, over) => {
                if (over) return;
                const { view } = (await ask({ op: 'view', table, for: 'all' })) as unknown as { view: HennView };
                const by = view.active!;
                const legal = (await ask({ op: 'legal', table, by, leads_to: true })) as unknown as {
                    actions: string[];
                    leads_to: Outlook[];
                };
                if (legal.actions.length === 0) return; // another seat uses a tile before this turn
                expect(legal.leads_to.length).toBe(legal.actions.length);
                for (const [i, action] of legal.actions.entries()) {
                    // Tried on a copy of the table, and only where nothing follows but the end of the turn.
                    const landings = choiceOf(view, action, legal.leads_to[i]).steps;
                    if (action !== 'accept' || landings.length === 0) continue;
                    const { record } = (await ask({ op: 'record', table })) as unknown as { record: string };
                    const copy = (await ask({ op: 'load', record: record.replace(/\[(Seed|Result) .*\n/g, '') })).table;
                    const answer = await ask({ op: 'play', table: copy, by, action, for: 'all' });
                    const events = answer.events as {
                        kind: string;
                        beach: string;
                        seat: number;
                        from: number;
                        to?: number;
                    }[];
                    const moves = events
                        .slice(
                            0,
                            events.findIndex(({ kind }) => kind === 'towel_laid'),
                        )
                        .filter(({ kind, seat }) => kind.startsWith('moved') && seat === by);
                    if (events.some(({ kind }) => kind === 'towel_laid')) {
                        expect(
                            moves.map(({ beach, from, to }) => ({ beach, from, to: to ?? null })),
                            `${seed} ${action}`,
                        ).toEqual(landings);
                        landed += 1;
                    }
                    await ask({ op: 'close', table: copy });
                }
            });
        expect(landed).toBeGreaterThan(100);
    });
});

describe('the stage', () => {
    interface Hands {
        stage: Stage;
        shown: Shown[];
        pass: (ms: number) => void;
        waits: () => number;
        set: (speed: Speed, away?: boolean) => void;
    }
    function open(): Hands {
        const shown: Shown[] = [];
        let speed: Speed = 'normal';
        let away = false;
        let timers: { work: () => void; at: number }[] = [];
        let now = 0;
        const stage = new Stage({
            speed: () => speed,
            away: () => away,
            show: (next) => void shown.push(next),
            later: (work, ms) => {
                const timer = { work, at: now + ms };
                timers.push(timer);
                return () => void (timers = timers.filter((one) => one !== timer));
            },
        });
        const pass = (ms: number) => {
            now += ms;
            for (;;) {
                const due = timers.filter((timer) => timer.at <= now).sort((a, b) => a.at - b.at)[0];
                if (!due) return;
                timers = timers.filter((timer) => timer !== due);
                due.work();
            }
        };
        return {
            stage,
            shown,
            pass,
            waits: () => timers.length,
            set: (next, gone = false) => {
                speed = next;
                away = gone;
            },
        };
    }
    async function snapshots(game: GameId, options: Record<string, unknown> = {}, seed = 'stage'): Promise<Snapshot[]> {
        const log: LogEntry[] = [];
        const make = (view: GameViews[GameId], over: boolean, legal: string[]): Snapshot =>
            snapshotOf({
                game,
                options,
                seats: [],
                me: 0,
                view,
                legal,
                toAct: [0],
                over,
                ended: null,
                memoryAid: false,
                canUndo: true,
                mayChange: false,
                canHint: false,
                shared: false,
                log: [...log],
                thinking: null,
                handOver: null,
            });
        const steps = await recorded(game, options, seed, 0);
        return [
            make(steps[0]!.before, false, ['x']),
            ...steps.map((step) => {
                log.push(...step.entries);
                return make(step.after, step.over, ['x']);
            }),
        ];
    }

    it('runs the beats of a step one after the other, offers nothing meanwhile, and ends with the view', async () => {
        const [first, second] = await snapshots('high_tide_leiman');
        const { stage, shown, pass } = open();
        stage.push(first!);
        stage.push(second!);
        expect(shown.at(-1)!.beat?.kind).toBe('hop');
        expect(shown.at(-1)!.snap.legal).toEqual([]);
        expect(shown.at(-1)!.snap.log.length).toBe(first!.log.length);
        pass(10000);
        expect(shown.at(-1)).toMatchObject({ beat: null });
        expect(shown.at(-1)!.snap).toBe(second);
        expect(stage.busy).toBe(false);
    });
    it('shows the same scene, and not its twin, in beats that change nothing of it', async () => {
        const all = await snapshots('high_tide_henn');
        const { stage, shown, pass } = open();
        stage.push(all.at(-2)!);
        stage.push(all.at(-1)!);
        for (let i = 0; i < 200; i += 1) pass(200);
        const paid = shown.filter(({ beat }) => beat?.kind === 'beach' || beat?.kind === 'tie');
        expect(paid.length).toBeGreaterThanOrEqual(3);
        expect(new Set(paid.map(({ snap }) => snap)).size).toBe(1);
        expect(shown.at(-1)!.snap).toBe(all.at(-1));
    });
    it('lets what arrives wait its turn, and a skip goes to the end of the step only', async () => {
        const [first, second, third] = await snapshots('high_tide_leiman');
        const { stage, shown, waits } = open();
        for (const snap of [first!, second!, third!]) stage.push(snap);
        stage.skip();
        expect(shown.map(({ snap }) => snap)).toContain(second);
        expect(shown.at(-1)!.beat?.kind).toBe('hop');
        stage.skip();
        expect(shown.at(-1)!.snap).toBe(third);
        expect(waits()).toBe(0);
    });
    it('stops at the end of a round until somebody goes on, at any speed, also when skipped', async () => {
        for (const speed of ['calm', 'normal', 'quick', 'none'] as const) {
            const { stage, shown, pass, set } = open();
            set(speed);
            for (const snap of await snapshots('turn_the_tide')) {
                stage.push(snap);
                if (speed === 'normal') stage.skip();
                pass(60000);
                if (stage.held) break;
            }
            expect(shown.at(-1)!.beat!.hold!.round).toBe(1);
            expect((shown.at(-1)!.snap.view as TideView).round).toBe(1);
            // The log does not run ahead of the board.
            const told = shown.at(-1)!.snap.log.flatMap(({ events }) => events);
            expect(told.filter(({ kind }) => kind === 'round_ended').length).toBe(1);
            expect(told.at(-1)!.kind).toMatch(/scored|eliminated/);
            stage.goOn();
            pass(60000);
            expect((shown.at(-1)!.snap.view as TideView).round).toBe(2);
        }
    });
    it('shows a take-back, a long absence and a tab that nobody sees as they are, without a beat', async () => {
        const all = await snapshots('turn_the_tide');
        const { stage, shown, waits, set } = open();
        stage.push(all[0]!);
        stage.push(all[4]!);
        expect(stage.busy).toBe(true);
        stage.push(all[1]!);
        expect(shown.at(-1)).toMatchObject({ beat: null, trace: {} });
        expect(shown.at(-1)!.snap).toBe(all[1]);
        expect(waits()).toBe(0);
        set('normal', true);
        stage.push(all[5]!);
        expect(shown.at(-1)!.snap).toBe(all[5]);
        set('normal');
        stage.push(all.at(-1)!);
        expect(shown.at(-1)!.snap).toBe(all.at(-1));
    });
    it('runs no beat at speed none', async () => {
        const { stage, shown, set } = open();
        set('none');
        for (const snap of await snapshots('high_tide_henn')) stage.push(snap);
        expect(shown.every(({ beat }) => beat === null)).toBe(true);
        expect(shown.at(-1)!.snap.over).toBe(true);
    });
});
