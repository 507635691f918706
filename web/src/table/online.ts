// A table at the server. Its pushes become snapshots; the players' actions become requests.
import { fold } from '../games/fold';
import { recordOf } from '../shared/events/rows';
import { isRoomEvent } from '../games/tell';
import type { GameEvents } from '../shared/events/records';
import type { AnyEvent } from '../shared/events/told';
import type { GameViews } from '../shared/events/views';
import type { GameId } from '../shared/games';
import type { Connection, Fields, Op, Reply } from '../shared/net/connection';
import type {
    ChatLine,
    Clock,
    Outlook,
    Presence,
    Push,
    PushFrame,
    Room as ToldRoom,
    RoomSeat,
} from '../shared/net/schema';
import { refusedBy, type Refusal } from '../shared/events/refusal';
import {
    snapshotOf,
    type LogEntry,
    type PlayResult,
    type Seat,
    type SeatInfo,
    type Snapshot,
    type TableClient,
} from '../shared/table_client';

export type { ChatLine, Clock, Presence, RoomSeat } from '../shared/net/schema';
/** As the server tells it, with all its members. */
export type Room = Required<ToldRoom>;
/** The game as this seat may see it. */
interface State {
    view: GameViews[GameId] | null;
    legal: string[];
    leads_to: Outlook[] | undefined;
    to_act: Seat[];
    over: boolean;
    undo: boolean;
    retract: boolean;
    /** An action of one's own is in the game. */
    played: boolean;
}
/** A room's state besides the game. */
export interface RoomState {
    room: Room;
    chat: ChatLine[];
    /** The players' presence; undefined before the server's first message. */
    presence: Presence | undefined;
    clocks: Clock[];
    /** The time on stopped clocks, by seat, as far as this page has seen them run. */
    resting: ReadonlyMap<Seat, number>;
    /** When the clocks were read, on this device. */
    clocksAt: number;
    connected: boolean;
    /** When the connection was lost, on this device; the clocks stand still here since then. */
    lostAt: number;
    /** The other player who undid the last action without a vote, until the game continues. */
    tookBack: string | undefined;
    /** Why the table can be read and not be played on. */
    damaged: Refusal | undefined;
}

export class OnlineTable implements TableClient {
    private room: Room | undefined;
    private latest: State | undefined;
    private looking = false;
    private seq = 0;
    private log: LogEntry[] = [];
    private chat: ChatLine[] = [];
    private presence: Presence | undefined;
    private away = false;
    private clocks: Clock[] = [];
    private resting = new Map<Seat, number>();
    private clocksAt = 0;
    private connected = true;
    private lostAt = 0;
    private tookBack: string | undefined;
    private damaged: Refusal | undefined;
    readonly replayPath: string;
    private awaited: { seq: number; resolve: () => void }[] = [];
    /** Called when the server does not let us follow the table. */
    onrefused: (why: Refusal) => void = () => {};
    private readonly listeners = new Set<(snapshot: Snapshot) => void>();
    private readonly watchers = new Set<(state: RoomState) => void>();

    constructor(
        private readonly connection: Connection,
        readonly id: string,
        private readonly fetchRecord: (id: string) => Promise<string>,
        private readonly now: () => number = () => performance.now(),
    ) {
        this.replayPath = `/replay/${id}`;
        connection.onpush = (push) => this.pushed(push);
        connection.onstate = (open) => {
            if (this.connected && !open) this.lostAt = this.now();
            // Until the server has said how the clocks stand, the outage is not counted.
            if (!this.connected && open) this.clocksAt += this.now() - this.lostAt;
            this.connected = open;
            if (open) void this.watch().then((watched) => watched.ok || this.onrefused(watched));
            else this.tell();
        };
    }

