// The offline table with the real engine: whole games of every kind, undo, coming back, privacy.
import { describe, expect, it } from 'vitest';
import { eventFields } from '../../src/shared/events/records';
import { presets } from '../../src/games/presets';
import { gameIds, type GameId } from '../../src/shared/games';
import type { SeatInfo, Snapshot } from '../../src/shared/table_client';
import { OfflineTable, type OfflineSetup } from '../../src/table/offline';
import { realEngine } from './engine';

const ask = await realEngine();
const bot: SeatInfo = { kind: 'bot', level: 'random' };
const person: SeatInfo = { kind: 'person' };

interface Opened {
    table: OfflineTable;
    kept: (OfflineSetup | null)[];
    ended: string[];
    next: (test: (snap: Snapshot) => boolean) => Promise<Snapshot>;
}

async function open(
    game: GameId,
    seats: SeatInfo[],
    options: Record<string, unknown> = {},
    seed = 'test',
    moves: [number, string][] = [],
): Promise<Opened> {
    const kept: (OfflineSetup | null)[] = [];
    const ended: string[] = [];
    const pace = {
        beforeBot: () => Promise.resolve(),
        save: (setup: OfflineSetup | null) => void kept.push(structuredClone(setup)),
        finished: (_: OfflineSetup, __: unknown, record: string) => void ended.push(record),
    };
    const table = await OfflineTable.open(ask, { game, options, seats, seed, moves }, pace);
    const next = (test: (snap: Snapshot) => boolean) =>
        new Promise<Snapshot>((resolve) => {
            let stop = () => {};
            stop = table.subscribe((snap) => {
                if (test(snap)) {
                    resolve(snap);
                    queueMicrotask(() => stop());
                }
            });
        });
    return { table, kept, ended, next };
}
const ready = (snap: Snapshot) => snap.legal.length > 0 || snap.over || snap.handOver !== null;

