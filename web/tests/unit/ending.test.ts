// The end of a game: places, the causes of all points, and what the log draws of a turn.
import { describe, expect, it } from 'vitest';
import { causesOf, placesOf, pointsOf, winnersOf } from '../../src/games/ending';
import { linesOf, type LogLine } from '../../src/games/log_lines';
import { gameIds } from '../../src/shared/games';
import type { EventRecord } from '../../src/shared/events/steps';
import { speak } from '../../src/shared/i18n/text.svelte';
import { snapshotOf, type LogEntry, type Snapshot } from '../../src/shared/table_client';
import { chaptersOf } from '../../src/table/chapters';
import { happened } from '../../src/table/seen';
import { realEngine } from './engine';

const tables = [
    ['turn_the_tide', 4, {}],
    ['turn_the_tide', 3, { edition: 'gamewright' }],
    ['high_tide_henn', 5, { coins: true, sharks: true, surfers: true, baywatch: true }],
    ['high_tide_henn', 3, {}],
    ['high_tide_leiman', 2, { stones: 2 }],
] as const;

/** A whole game, played by lot, as the page has it at its end. */
async function played([game, players, options]: (typeof tables)[number], seed: string): Promise<Snapshot> {
    const ask = await realEngine();
    let answer = await ask({ op: 'new', game, players, options, seed, for: 'all' });
    const { table } = answer;
    const log: LogEntry[] = [{ by: null, events: happened((answer.events ?? []) as EventRecord[]) }];
    for (let step = 0; !answer.over; step += 1) {
        const [by] = answer.to_act as number[];
        const { actions } = (await ask({ op: 'legal', table, by })) as unknown as { actions: string[] };
        answer = await ask({ op: 'play', table, by, action: actions[(step * 7) % actions.length]!, for: 'all' });
        log.push({ by: by!, events: happened(answer.events as EventRecord[]) });
    }
    const { view } = await ask({ op: 'view', table, for: 'all' });
    return snapshotOf({
        game,
        view: view as never,
        options,
        seats: Array.from({ length: players }, (_, i) => ({ kind: 'person' as const, name: `P${i}` })),
        me: 0,
        legal: [],
        toAct: [],
        over: true,
        ended: null,
        memoryAid: false,
        canUndo: false,
        mayChange: false,
        canHint: false,
        shared: false,
        log,
        thinking: null,
        handOver: null,
    });
}
const adds = (rows: number[][]) => rows[0]!.map((_, seat) => rows.reduce((sum, row) => sum + row[seat]!, 0));

describe('the end of a game', () => {
    it('gives places as the rules settle the first, and equal places for equal points behind it', () => {
        expect(placesOf([5, 9, 9, 2], [2], 4)).toEqual([3, 2, 1, 4]);
        expect(placesOf([5, 9, 9, 2], [1, 2], 4)).toEqual([3, 1, 1, 4]);
        expect(placesOf([4, 4, 7], [2], 3)).toEqual([2, 2, 1]);
        expect(placesOf([0, 0], [1], 2)).toEqual([2, 1]);
    });
    it('counts every point by its cause: the causes add up to the result in every game', async () => {
        await speak('en');
        for (const table of tables) {
            for (const seed of ['a', 'b', 'c']) {
                const snap = await played(table, seed);
                const causes = causesOf(snap);
                expect(causes.length, table[0]).toBeGreaterThan(0);
                if (table[0] === 'high_tide_leiman') {
                    expect(causes.map(({ round }) => round)).toEqual(causes.map((_, i) => i + 1));
                    continue;
                }
                expect(adds(causes.map(({ points }) => points)), `${table[0]} ${seed}`).toEqual(pointsOf(snap));
                for (const { kind, points } of causes)
                    for (const n of points) expect(kind === 'under' ? -n : n).toBeGreaterThanOrEqual(0);
            }
        }
    });
    it('tells no causes where the game was broken off, and takes its winners from how it ended', async () => {
        const snap = await played(tables[4], 'a');
        const resigned = { ...snap, ended: { winners: [1], how: 'resigned' } } as Snapshot;
        expect(causesOf(resigned)).toEqual([]);
        expect(winnersOf(resigned)).toEqual([1]);
    });
});

describe('the log', () => {
    const linesIn = (snap: Snapshot): LogLine[] =>
        chaptersOf(snap.game, snap.log).flatMap(({ parts }) =>
            linesOf(
                snap.game,
                snap.seats,
                parts.flatMap(({ entry, at }) => entry.events.map((event) => ({ event, at }))),
            ),
        );
    it('has one line for a trick, for a move and for a turn, with all of its sentences behind it', async () => {
        await speak('en');
        expect([...gameIds].sort()).toEqual([...new Set(tables.map(([game]) => game))].sort());
        for (const table of tables) {
            const snap = await played(table, 'lines');
            const lines = linesIn(snap);
            const events = snap.log.flatMap((entry) => entry.events);
            const drawn = (kind: string) => lines.filter(({ marks }) => marks[0]?.kind === kind);
            for (const line of lines) expect(line.details.join(), JSON.stringify(line)).not.toBe('');
            if (snap.game === 'turn_the_tide') {
                const tricks = events.filter(({ kind }) => kind === 'revealed');
                expect(drawn('card').length).toBe(tricks.length);
                expect(
                    drawn('card')
                        .flatMap(({ marks }) => marks)
                        .filter((mark) => 'tide' in mark && mark.tide).length,
                ).toBe(events.filter(({ kind }) => kind === 'tide_taken').length);
                expect(drawn('scored').length).toBe(snap.view.round);
            } else if (snap.game === 'high_tide_leiman') {
                expect(drawn('climb').length).toBe(events.filter(({ kind }) => kind === 'tile_moved').length);
            } else {
                const turns = events.filter(({ kind }) => kind === 'turn_comes').length;
                const own = lines.filter(
                    ({ seat, marks }) => seat !== null && marks.some(({ kind }) => kind === 'die'),
                );
                expect(own.length).toBeLessThanOrEqual(turns);
                expect(own.length).toBeGreaterThan(turns * 0.9);
            }
        }
    });
});