    /** Follows the table from where we know it. */
    private async watch(): Promise<PlayResult> {
        this.looking = true;
        const reply = await this.connection.request(
            'watch',
            { table: this.id, since: this.seq, presence: true, ...(this.away ? { away: true } : {}) },
            (heard) => {
                this.looking = false;
                if (!heard.ok) return;
                if (heard.earlier) [this.chat, this.log] = [[], []];
                this.take(heard);
            },
        );
        if (reply.ok && reply.earlier) await this.readBack(reply.since ?? 0);
        return result(reply);
    }

    /** The pages before the one we were given, each put in front of it. */
    private async readBack(since: number): Promise<void> {
        for (let at = since; at > 0; ) {
            const reply = await this.connection.request('history', { table: this.id, before: at + 1 });
            if (!reply.ok) return;
            this.chat = [...reply.chat, ...this.chat];
            if (reply.events.length > 0 && this.room)
                this.log = [{ by: null, events: recordsIn(this.room.game, reply.events) }, ...this.log];
            this.tell();
            at = reply.earlier ? Math.min(reply.since ?? 0, at - 1) : 0;
        }
    }

    /** Watches again, as the present person. */
    async look(): Promise<void> {
        await this.watch();
    }

    /** Loads everything again, without muted lines. */
    async lookAgain(): Promise<void> {
        [this.seq, this.chat, this.log] = [0, [], []];
        await this.watch();
    }

    subscribe(listener: (snapshot: Snapshot) => void): () => void {
        this.listeners.add(listener);
        const snapshot = this.snapshot();
        if (snapshot) listener(snapshot);
        return () => this.listeners.delete(listener);
    }
    /** The room: seats, requests, chat. */
    follow(watcher: (state: RoomState) => void): () => void {
        this.watchers.add(watcher);
        this.tell();
        return () => this.watchers.delete(watcher);
    }

    /** The page is hidden, or is seen again: the others see that. */
    turnAway(away: boolean): void {
        if (away === this.away) return;
        this.away = away;
        if (this.connected && this.room) void this.ask('away', { on: away });
    }

    /** Any request to the room: join, ready, chat, resign … */
    async ask<O extends Op>(op: O, fields?: Omit<Fields<O>, 'table'>): Promise<Reply<O>> {
        return this.connection.at(this.id, op, fields);
    }

    async play(action: string): Promise<PlayResult> {
        if (this.latest?.retract && !this.latest.legal.includes(action)) {
            const taken = result(await this.ask('retract'));
            if (!taken.ok) return taken;
        }
        return result(await this.shown(await this.ask('play', { action })));
    }
    /** A secret choice is taken back too, for as long as others still choose. */
    async undo(): Promise<PlayResult> {
        return result(await this.shown(await this.ask(this.latest?.retract && !this.latest.undo ? 'retract' : 'undo')));
    }
    async askBack(): Promise<PlayResult> {
        return result(await this.shown(await this.ask('takeback', { do: 'ask' })));
    }
    private takeBack(seats: SeatInfo[]): NonNullable<Snapshot['takeBack']> {
        const { you, phase, daily, duplicate, club, rated, takeback } = this.room!;
        if (daily) return 'refusal.daily_no_way_back';
        if (duplicate) return 'refusal.duplicate_no_way_back';
        if (club) return 'refusal.club_no_way_back';
        if (rated) return 'refusal.rated_no_way_back';
        if (phase === 'over') return 'status.over';
        if (takeback) return 'refusal.asked_already';
        if (you.seat === null || !this.latest?.played) return 'play.noUndo';
        if (this.room!.seats.some(({ bot, resigned }) => bot !== undefined && !resigned)) return 'request.absent';
        return seats.some(({ kind, away }, seat) => seat !== you.seat && kind === 'person' && !away) ? 'ask' : 'alone';
    }
    /** The answer, once what it changed has been pushed: until then the old choices must not come back. */
    private async shown<O extends Op>(reply: Reply<O>): Promise<Reply<O>> {
        const seq = 'seq' in reply ? Number(reply.seq ?? 0) : 0;
        if (this.seq < seq) await new Promise<void>((resolve) => this.awaited.push({ seq, resolve }));
        return reply;
    }
    hint(): Promise<null> {
        return Promise.resolve(null);
    }
    record(): Promise<string> {
        return this.fetchRecord(this.id);
    }
    takeOver(): void {}
    close(): void {
        this.listeners.clear();
        this.watchers.clear();
        this.connection.close();
    }