describe('a table on this device', () => {
    it('asks for what its people may see, and not for the eyes of bots', async () => {
        for (const [seats, eyes] of [
            [
                [person, bot, bot, bot],
                [0, 'spectator', 'all'],
            ],
            [
                [bot, person, person],
                [1, 2, 'spectator', 'all'],
            ],
            [
                [bot, bot, bot],
                ['spectator', 'all'],
            ],
        ] as const) {
            const asked: unknown[] = [];
            const told = (request: object) => {
                if ('for' in request) asked.push(request.for);
                return ask(request);
            };
            const table = await OfflineTable.open(
                told,
                { game: 'turn_the_tide', options: {}, seats: [...seats], seed: 'eyes', moves: [] },
                { beforeBot: () => Promise.resolve(), save: () => {}, finished: () => {} },
            );
            await new Promise<void>((resolve) => void table.subscribe((snap) => ready(snap) && resolve()));
            expect(asked.length).toBeGreaterThan(0);
            for (const one of asked) expect(one).toEqual(eyes);
            table.close();
        }
    });
    it('lets bots think for a fifth of a second, and a perfect one until it knows', async () => {
        for (const [level, ms] of [
            ['best', 200],
            ['perfect', undefined],
        ] as const) {
            const asked: unknown[] = [];
            const told = (request: object) => {
                if ('op' in request && request.op === 'best') asked.push((request as { ms?: number }).ms);
                return ask(request);
            };
            const seats: SeatInfo[] = [
                { kind: 'bot', level },
                { kind: 'bot', level },
            ];
            const table = await OfflineTable.open(
                told,
                { game: 'high_tide_leiman', options: {}, seats, seed: 'time', moves: [] },
                { beforeBot: () => Promise.resolve(), save: () => {}, finished: () => {} },
            );
            await new Promise<void>(
                (resolve) => void table.subscribe((snap) => snap.log.some((line) => line.by !== null) && resolve()),
            );
            expect(asked.length).toBeGreaterThan(0);
            for (const one of asked) expect(one).toBe(ms);
            table.close();
        }
    });
    it('turns every expansion of the engine on with the preset "everything"', async () => {
        interface Option {
            name: string;
            expansion?: boolean;
        }
        const { games } = (await ask({ op: 'games' })) as unknown as { games: { id: string; options: Option[] }[] };
        const listed = games.find(({ id }) => id === 'high_tide_henn')!.options.filter(({ expansion }) => expansion);
        const everything = presets.high_tide_henn.find(({ id }) => id === 'everything')!.options;
        expect(everything).toEqual(Object.fromEntries(listed.map(({ name }) => [name, true])));
    });
    for (const game of gameIds)
        for (const { id, options } of presets[game])
            it(`plays ${game} (${id}) to the end, and every event of it has its words`, async () => {
                const count = game === 'high_tide_leiman' ? 2 : 5;
                for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
                    const { next, kept, ended } = await open(game, Array(count).fill(bot), options, id + seed);
                    const end = await next((snap) => snap.over && snap.thinking === null);
                    const events = end.log.flatMap((entry) => entry.events);
                    expect(events.filter(({ kind }) => !Object.hasOwn(eventFields[game], kind))).toEqual([]);
                    expect(events.length).toBeGreaterThan(6);
                    expect(kept.at(-1)).toBeNull();
                    expect(ended.length).toBe(1);
                    expect((await ask({ op: 'load', record: ended[0]! })).over).toBe(true);
                }
            });

    for (const [options, secret] of [
        [{}, false],
        [{ coins: true }, true],
        [{ coins: true, edition: 'en' }, false],
        [{ surfers: true, surfers_hidden: true }, true],
        [{ surfers_hidden: true }, false],
    ] as const)
        it(`asks people to look away exactly where something is secret: ${JSON.stringify(options)}`, async () => {
            const { next } = await open('high_tide_henn', [person, person, person], options);
            expect((await next(ready)).handOver !== null).toBe(secret);
        });

    it('lets a person choose while the bots still think', async () => {
        let open = () => {};
        const thought = new Promise<void>((resolve) => (open = resolve));
        const slow: typeof ask = async (request) => {
            if ((request as { op: string }).op === 'best') await thought;
            return ask(request);
        };
        const pace = { beforeBot: () => Promise.resolve(), save: () => {}, finished: () => {} };
        const table = await OfflineTable.open(
            slow,
            { game: 'turn_the_tide', options: {}, seats: [person, bot, bot], seed: 'slow', moves: [] },
            pace,
        );
        const snaps: Snapshot[] = [];
        const seen = (test: (snap: Snapshot) => boolean) =>
            new Promise<Snapshot>((resolve) =>
                table.subscribe((snap) => (snaps.push(snap), test(snap) && resolve(snap))),
            );
        const first = await seen((snap) => snap.legal.length > 0);
        expect(first.toAct).toEqual([0, 1, 2]);
        const played = table.play(first.legal[0]!);
        expect((await table.play(first.legal[1]!)).ok).toBe(false); // one card for one trick
        open();
        expect((await played).ok).toBe(true);
        const after = await seen((snap) => snap.log.length >= first.log.length + 3 && snap.legal.length > 0);
        expect(after.legal).not.toContain(first.legal[0]);
        expect(after.legal).toContain(first.legal[1]);
        table.close();
    });

    it('takes back to the last decision of a person, with what the bots did after it', async () => {
        const { table, next } = await open('high_tide_leiman', [person, bot], { first: 'blue', stones: 1 });
        const before = await next(ready);
        expect((await table.play(before.legal[0]!)).ok).toBe(true);
        const after = await next((snap) => ready(snap) && snap.log.length === before.log.length + 2);
        expect(after.view).not.toEqual(before.view);
        await table.undo();
        const back = await next((snap) => ready(snap) && snap.log.length === before.log.length);
        expect(back.view).toEqual(before.view);
        expect(back.canUndo).toBe(false);
        expect((await table.undo()).ok).toBe(false);
    });

    it("refuses a move with the engine's sentence and changes nothing", async () => {
        const { table, next } = await open('high_tide_leiman', [person, bot], { first: 'blue' });
        const before = await next(ready);
        const result = await table.play('c3-a1');
        expect(result.ok).toBe(false);
        expect(result.ok || result.message).toMatch(/c3/);
        expect((await next(ready)).log.length).toBe(before.log.length);
    });

    it('comes back from seed and moves exactly', async () => {
        const first = await open('turn_the_tide', [person, bot, bot]);
        for (let i = 0; i < 4; i += 1) {
            const snap = await first.next((one) => ready(one) && one.log.length > 3 * i);
            await first.table.play(snap.legal[0]!);
        }
        const before = await first.next((snap) => ready(snap) && snap.log.length > 12);
        const kept = first.kept.at(-1)!;
        const second = await open('turn_the_tide', kept.seats, kept.options, kept.seed, kept.moves);
        const after = await second.next(ready);
        expect(after.view).toEqual(before.view);
        expect(after.legal).toEqual(before.legal);
    });

    it('shows a person nothing of another one before the device is handed over', async () => {
        const { table, next } = await open('turn_the_tide', [person, person, bot]);
        const covered = await next((snap) => snap.handOver === 0);
        expect((covered.view as { hands: unknown[] }).hands).toEqual([null, null, null]);
        expect(covered.legal).toEqual([]);
        table.takeOver();
        const mine = await next((snap) => snap.legal.length > 0);
        expect((mine.view as { hands: unknown[] }).hands.map((hand) => hand !== null)).toEqual([true, false, false]);
        await table.play(mine.legal[0]!);
        const other = await next((snap) => snap.handOver === 1);
        expect((other.view as { hands: unknown[] }).hands).toEqual([null, null, null]);
        expect(JSON.stringify(other.log)).not.toMatch(/chooses the|holds/);
    });

    it('gives a hint that is legal and a record that loads', async () => {
        const { table, next } = await open('high_tide_henn', [person, bot, bot], { baywatch: true });
        const snap = await next(ready);
        expect(snap.legal).toContain((await table.hint())?.action);
        expect((await ask({ op: 'load', record: await table.record() })).ok).toBe(true);
    });
});
