// Records are read, packed into addresses, and played again through the real engine.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { AskEngine } from '../../src/shared/engine/engine';
import { gameIds } from '../../src/shared/games';
import { outcome } from '../../src/table/history';
import { speak } from '../../src/shared/i18n/text.svelte';
import { pack, readRecord, unpack, upTo } from '../../src/shared/record';
import { Replay } from '../../src/table/replay/replay';
import type { Snapshot } from '../../src/shared/table_client';
import { OfflineTable } from '../../src/table/offline';
import { unfinished } from '../../src/table/unfinished';
import { seatName } from '../../src/shared/words.svelte';
import { realEngine } from './engine';
import kept from './kept.json';

let ask: AskEngine;
const records: Record<string, string> = {};

beforeAll(async () => {
    ask = await realEngine();
    for (const game of gameIds) {
        const players = game === 'high_tide_leiman' ? 2 : 3;
        const options = game === 'high_tide_henn' ? { coins: true, baywatch: true, coins_hidden: true } : {};
        let state = await ask({ op: 'new', game, players, options, seed: 'replay' });
        const { table } = state;
        while (!state.over) {
            const by = (state.to_act as number[])[0]!;
            const { actions } = await ask({ op: 'legal', table, by });
            state = await ask({ op: 'play', table, by, action: (actions as string[])[0] });
        }
        records[game] = (await ask({ op: 'record', table })).record as string;
    }
}, 30000);

describe('records', () => {
    it('are read with tags and lines', () => {
        const read = readRecord(records.turn_the_tide!)!;
        expect(read).toMatchObject({ game: 'turn_the_tide', players: 3, tags: { edition: 'amigo' } });
        expect(read.lines[0]!.by).toBe('chance');
        expect(upTo(read, 2).trimEnd().split('\n').at(-1)).toBe(`${read.lines[1]!.by} ${read.lines[1]!.action}`);
        expect(read.head).not.toContain('Result');
    });
    it('of other games, or none at all, are refused', () => {
        expect(readRecord('1. e4 e5')).toBeNull();
        expect(readRecord('[Game "chess"]\n[Players "2"]\n')).toBeNull();
        expect(readRecord('')).toBeNull();
    });
    it('fit into an address and come back', async () => {
        const packed = await pack(records.high_tide_leiman!);
        expect(packed).toMatch(/^[\w-]+$/);
        expect(packed.length).toBeLessThan(2000);
        expect(await unpack(packed)).toBe(records.high_tide_leiman);
        expect(await unpack('nonsense')).toBeNull();
    });
});

/** Links that the page made before events were records, and how those games ended. */
describe('what was kept by earlier pages', () => {
    for (const game of gameIds)
        it(`opens: a link to a game of ${game}`, async () => {
            const record = await unpack(kept[game].link);
            expect(readRecord(record!)).toMatchObject({ game });
            const opened = await Replay.open(ask, record!);
            if (!opened.ok) throw new Error(opened.refusal?.message);
            expect(opened.replay.over).toBe(true);
            const end = await opened.replay.snapshot(opened.replay.length, 'all');
            const { winners, points } = kept[game];
            expect(outcome(end.view)).toEqual({ winners, points });
            expect(end.log.flatMap(({ events }) => events).length).toBeGreaterThan(20);
        });
    it('opens: the one unfinished game of a device', async () => {
        const setup = {
            game: 'high_tide_leiman',
            options: { first: 'blue' },
            seats: [{ kind: 'person' }, { kind: 'person' }],
            seed: 'kept',
            moves: [],
        };
        const places = new Map([['springtide-table', JSON.stringify(setup)]]);
        vi.stubGlobal('localStorage', { getItem: (key: string) => places.get(key) ?? null });
        expect(unfinished()).toEqual([{ id: 'kept', at: 0, setup }]);
        places.set('springtide-tables', JSON.stringify([{ id: 'new', at: 5, setup }]));
        expect(unfinished().map(({ id }) => id)).toEqual(['new', 'kept']);
        places.set('springtide-table', '{"half a ga');
        expect(unfinished().map(({ id }) => id)).toEqual(['new']);
        vi.unstubAllGlobals();
        const table = await OfflineTable.open(ask, setup as never, {
            beforeBot: () => Promise.resolve(),
            save: () => {},
            finished: () => {},
        });
        const shown = await new Promise<Snapshot>((resolve) => table.subscribe(resolve));
        expect(shown).toMatchObject({ game: 'high_tide_leiman', view: { round: 1 }, over: false });
        table.close();
    });
});