    /** A kind of push that is not named here does not compile. */
    private pushed(push: PushFrame): void {
        if ('table' in push && push.table !== undefined && push.table !== this.id) return;
        if ('closed' in push)
            return this.onrefused({ code: 'forbidden', message: push.closed, reason: 'not_open_any_more' });
        if ('seq' in push) return this.take(push);
        if ('presence' in push) {
            this.presence = push.presence;
            return this.tell();
        }
        if ('friend' in push || 'challenge' in push || 'game' in push || 'gone' in push) return; // not about this table
        push satisfies never;
    }

    /** The events, with the whole view or only those after the event `from`. */
    private take(update: Push): void {
        this.presence = update.presence ?? this.presence;
        // Of a damaged table the server may know less than it once told.
        if (update.seq < this.seq && !update.damaged) return;
        if (update.anew) [this.chat, this.log] = [[], []];
        const room = update.room ? ({ ...this.room, ...update.room } as Room) : this.room;
        const events = room ? recordsIn(room.game, update.events) : [];
        const next = this.after(update, room, events);
        if (!next) {
            // Something was missed, or does not fit: ask for the whole, once.
            if (!this.looking) void this.watch();
            return;
        }
        this.latest = next;
        this.room = room;
        this.seq = update.seq;
        const took = events.find((event) => event.kind === 'room.took_back');
        if (took?.kind === 'room.took_back') this.tookBack = took.seat === room?.you.seat ? undefined : took.name;
        else if (events.some((event) => !isRoomEvent(event))) this.tookBack = undefined;
        this.damaged = update.damaged;
        if (update.clocks) {
            this.rest(update.clocks);
            this.clocks = update.clocks;
            this.clocksAt = this.now();
        }
        this.chat = [...this.chat, ...(update.chat ?? [])];
        if (events.length > 0) this.log = [...this.log, { by: actor(events), events }];
        this.tell();
        for (const { seq, resolve } of this.awaited) if (seq <= this.seq) resolve();
        this.awaited = this.awaited.filter(({ seq }) => seq > this.seq);
        if (update.anew && update.earlier) void this.readBack(update.since ?? 0);
    }

    /** The server sends the clocks that run. A clock that stops keeps what is left of its reserve for its next move. */
    private rest(running: readonly Clock[]): void {
        const { clock, phase } = this.room!;
        if (clock.kind !== 'live') return;
        if (phase === 'open' || (this.resting.size === 0 && this.log.every(({ by }) => by === null)))
            this.room!.seats.forEach((_, seat) => this.resting.set(seat, clock.move_ms + clock.bank_ms));
        for (const one of this.clocks) {
            if (running.some(({ seat }) => seat === one.seat)) continue;
            const left = timeLeft({ clocksAt: this.clocksAt, connected: true, lostAt: 0 }, one, this.now());
            this.resting.set(one.seat, clock.move_ms + Math.max(0, Math.min(one.bank_ms, left)));
        }
        for (const one of running) this.resting.set(one.seat, clock.move_ms + one.bank_ms);
    }

