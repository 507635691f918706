// A finished game to look at again. The engine plays the record line by line, so that every view comes from the rules.
import type { AskEngine } from '../engine/engine';
import type { Answer } from '../engine/module';
import { isPrivate } from '../events/parse';
import type { LogEntry, SeatInfo, Snapshot } from '../table/client';
import { readRecord, upTo, type GameRecord } from './record';

/** Whose eyes: a seat, what everybody may see, or everything. */
export type Eyes = number | 'spectator' | 'all';
export type Opened = { ok: true; replay: Replay } | { ok: false; line: number | null; message: string };

const seatsOf = (answer: Answer): number[] => (answer.to_act as (number | 'chance')[]).filter((who): who is number => who !== 'chance');

export class Replay {
    private readonly views = new Map<string, unknown>();

    private constructor(
        private readonly ask: AskEngine,
        readonly record: GameRecord,
        readonly seats: SeatInfo[],
        /** What happened with each line. */
        private readonly entries: LogEntry[],
        /** Who was to act after so many lines. */
        private readonly toAct: number[][],
        readonly over: boolean,
    ) {}

    static async open(ask: AskEngine, text: string): Promise<Opened> {
        const record = readRecord(text);
        if (!record) return { ok: false, line: null, message: '' };
        const opened = await ask({ op: 'load', record: record.head });
        if (!opened.ok) return { ok: false, line: null, message: opened.error?.message ?? '' };
        const { table } = opened;
        const told: LogEntry[] = [];
        const toAct = [seatsOf(opened)];
        let over = false;
        for (const { by, action, line } of record.lines) {
            const answer = await ask(action === null ? { op: 'retract', table, by } : { op: 'play', table, by, action });
            if (!answer.ok) {
                await ask({ op: 'close', table });
                return { ok: false, line, message: answer.error?.message ?? '' };
            }
            told.push({ by: by === 'chance' ? null : by, lines: (answer.events as string[]).filter((sentence) => !isPrivate(sentence)) });
            toAct.push(seatsOf(answer));
            over = answer.over as boolean;
        }
        await ask({ op: 'close', table });
        const seats = Array.from({ length: record.players }, (_, i): SeatInfo => {
            const name = record.tags[`Name${i}`];
            return { kind: 'person', ...(name ? { name } : {}) };
        });
        return { ok: true, replay: new Replay(ask, record, seats, told, toAct, over) };
    }

    get length(): number {
        return this.entries.length;
    }

    /** What happened with a line, in the engine's sentences. */
    told(line: number): string[] {
        return this.entries[line]?.lines ?? [];
    }

    /** The table after so many lines, through somebody's eyes. */
    async snapshot(moment: number, eyes: Eyes): Promise<Snapshot> {
        return this.shown(await this.view(moment, eyes), eyes, this.toAct[moment] ?? [], this.entries.slice(0, moment));
    }

    /** How the game might have gone on from a moment: the table before each of these actions, and after the last. */
    async variation(moment: number, actions: string[]): Promise<Snapshot[]> {
        const log = this.entries.slice(0, moment);
        const snapshots = [await this.snapshot(moment, 'all')];
        const { table } = await this.ask({ op: 'load', record: upTo(this.record, moment) });
        for (const action of actions) {
            const [by] = snapshots.at(-1)!.toAct;
            const answer = await this.ask({ op: 'play', table, by, action });
            if (!answer.ok) break;
            log.push({ by: by ?? null, lines: answer.events as string[] });
            snapshots.push(this.shown((await this.ask({ op: 'view', table, for: 'all' })).view, 'all', seatsOf(answer), [...log]));
        }
        await this.ask({ op: 'close', table });
        return snapshots;
    }

    private shown(view: unknown, eyes: Eyes, toAct: number[], log: LogEntry[]): Snapshot {
        const { game, tags } = this.record;
        return {
            game,
            options: { ...tags },
            seats: this.seats,
            me: typeof eyes === 'number' ? eyes : null,
            view,
            legal: [],
            toAct,
            over: false,
            ended: null,
            memoryAid: false,
            canUndo: false,
            mayChange: false,
            canHint: false,
            shared: false,
            log,
            thinking: null,
            handOver: null,
        };
    }

    private async view(moment: number, eyes: Eyes): Promise<unknown> {
        const key = `${moment} ${eyes}`;
        if (!this.views.has(key)) {
            const { table } = await this.ask({ op: 'load', record: upTo(this.record, moment) });
            this.views.set(key, (await this.ask({ op: 'view', table, for: eyes })).view);
            await this.ask({ op: 'close', table });
        }
        return this.views.get(key);
    }
}
