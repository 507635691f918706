// A table on this device: the engine holds it, bots think in the worker. It is kept as seed and moves.
import type { AskEngine } from '../shared/engine/engine';
import type { Answer } from '../shared/engine/module';
import type { GameId } from '../shared/games';
import type { GameViews } from '../shared/events/views';
import { refusedBy } from '../shared/events/refusal';
import { Seen } from './seen';
import type { Outlook, StandingPoints } from '../shared/net/schema';
import {
    snapshotOf,
    type Hint,
    type LogEntry,
    type PlayResult,
    type Reason,
    type Seat,
    type SeatInfo,
    type Snapshot,
    type TableClient,
} from '../shared/table_client';

export interface OfflineSetup {
    game: GameId;
    options: Record<string, unknown>;
    seats: SeatInfo[];
    seed: string;
    /** Seat and action. */
    moves: [Seat, string][];
    /** The bots are chosen again for every game, so that they fit the player. */
    adapts?: boolean;
}

/** A person's legal actions and their consequences. */
interface Legal {
    actions: string[];
    leads_to?: Outlook[];
}

export interface Pace {
    /** Waits before a bot's move is shown; resolves early when the table is closed. */
    beforeBot(): Promise<void>;
    save(setup: OfflineSetup | null): void;
    /** The game came to its end just now, by a move and not by coming back to it. */
    finished(setup: OfflineSetup, view: GameViews[GameId], record: string): void;
}

/** A bot that thinks by the clock answers within 0.3 seconds on a slow phone, too. `perfect` takes the time its proof
 *  needs. */
const thinkingMs = 200;

export class OfflineTable implements TableClient {
    private table = 0;
    /** People at this device must look away from each other's side. */
    private secrets = false;
    private toAct: Seat[] = [];
    /** The legal actions of each person who is to act. */
    private legal: Partial<Record<Seat, Legal>> = {};
    private over = false;
    private log: LogEntry[] = [];
    private thinking: Seat | null = null;
    private viewer: Seat | null = null;
    private shown = false;
    private closed = false;
    private opened = false;
    /** A person has chosen, and it waits for the bots. */
    private playing = false;
    private busy: Promise<unknown> = Promise.resolve();
    private last: Snapshot | undefined;
    private readonly listeners = new Set<(snapshot: Snapshot) => void>();
    private readonly seen: Seen;

    private constructor(
        private readonly ask: AskEngine,
        readonly setup: OfflineSetup,
        private readonly pace: Pace,
    ) {
        // Bots need no views here: only observers that a person at this device may see through are folded.
        this.seen = new Seen(ask, setup.game, [...this.people(), 'spectator', 'all']);
    }

    /** Opens the table and replays what was played; throws with the engine's sentence if it refuses. */
    static async open(ask: AskEngine, setup: OfflineSetup, pace: Pace): Promise<OfflineTable> {
        const table = new OfflineTable(ask, { ...setup, moves: [] }, pace);
        const { game, seats, options, seed } = setup;
        const answer = await ask({ op: 'new', game, players: seats.length, options, seed, ...table.told });
        if (!answer.ok) throw Object.assign(new Error(answer.error?.message), { refusal: answer.error });
        table.table = answer.table as number;
        table.secrets = answer.secrets === true;
        await table.take(answer, null);
        for (const [seat, action] of setup.moves) if (!(await table.perform(seat, action)).ok) break;
        table.opened = true;
        table.chooseViewer();
        void table.exclusively(() => table.goOn());
        return table;
    }

    subscribe(listener: (snapshot: Snapshot) => void): () => void {
        this.listeners.add(listener);
        if (this.last) listener(this.last);
        return () => this.listeners.delete(listener);
    }

    play(action: string): Promise<PlayResult> {
        const notNow: PlayResult = { ok: false, code: 'not_your_turn', message: '' };
        if (this.playing) return Promise.resolve(notNow); // else it would be played in the next trick
        this.playing = true;
        return this.exclusively(async () => {
            try {
                const seat = this.viewer;
                if (seat === null) return notNow;
                const result = await this.perform(seat, action);
                if (result.ok) await this.moved();
                return result;
            } finally {
                this.playing = false;
            }
        });
    }

    /** Back to the last decision of a person: later actions of bots go too. */
    undo(): Promise<PlayResult> {
        return this.exclusively(async () => {
            if (!this.hasOwnMove())
                return { ok: false, code: 'illegal_action', message: '', reason: 'nothing_to_undo' };
            for (;;) {
                const answer = await this.ask({ op: 'undo', table: this.table, ...this.told });
                if (!answer.ok) break;
                await this.seen.take(answer, this.table);
                const undone = this.setup.moves.pop();
                this.log.pop();
                this.read(answer);
                if (undone && this.isPerson(undone[0])) break;
            }
            await this.moved();
            return { ok: true };
        });
    }

    async hint(): Promise<Hint | null> {
        const answer = await this.ask({ op: 'best', table: this.table, by: this.viewer });
        return answer.ok ? { action: answer.action as string, why: (answer.why ?? []) as Reason[] } : null;
    }