    /** The state after an update; null if it does not follow from the present one. */
    private after(update: Push, room: Room | undefined, events: AnyEvent[]): State | null {
        const { over = false, undo = false, retract = false, played = false } = update;
        if (update.view !== undefined)
            return {
                view: update.view,
                legal: update.legal ?? [],
                leads_to: update.leads_to,
                to_act: update.to_act ?? [],
                over,
                undo,
                retract,
                played,
            };
        const { latest } = this;
        if (!latest || !room || (update.from ?? update.seq - 1) !== this.seq) return null;
        const happened = events.filter((event): event is GameEvents[GameId] => !isRoomEvent(event));
        const view = happened.length > 0 ? fold(room.game, latest.view, happened) : latest.view;
        if (view === null && latest.view !== null) return null;
        const to_act = update.to_act ?? latest.to_act;
        const legal = update.legal ?? (room.you.seat !== null && to_act.includes(room.you.seat) ? latest.legal : []);
        const leads_to = update.legal ? update.leads_to : latest.leads_to;
        return { view, legal, leads_to, to_act, over, undo, retract, played };
    }

    private tell(): void {
        if (!this.room) return;
        const { room, chat, presence, clocks, resting, clocksAt, connected, lostAt, tookBack, damaged } = this;
        for (const watcher of this.watchers)
            watcher({ room, chat, presence, clocks, resting, clocksAt, connected, lostAt, tookBack, damaged });
        const snapshot = this.snapshot();
        if (snapshot) for (const listener of this.listeners) listener(snapshot);
    }

    private snapshot(): Snapshot | null {
        const { room, latest } = this;
        if (!room || !latest || latest.view === null) return null;
        const seats = room.seats.map(seatInfo);
        const bot = latest.to_act.find((seat) => seats[seat]?.kind === 'bot');
        return snapshotOf({
            game: room.game,
            options: room.options,
            seats,
            me: room.you.seat,
            view: latest.view,
            legal: latest.legal,
            leadsTo: latest.leads_to,
            standing: async () => {
                const reply = await this.ask('standing');
                return reply.ok ? reply.standing : null;
            },
            toAct: latest.to_act,
            over: latest.over || room.phase === 'over',
            closed: this.damaged !== undefined,
            ended: room.result && room.result.how !== 'played' ? room.result : null,
            memoryAid: room.memory_aid,
            canUndo: latest.undo,
            takeBack: this.takeBack(seats),
            mayChange: latest.retract,
            canHint: false,
            shared: false,
            log: this.log,
            thinking: latest.legal.length === 0 && bot !== undefined ? bot : null,
            handOver: null,
        });
    }
}

/** The sentences of an older server are left out: the log goes without, the board shows the view. */
const recordsIn = (game: GameId, events: Push['events']): AnyEvent[] =>
    events.flatMap((event) => (typeof event === 'string' ? [] : recordOf(game, event)));
/** The actor: the first one named. */
function actor(events: readonly AnyEvent[]): Seat | null {
    const named = events.find((event) => !isRoomEvent(event) && 'seat' in event);
    return named && 'seat' in named ? (named.seat ?? null) : null;
}

function seatInfo(seat: RoomSeat): SeatInfo {
    if (seat.kind === 'bot') return { kind: 'bot', ...(seat.level ? { level: seat.level } : {}) };
    if (seat.kind !== 'person') return { kind: 'open' };
    return { kind: 'person', ...(seat.name ? { name: seat.name } : {}), away: seat.bot !== undefined };
}

/** A clock's time: it stops before the start, and while the connection is lost. */
export function timeLeft(
    { clocksAt, connected, lostAt }: Pick<RoomState, 'clocksAt' | 'connected' | 'lostAt'>,
    clock: Clock,
    now: number,
): number {
    const passed = (connected ? now : Math.max(lostAt, clocksAt)) - clocksAt;
    return clock.left_ms - Math.max(0, passed - (clock.starts_in_ms ?? 0));
}

/** A player's presence, if known: in sight, elsewhere or not connected. */
export function whereabouts(info: RoomState, seat: Seat): keyof Presence | null {
    const { presence } = info;
    return presence
        ? ((['here', 'away', 'gone'] as const).find((where) => presence[where].includes(seat)) ?? null)
        : null;
}

function result(reply: Reply): PlayResult {
    return reply.ok ? { ok: true } : refusedBy(reply);
}
