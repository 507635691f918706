// What the page folds from a server's pushes is what that server shows whole to somebody in the same place: after every
// push, for every seat and a spectator, with choices taken back, moves taken back, and everybody acting at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import everything from '../../src/games/henn/everything.json';
import type { GameId } from '../../src/shared/games';
import { Connection, type Fields, type Op, type Reply } from '../../src/shared/net/connection';
import type { Snapshot } from '../../src/shared/table_client';
import { OnlineTable } from '../../src/table/online';
import { openWire, startServer, type TestServer } from './wire';

interface Shown {
    seq: number;
    view: unknown;
    legal: string[];
    to_act: number[];
    over: boolean;
    undo: boolean;
    retract: boolean;
}
const stateOf = ({ view, legal, to_act, over, undo, retract }: Shown) => ({
    view,
    legal,
    toAct: to_act,
    over,
    canUndo: undo,
    mayChange: retract,
});

/** Somebody who is told the whole every time. */
class Whole {
    readonly shown = new Map<number, Shown>();
    latest: Shown | undefined;
    private readonly waiting: { seq: number; resolve: () => void }[] = [];
    readonly connection: Connection;

    constructor(
        port: number,
        token: string,
        readonly table: () => string,
    ) {
        this.connection = new Connection(() => openWire(port, '/ws', token));
        this.connection.onpush = (push) => this.take(push as unknown as Shown);
    }
    private take(shown: Shown): void {
        if (shown.view === undefined || shown.seq < (this.latest?.seq ?? 0)) return;
        this.latest = shown;
        this.shown.set(shown.seq, shown);
        for (const { seq, resolve } of this.waiting) if (seq <= shown.seq) resolve();
    }
    async ask<O extends Op>(op: O, fields: object = {}): Promise<Reply<O> & { seq?: number }> {
        const reply = await this.connection.request(op, { table: this.table(), ...fields } as unknown as Fields<O>);
        if (op === 'watch') this.take(reply as unknown as Shown);
        return reply;
    }
    async until(seq: number): Promise<void> {
        if ((this.latest?.seq ?? 0) < seq) await new Promise<void>((resolve) => this.waiting.push({ seq, resolve }));
    }
}
/** The page. */
class Page {
    readonly shown = new Map<number, ReturnType<typeof stateOf>>();
    private seq = 0;
    readonly table: OnlineTable;
    readonly counts = { pushes: 0, whole: 0, looks: 0 };
    private readonly connection: Connection;

    constructor(port: number, token: string, table: string) {
        const wire = openWire(port, '/ws?lines&events', token);
        this.connection = new Connection(() => wire);
        this.table = new OnlineTable(this.connection, table, () => Promise.resolve(''));
        let snapshot: Snapshot | undefined;
        this.table.subscribe((next) => (snapshot = next));
        const { onmessage, send } = wire;
        wire.send = (text) => {
            if (text.includes('"op":"watch"')) this.counts.looks += 1;
            send(text);
        };
        wire.onmessage = (message) => {
            onmessage?.(message);
            for (const line of message.data.split('\n')) {
                const { seq, id, view } = JSON.parse(line) as { seq: number; id?: unknown; view?: unknown };
                if (id === undefined) this.counts.pushes += 1;
                if (id === undefined && view !== undefined) this.counts.whole += 1;
                if (id === undefined) this.seq = seq;
            }
            if (snapshot) {
                const { view, legal, toAct, over, canUndo, mayChange } = snapshot;
                this.shown.set(this.seq, { view, legal, toAct, over, canUndo, mayChange });
            }
        };
    }
    close(): void {
        this.connection.close();
    }
}

let server: TestServer;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.stop());

const games: [GameId, number, object][] = [
    ['turn_the_tide', 3, {}],
    ['turn_the_tide', 5, { leftovers_open: true }],
    ['high_tide_leiman', 2, {}],
    ['high_tide_henn', 3, {}],
    ['high_tide_henn', 4, everything],
];
describe('the page at a server', () => {
    for (const [game, players, options] of games)
        it(`sees ${game} for ${players} with ${JSON.stringify(options)} as it is`, { timeout: 300_000 }, async () => {
            let random = players * 7919;
            const below = (n: number) => ((random = (Math.imul(random, 1103515245) + 12345) >>> 0) >>> 16) % n;
            let table = '';
            const tokens = await Promise.all(Array.from({ length: players + 1 }, () => server.token()));
            const wholes = tokens.map((token) => new Whole(server.port, token, () => table));
            table = (
                (await wholes[0]!.connection.request('create', {
                    game,
                    players,
                    options: options as Record<string, boolean>,
                })) as { table: string }
            ).table;
            const seated = wholes.slice(0, players);
            for (const who of seated) await who.ask('join');
            for (const who of wholes) await who.ask('watch');
            const pages = tokens.map((token) => new Page(server.port, token, table));
            let last = 0;
            for (const who of seated) last = Number((await who.ask('ready')).seq);
            await Promise.all(wholes.map((who) => who.until(last)));
            const done = { undo: 0, retract: 0 };
            for (let turn = 0; !wholes[0]!.latest!.over && turn < 4000; turn += 1) {
                // Now and then everybody acts at once, and is told of it at once.
                const acting = seated.filter((who) => who.latest!.legal.length > 0);
                const now = below(3) === 0 ? acting.slice(0, 1) : acting;
                const replies = await Promise.all(
                    now.map((who) => who.ask('play', { action: who.latest!.legal[below(who.latest!.legal.length)] })),
                );
                last = Math.max(last, ...replies.map((reply) => Number(reply.seq ?? 0)));
                await Promise.all(wholes.map((who) => who.until(last)));
                for (const op of ['undo', 'retract'] as const) {
                    const who = seated.find(({ latest }) => latest![op]);
                    if (!who || below(6) > 0) continue;
                    const reply = await who.ask(op);
                    if (!reply.ok) continue;
                    done[op] += 1;
                    last = Number(reply.seq);
                    await Promise.all(wholes.map((one) => one.until(last)));
                }
            }
            expect(wholes[0]!.latest!.over).toBe(true);
            for (let wait = 0; pages.some(({ shown }) => !shown.has(last)) && wait < 400; wait += 1)
                await new Promise((resolve) => setTimeout(resolve, 10));
            pages.forEach((page, place) => {
                let compared = 0;
                for (const [seq, shown] of page.shown) {
                    const whole = wholes[place]!.shown.get(seq);
                    if (!whole || whole.view === null) continue;
                    expect(shown, `place ${place}, seq ${seq}`).toEqual(stateOf(whole));
                    compared += 1;
                }
                expect(page.shown.has(last)).toBe(true);
                expect(compared).toBeGreaterThan(10);
                expect(page.counts.looks, 'asks for the whole once').toBe(1);
                expect(
                    page.counts.whole,
                    'whole only when it begins and when something is taken back',
                ).toBeLessThanOrEqual(done.undo + 2);
                page.close();
            });
            for (const who of wholes) who.connection.close();
            if (game === 'high_tide_leiman') expect(done.undo).toBeGreaterThan(0);
            if (game === 'turn_the_tide') expect(done.retract).toBeGreaterThan(0);
        });
});
