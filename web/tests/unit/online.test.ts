// The line to the server and the table behind it, with a wire in the test's hands.
import { describe, expect, it } from 'vitest';
import { Connection, type Wire } from '../../src/shared/net/connection';
import type { Snapshot } from '../../src/shared/table_client';
import { unread } from '../../src/table/unread';
import { OnlineTable, timeLeft, whereabouts, type Presence, type RoomState } from '../../src/table/online';
import { goToOwnTable } from '../../src/shared/people/own_table';

class FakeWire implements Wire {
    sent: Record<string, unknown>[] = [];
    onopen: (() => void) | null = null;
    onmessage: ((message: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    send(text: string): void {
        this.sent.push(JSON.parse(text) as Record<string, unknown>);
    }
    close(): void {
        this.onclose?.();
    }
    receive(message: object): void {
        this.onmessage?.({ data: JSON.stringify(message) });
    }
}

/** Lets everything that is already decided happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

function line() {
    const wires: FakeWire[] = [];
    const due: (() => void)[] = [];
    let id = 0;
    const make = () => {
        const wire = new FakeWire();
        wires.push(wire);
        return wire;
    };
    const connection = new Connection(
        make,
        (work) => void due.push(work),
        () => `m${++id}`,
    );
    return { connection, wires, due };
}

const room = {
    phase: 'running',
    game: 'turn_the_tide',
    options: {},
    clock: { kind: 'none', move_ms: 0, bank_ms: 0 },
    you: { seat: 1, host: false },
    takeback: null,
    end: null,
    result: null,
    rematch: null,
    seats: [
        { kind: 'person', name: 'Anna' },
        { kind: 'person', name: 'Ben' },
        { kind: 'bot', name: null, level: 'easy' },
    ],
};
const update = {
    seq: 3,
    events: [['chose', 0]],
    chat: [],
    view: { round: 1 },
    legal: ['7', '9'],
    to_act: [1],
    over: false,
    undo: false,
    retract: false,
};

describe('the line to the server', () => {
    it('sends what was asked before it was open, and again after it broke, under the same id', async () => {
        const { connection, wires, due } = line();
        const answer = connection.request('play', { table: 't', action: '7' });
        expect(wires[0]!.sent).toEqual([]);
        wires[0]!.onopen!();
        expect(wires[0]!.sent).toEqual([{ id: 'm1', op: 'play', table: 't', action: '7' }]);
        wires[0]!.onclose!();
        due.shift()!();
        wires[1]!.onopen!();
        expect(wires[1]!.sent).toEqual(wires[0]!.sent);
        wires[1]!.receive({ id: 'm1', ok: true, repeated: true });
        expect((await answer).ok).toBe(true);
        wires[1]!.onclose!();
        due.shift()!();
        wires[2]!.onopen!();
        expect(wires[2]!.sent).toEqual([]);
    });
    it('stays closed once it is closed', () => {
        const { connection, wires, due } = line();
        connection.close();
        expect(due).toEqual([]);
        expect(wires.length).toBe(1);
    });
});

describe('a table at the server', () => {
    function table() {
        const { connection, wires, due } = line();
        const clock = { now: 5 };
        const online = new OnlineTable(
            connection,
            'abc',
            () => Promise.resolve(''),
            () => clock.now,
        );
        const snaps: Snapshot[] = [];
        const states: RoomState[] = [];
        online.subscribe((snap) => snaps.push(snap));
        online.follow((state) => states.push(state));
        wires[0]!.onopen!();
        return { online, wires, due, snaps, states, clock };
    }

    it('knows what the clock of a player has who waits: what is left of the reserve, and a whole move', () => {
        const { wires, states, clock } = table();
        const live = { kind: 'live', move_ms: 10_000, bank_ms: 60_000 };
        const running = (seat: number, left_ms: number, bank_ms: number) => [{ seat, left_ms, bank_ms }];
        wires[0]!.receive({
            id: 'm1',
            ok: true,
            table: 'abc',
            ...update,
            events: [],
            room: { ...room, clock: live },
            clocks: running(1, 70_000, 60_000),
        });
        expect(states.at(-1)!.resting.get(0)).toBe(70_000); // has not moved yet
        clock.now += 25_000; // 15 seconds more than a move has
        wires[0]!.receive({
            table: 'abc',
            ...update,
            seq: 4,
            from: 3,
            to_act: [0],
            clocks: running(0, 70_000, 60_000),
        });
        expect(states.at(-1)!.resting.get(1)).toBe(10_000 + 45_000);
        clock.now += 4000; // quicker than a move: the reserve stays whole
        wires[0]!.receive({
            table: 'abc',
            ...update,
            seq: 5,
            from: 4,
            to_act: [1],
            clocks: running(1, 55_000, 45_000),
        });
        expect(states.at(-1)!.resting.get(0)).toBe(70_000);
    });
    it('watches when the line opens, and after a break asks only for what it missed', async () => {
        const { wires, due, snaps, states } = table();
        expect(wires[0]!.sent).toEqual([{ id: 'm1', op: 'watch', table: 'abc', since: 0, presence: true }]);
        wires[0]!.receive({ id: 'm1', ok: true, table: 'abc', ...update, room });
        await settle();
        expect(snaps.at(-1)).toMatchObject({ me: 1, legal: ['7', '9'], toAct: [1], canHint: false });
        expect(snaps.at(-1)!.seats[0]).toMatchObject({ kind: 'person', name: 'Anna' });
        wires[0]!.onclose!();
        expect(states.at(-1)!.connected).toBe(false);
        due.shift()!();
        wires[1]!.onopen!();
        expect(wires[1]!.sent).toEqual([{ id: 'm2', op: 'watch', table: 'abc', since: 3, presence: true }]);
        wires[1]!.receive({ id: 'm2', ok: true, table: 'abc', ...update, seq: 5, events: [['chose', 2]], room });
        await settle();
        expect(states.at(-1)!.connected).toBe(true);
        expect(snaps.at(-1)!.log).toEqual([
            { by: 0, events: [{ kind: 'chose', seat: 0 }] },
            { by: 2, events: [{ kind: 'chose', seat: 2 }] },
        ]);
    });

    it('forgets what it was told when it is told all of it anew', async () => {
        const { wires, snaps, states } = table();
        wires[0]!.receive({
            id: 'm1',
            ok: true,
            table: 'abc',
            ...update,
            room,
            chat: [{ seq: 2, name: 'Anna', text: 'hello' }],
        });
        await settle();
        const seats = [{ kind: 'person', name: 'Guest 1a2b' }, ...room.seats.slice(1)];
        wires[0]!.receive({
            table: 'abc',
            ...update,
            anew: true,
            chat: [{ seq: 2, name: 'Guest 1a2b', text: '…' }],
            room: { ...room, seats },
            earlier: true,
            since: 1,
        });
        expect(states.at(-1)!.chat).toEqual([{ seq: 2, name: 'Guest 1a2b', text: '…' }]);
        expect(snaps.at(-1)!.seats[0]).toMatchObject({ name: 'Guest 1a2b' });
        expect(snaps.at(-1)!.log.length).toBe(1);
        expect(wires[0]!.sent.at(-1)).toMatchObject({ op: 'history', before: 2 });
    });

    it('counts the lines of the talk after the last one that was read', () => {
        const chat = [{ seq: 4 }, { seq: 9 }, { seq: 12 }];
        expect([0, 4, 11, 12].map((readTo) => unread.count(chat, readTo))).toEqual([3, 2, 1, 0]);
    });

    it('knows where the others are, and says when nobody looks at it', () => {
        const { connection, wires } = line();
        const table = new OnlineTable(connection, 'abc', () => Promise.resolve(''));
        const seen: (Presence | undefined)[] = [];
        table.follow(({ presence }) => void seen.push(presence));
        wires[0]!.onopen!();
        const here = { here: [0, 1], away: [], gone: [] };
        wires[0]!.receive({ id: 'm1', ok: true, ...update, room, presence: here });
        expect(seen.at(-1)).toEqual(here);
        const gone = { here: [1], away: [], gone: [0] };
        wires[0]!.receive({ table: 'abc', presence: gone });
        expect(seen.at(-1)).toEqual(gone);
        expect([0, 1, 2].map((seat) => whereabouts({ presence: gone } as unknown as RoomState, seat))).toEqual([
            'gone',
            'here',
            null,
        ]);
        table.turnAway(true);
        table.turnAway(true);
        expect(wires[0]!.sent.slice(1)).toEqual([{ id: 'm2', op: 'away', table: 'abc', on: true }]);
    });

    it('says why it cannot be followed', async () => {
        const { online, wires } = table();
        let refused = '';
        online.onrefused = (why) => (refused = why.message);
        wires[0]!.receive({ id: 'm1', ok: false, error: { code: 'unknown_table', message: 'there is no table abc' } });
        await settle();
        expect(refused).toBe('there is no table abc');
    });

    it('shows a damaged table as far as it can be read, even where it knew more, and says that it is closed', async () => {
        const { wires, due, snaps, states } = table();
        const damaged = { code: 'unavailable', reason: 'table_damaged', seq: 2, message: 'this table is damaged' };
        wires[0]!.receive({ id: 'm1', ok: true, table: 'abc', ...update, room });
        await settle();
        expect(states.at(-1)!.damaged).toBe(undefined);
        wires[0]!.onclose!();
        due.shift()!();
        wires[1]!.onopen!();
        wires[1]!.receive({
            id: 'm2',
            ok: true,
            table: 'abc',
            ...update,
            seq: 1,
            events: [],
            view: { round: 0 },
            legal: [],
            to_act: [],
            room,
            damaged,
        });
        await settle();
        expect(states.at(-1)!.damaged).toEqual(damaged);
        expect(snaps.at(-1)).toMatchObject({ view: { round: 0 }, legal: [], toAct: [], closed: true });
        wires[1]!.onclose!();
        due.shift()!();
        wires[2]!.onopen!();
        wires[2]!.receive({ id: 'm3', ok: true, table: 'abc', ...update, room });
        await settle();
        expect(states.at(-1)!.damaged).toBe(undefined);
        expect(snaps.at(-1)!.closed).toBe(false);
    });

    it('changes a secret choice by taking it back first', async () => {
        const { online, wires } = table();
        wires[0]!.receive({ id: 'm1', ok: true, table: 'abc', ...update, legal: [], retract: true, room });
        await settle();
        const played = online.play('9');
        expect(wires[0]!.sent.at(-1)).toMatchObject({ op: 'retract', table: 'abc' });
        wires[0]!.receive({ id: 'm2', ok: true });
        await settle();
        expect(wires[0]!.sent.at(-1)).toMatchObject({ op: 'play', action: '9' });
        wires[0]!.receive({ id: 'm3', ok: false, error: { code: 'stale', message: 'the position changed' } });
        expect(await played).toEqual({ ok: false, code: 'stale', message: 'the position changed' });
    });

    it('has played when the push that shows it is there, whichever comes first', async () => {
        const { online, wires } = table();
        wires[0]!.receive({ id: 'm1', ok: true, table: 'abc', ...update, room });
        await settle();
        let done = false;
        const played = online.play('9').then((result) => (done = result.ok));
        wires[0]!.receive({ id: 'm2', ok: true, seq: 4 });
        await settle();
        expect(done).toBe(false);
        wires[0]!.receive({ table: 'abc', ...update, seq: 4, legal: [] });
        await played;
        expect(done).toBe(true);
        wires[0]!.receive({ table: 'abc', ...update, seq: 6 });
        const again = online.play('9');
        wires[0]!.receive({ id: 'm3', ok: true, seq: 6 });
        expect((await again).ok).toBe(true);
    });

    /** As `update`, from a server that sends records. */
    const seen = { chosen: [false, false, false], choice: [null, null, null], tide: [1, 2, 3], upturned: [4, 7] };
    const whole = { ...update, events: [['room.begun', null]], view: seen };

    it('folds what happened over what it knows, several messages in one frame', async () => {
        const { wires, snaps, states } = table();
        wires[0]!.receive({ id: 'm1', ok: true, table: 'abc', ...whole, room });
        await settle();
        const before = snaps.at(-1)!;
        const pushes = [
            {
                seq: 4,
                events: [
                    ['chose', 1],
                    ['own_choice', 1, 9],
                ],
                to_act: [0],
                retract: true,
            },
            {
                seq: 5,
                events: [['room.asks_end', 0, 'Anna']],
                room: { end: { by: 0, agreed: [0] } },
                chat: [{ name: 'Ben', text: 'no' }],
            },
        ];
        wires[0]!.onmessage!({ data: pushes.map((push) => JSON.stringify(push)).join('\n') });
        expect(snaps.at(-1)).toMatchObject({
            view: { ...seen, chosen: [false, true, false], choice: [null, 9, null] },
            legal: [],
            toAct: [0],
            canUndo: false,
            game: 'turn_the_tide',
        });
        expect(states.at(-1)).toMatchObject({
            room: { end: { by: 0 }, game: 'turn_the_tide' },
            chat: [{ name: 'Ben', text: 'no' }],
        });
        expect(snaps.at(-1)!.log.map(({ by }) => by)).toEqual([null, 1, null]);
        expect(before.view).toEqual(seen);
        wires[0]!.receive({ seq: 6, from: 5, events: [['choice_taken_back', 1]], to_act: [0, 1], legal: ['7'] });
        expect(snaps.at(-1)).toMatchObject({ view: seen, legal: ['7'] });
        wires[0]!.receive({ seq: 7, events: [['chose', 0]], to_act: [1] });
        expect(snaps.at(-1)).toMatchObject({ legal: ['7'], toAct: [1] });
    });
    it('says what can be done about the last move: nothing yet, ask the others, be alone with bots, wait for their answer', () => {
        const { wires, snaps } = table();
        const back = () => snaps.at(-1)!.takeBack;
        wires[0]!.receive({
            id: 'm1',
            ok: true,
            table: 'abc',
            ...whole,
            events: [
                ['hand', 1, [7, 9]],
                ['chose', 0],
            ],
            room,
        });
        expect(back()).toBe('play.noUndo');
        wires[0]!.receive({ seq: 4, events: [['chose', 1]], to_act: [0], played: true });
        expect(back()).toBe('ask');
        wires[0]!.receive({ seq: 5, events: [], played: true, room: { takeback: { by: 1, agreed: [1] } } });
        expect(back()).toBe('refusal.asked_already');
        wires[0]!.receive({
            seq: 6,
            events: [],
            played: true,
            room: { takeback: null, seats: [{ ...room.seats[0], bot: 'easy' }, ...room.seats.slice(1)] },
        });
        expect(back(), 'a player who is away agrees to nothing').toBe('request.absent');
        wires[0]!.receive({
            seq: 7,
            events: [],
            played: true,
            room: { seats: [{ ...room.seats[0], bot: 'easy', resigned: true }, ...room.seats.slice(1)] },
        });
        expect(back()).toBe('alone');
        wires[0]!.receive({ seq: 8, events: [], played: true, room: { rated: true } });
        expect(back()).toBe('refusal.rated_no_way_back');
        wires[0]!.receive({ seq: 9, events: [], played: true, room: { club: 'c' } });
        expect(back()).toBe('refusal.club_no_way_back');
        wires[0]!.receive({ seq: 10, events: [], played: true, room: { duplicate: 'd' } });
        expect(back()).toBe('refusal.duplicate_no_way_back');
        wires[0]!.receive({ seq: 11, events: [], played: true, room: { daily: '2026-11-17' } });
        expect(back()).toBe('refusal.daily_no_way_back');
    });
    it('stops its clocks while the connection is lost, and before they start', () => {
        const { wires, due, states, clock } = table();
        const left = () => timeLeft(states.at(-1)!, states.at(-1)!.clocks[0]!, clock.now);
        wires[0]!.receive({
            id: 'm1',
            ok: true,
            table: 'abc',
            ...whole,
            room,
            clocks: [{ seat: 0, left_ms: 357000, bank_ms: 300000 }],
        });
        clock.now += 1000;
        expect(left()).toBe(356000);
        wires[0]!.onclose!();
        clock.now += 60000;
        expect(left(), 'during an outage of a minute').toBe(356000);
        due.shift()!();
        wires[1]!.onopen!();
        expect(left(), 'before the server has said how it stands').toBe(356000);
        wires[1]!.receive({
            id: 'm2',
            ok: true,
            table: 'abc',
            ...whole,
            seq: 5,
            clocks: [{ seat: 0, left_ms: 355500, bank_ms: 300000, starts_in_ms: 20000 }],
        });
        clock.now += 20000;
        expect(left(), 'at a club night, before the player has come').toBe(355500);
        clock.now += 500;
        expect(left()).toBe(355000);
    });
    it('takes a player to the table of a club night once', () => {
        const kept = new Map<string, string>();
        const storage = {
            getItem: (key: string) => kept.get(key) ?? null,
            setItem: (key: string, value: string) => void kept.set(key, value),
        };
        const visited: string[] = [];
        for (const own of [null, 'one', 'one', undefined, 'two'])
            goToOwnTable(own, (path) => void visited.push(path), storage);
        expect(visited).toEqual(['/t/one', '/t/two']);
    });
    it('says who took the last action back without asking, until the game goes on', () => {
        const { wires, states } = table();
        wires[0]!.receive({ id: 'm1', ok: true, table: 'abc', ...whole, room });
        wires[0]!.receive({ ...whole, seq: 4, events: [['room.took_back', 0, 'Anna']] });
        expect(states.at(-1)!.tookBack).toBe('Anna');
        wires[0]!.receive({ seq: 5, events: [['chose', 0]], to_act: [1] });
        expect(states.at(-1)!.tookBack).toBeUndefined();
        wires[0]!.receive({ ...whole, seq: 6, events: [['room.took_back', 1, 'Ben']] });
        expect(states.at(-1)!.tookBack, 'not the player’s own').toBeUndefined();
    });
    it('takes back a secret choice while others choose, a move that nobody answered, and asks about the rest', () => {
        const { online, wires } = table();
        wires[0]!.receive({ id: 'm1', ok: true, table: 'abc', ...whole, room });
        wires[0]!.receive({ seq: 4, events: [['chose', 1]], to_act: [0], retract: true });
        void online.undo();
        wires[0]!.receive({ seq: 5, events: [['chose', 1]], to_act: [0], undo: true });
        void online.undo();
        void online.askBack();
        expect(wires[0]!.sent.slice(1).map(({ op, do: does }) => [op, does])).toEqual([
            ['retract', undefined],
            ['undo', undefined],
            ['takeback', 'ask'],
        ]);
    });
    it('knows what it was told when the next message of the same frame comes', () => {
        const { wires, snaps } = table();
        const frame = [
            { id: 'm1', ok: true, table: 'abc', ...whole, room },
            { seq: 4, events: [['chose', 0]], to_act: [1] },
        ];
        wires[0]!.onmessage!({ data: frame.map((message) => JSON.stringify(message)).join('\n') });
        expect(snaps.at(-1)).toMatchObject({ view: { chosen: [true, false, false] }, toAct: [1] });
        expect(wires[0]!.sent.length).toBe(1);
    });
    it('asks for the whole view when it missed a step, once', async () => {
        const { wires, snaps } = table();
        wires[0]!.receive({ id: 'm1', ok: true, table: 'abc', ...whole, room });
        await settle();
        const known = snaps.length;
        for (const seq of [7, 8]) wires[0]!.receive({ seq, from: seq - 1, events: [['chose', 0]] });
        expect(snaps.length).toBe(known);
        expect(wires[0]!.sent.slice(1)).toEqual([{ id: 'm2', op: 'watch', table: 'abc', since: 3, presence: true }]);
        wires[0]!.receive({
            id: 'm2',
            ok: true,
            table: 'abc',
            ...whole,
            seq: 8,
            view: { ...seen, chosen: [true, false, false] },
            room,
        });
        await settle();
        wires[0]!.receive({ seq: 9, events: [['chose', 2]] });
        expect(snaps.at(-1)).toMatchObject({ view: { chosen: [true, false, true] } });
    });
    it('asks for the whole view when an event is newer than the page, or does not fit', async () => {
        for (const event of [['tsunami'], ['coin_taken', 0]]) {
            const { wires, snaps } = table();
            wires[0]!.receive({ id: 'm1', ok: true, table: 'abc', ...whole, room });
            await settle();
            wires[0]!.receive({ seq: 4, events: [event] });
            expect(wires[0]!.sent.at(-1)).toEqual({ id: 'm2', op: 'watch', table: 'abc', since: 3, presence: true });
            wires[0]!.receive({
                id: 'm2',
                ok: true,
                table: 'abc',
                ...whole,
                seq: 4,
                events: [event],
                view: { ...seen, tide: [9, 9, 9] },
            });
            await settle();
            expect(snaps.at(-1)).toMatchObject({ view: { tide: [9, 9, 9] } });
        }
    });

    it('plays on at an older server, which tells sentences and whole views', async () => {
        const { wires, snaps } = table();
        wires[0]!.receive({ id: 'm1', ok: true, table: 'abc', ...update, events: ['the game begins'], room });
        await settle();
        wires[0]!.receive({ table: 'abc', ...update, seq: 4, events: ['player 1 has chosen'], view: { round: 2 } });
        expect(snaps.at(-1)).toMatchObject({ view: { round: 2 }, legal: ['7', '9'], log: [] });
    });

    it('passes over what is older than what it knows, and pushes of other tables', () => {
        const { wires, snaps } = table();
        wires[0]!.receive({ table: 'abc', ...update, room });
        const known = snaps.length;
        wires[0]!.receive({ table: 'abc', ...update, seq: 2 });
        wires[0]!.receive({ table: 'other', ...update, seq: 9 });
        expect(snaps.length).toBe(known);
    });
});

describe('a long history', () => {
    it('is read back page by page, each in front of the one before', async () => {
        const { connection, wires } = line();
        const table = new OnlineTable(connection, 't1', () => Promise.resolve(''));
        const states: RoomState[] = [];
        table.follow((state) => states.push(state));
        const wire = wires[0]!;
        wire.onopen!();
        const answer = async (message: object) => {
            await settle();
            wire.receive({ id: wire.sent.at(-1)!.id, ok: true, ...message });
            await settle();
        };
        await answer({ ...update, room, chat: [{ name: 'Eve', text: 'third' }], earlier: true, since: 20 });
        expect(wire.sent.at(-1)).toMatchObject({ op: 'history', before: 21 });
        await answer({ events: [], chat: [{ name: 'Eve', text: 'second' }], earlier: true, since: 10 });
        expect(wire.sent.at(-1)).toMatchObject({ op: 'history', before: 11 });
        await answer({ events: [], chat: [{ name: 'Eve', text: 'first' }], since: 0 });
        expect(states.at(-1)!.chat.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
        const asked = wire.sent.length;
        await settle();
        expect(wire.sent.length).toBe(asked);
    });
});