    async record(): Promise<string> {
        return (await this.ask({ op: 'record', table: this.table })).record as string;
    }

    takeOver(): void {
        this.shown = true;
        this.publish();
    }

    close(): void {
        this.closed = true;
        this.listeners.clear();
        void this.ask({ op: 'close', table: this.table });
    }

    /** One thing at a time: a move, an undo and the bots' turns never cross. */
    private exclusively<T>(work: () => Promise<T>): Promise<T> {
        const done = this.busy.then(work);
        this.busy = done.catch(() => undefined);
        return done;
    }

    /** Shows the person's action; the bots continue after it. */
    private async moved(): Promise<void> {
        this.pace.save(this.over ? null : this.setup);
        this.chooseViewer();
        this.publish();
        void this.exclusively(() => this.goOn());
    }

    private isPerson(seat: Seat): boolean {
        return this.setup.seats[seat]?.kind === 'person';
    }
    private people(): Seat[] {
        return this.setup.seats.flatMap((seat, i) => (seat.kind === 'person' ? [i] : []));
    }
    private hasOwnMove(): boolean {
        return this.setup.moves.some(([seat]) => this.isPerson(seat));
    }

    private chooseViewer(): void {
        const people = this.people();
        const viewer = this.toAct.find((seat) => this.isPerson(seat)) ?? this.viewer ?? people[0] ?? null;
        if (viewer !== this.viewer) this.shown = people.length < 2 || !this.secrets;
        this.viewer = viewer;
    }

    /** The bots' moves, each shown before the next; then it is a person's turn. */
    private async goOn(): Promise<void> {
        this.publish();
        for (;;) {
            const bot = this.toAct.find((seat) => !this.isPerson(seat));
            if (bot === undefined || this.over || this.closed) break;
            this.thinking = bot;
            if (this.toAct.length === 1) this.publish();
            const level = this.setup.seats[bot]?.level;
            const [answer] = await Promise.all([
                this.ask({
                    op: 'best',
                    table: this.table,
                    by: bot,
                    ...(level ? { level } : {}),
                    ...(level === 'perfect' ? {} : { ms: thinkingMs }),
                }),
                this.toAct.length === 1 ? this.pace.beforeBot() : undefined,
            ]);
            if (this.closed || !answer.ok || !(await this.perform(bot, answer.action as string)).ok) break;
            this.chooseViewer();
            if (this.toAct.length <= 1) this.publish();
        }
        this.thinking = null;
        this.pace.save(this.over ? null : this.setup);
        this.publish();
    }

    private async perform(seat: Seat, action: string): Promise<PlayResult> {
        const answer = await this.ask({ op: 'play', table: this.table, by: seat, action, ...this.told });
        if (!answer.ok) return refusedBy(answer);
        this.setup.moves.push([seat, action]);
        await this.take(answer, seat);
        if (this.over && this.opened) await this.tellFinished();
        return { ok: true };
    }

    private async tellFinished(): Promise<void> {
        this.pace.finished(this.setup, this.seen.view('all'), await this.record());
    }

    /** The observers whose events the engine reports with every step. */
    private get told(): object {
        return { for: this.seen.observers, legal: true };
    }
    private async take(answer: Answer, by: Seat | null): Promise<void> {
        const events = await this.seen.take(answer, this.table);
        this.log.push({ by, events });
        this.read(answer);
    }
    private read(answer: Answer): void {
        this.toAct = (answer.to_act as (Seat | 'chance')[]).filter((who): who is Seat => who !== 'chance');
        this.over = answer.over as boolean;
        this.legal = answer.legal as Record<Seat, Legal>;
    }

    private publish(): void {
        if (this.closed) return;
        const me = this.viewer;
        const handOver = !this.shown && me !== null && !this.over ? me : null;
        const watcher = handOver !== null || me === null ? 'spectator' : me;
        const view = this.seen.view(this.over ? 'all' : watcher);
        // If all choose at once a person may choose while the bots still think; it is played when they have chosen.
        const may = me !== null && handOver === null ? this.legal[me] : undefined;
        const { game, options, seats } = this.setup;
        this.last = snapshotOf({
            game,
            options,
            seats,
            me,
            view,
            legal: may?.actions ?? [],
            handOver,
            leadsTo: may?.leads_to,
            standing: async () =>
                ((await this.ask({ op: 'view', table: this.table, for: watcher, standing: true })).standing ?? null) as
                    | StandingPoints[]
                    | null,
            toAct: this.toAct,
            over: this.over,
            ended: null,
            memoryAid: true,
            canUndo: this.hasOwnMove() && this.thinking === null,
            // Bots choose first, and people hand the device on: no choice ever waits here.
            mayChange: false,
            canHint: true,
            shared: this.people().length > 1,
            log: [...this.log],
            thinking: this.thinking,
        });
        for (const listener of this.listeners) listener(this.last);
    }
}