describe('a replay', () => {
    for (const game of gameIds)
        it(`of ${game} shows every moment through any eyes`, async () => {
            const opened = await Replay.open(ask, records[game]!);
            if (!opened.ok) throw new Error(opened.refusal?.message);
            const { replay } = opened;
            expect(replay.over).toBe(true);
            const end = await replay.snapshot(replay.length, 'all');
            expect(end.log.length).toBe(replay.length);
            for (const eyes of ['spectator', 0, 1] as const) {
                const middle = await replay.snapshot(Math.floor(replay.length / 2), eyes);
                expect(middle.view).not.toBeNull();
                expect(middle.me).toBe(eyes === 'spectator' ? null : eyes);
            }
        });
    it('calls two bots of one level by their seats, and people by their names', async () => {
        const named = records.turn_the_tide!.replace(
            '\n\n',
            '\n[Name0 "Anna"]\n[Name1 "bot medium"]\n[Name2 "bot medium"]\n\n',
        );
        const opened = await Replay.open(ask, named);
        if (!opened.ok) throw new Error(opened.refusal?.message);
        const { seats } = opened.replay;
        await speak('en');
        expect(seats).toEqual([
            { kind: 'person', name: 'Anna' },
            { kind: 'bot', level: 'medium' },
            { kind: 'bot', level: 'medium' },
        ]);
        expect(seats.map((_, seat) => seatName('turn_the_tide', seats, seat))).toEqual(['Anna', 'Borkum', 'Juist']);
    });
    it('keeps what a seat may not know', async () => {
        const opened = await Replay.open(ask, records.turn_the_tide!);
        if (!opened.ok) throw new Error(opened.refusal?.message);
        const { view, log } = await opened.replay.snapshot(5, 1);
        expect((view as { hands: unknown[] }).hands.map((cards) => cards !== null)).toEqual([false, true, false]);
        expect(log.flatMap((entry) => entry.events).some(({ kind }) => kind === 'hand')).toBe(false);
    });
    it('plays a line that was not played, and leaves the game as it was', async () => {
        const opened = await Replay.open(ask, records.high_tide_leiman!);
        if (!opened.ok) throw new Error(opened.refusal?.message);
        const { replay } = opened;
        const moment = replay.record.lines.findIndex(({ by }) => by !== 'chance');
        const before = await replay.snapshot(moment, 'all');
        const { table } = await ask({ op: 'load', record: upTo(replay.record, moment) });
        const [first] = (await ask({ op: 'legal', table, by: before.toAct[0] })).actions as string[];
        const { to_act: next } = await ask({ op: 'play', table, by: before.toAct[0], action: first });
        const [second] = (await ask({ op: 'legal', table, by: (next as number[])[0] })).actions as string[];
        const line = await replay.variation(moment, [first!, second!, 'a1-e3']);
        expect(line.map(({ toAct }) => toAct[0])).toEqual([0, 1, 0].map((turn) => (turn + before.toAct[0]!) % 2));
        expect({ ...line[0], standing: null }).toEqual({ ...before, standing: null });
        expect(line[1]!.view).toEqual((await replay.variation(moment, [first!]))[1]!.view);
        expect(line[2]!.log.length).toBe(before.log.length + 2);
        expect({ ...(await replay.snapshot(moment, 'all')), standing: null }).toEqual({ ...before, standing: null });
    });
    it('names the line that breaks the rules', async () => {
        const broken = records.high_tide_leiman!.replace(/\n0 [a-e]\d-[a-e]\d\n/, '\n0 a1-e3\n');
        const opened = await Replay.open(ask, broken);
        expect(opened).toMatchObject({ ok: false, line: broken.split('\n').indexOf('0 a1-e3') + 1 });
    });
});
