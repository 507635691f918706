// A finished game to look at again. The engine plays the record line by line; every view is the fold of what it tells.
import type { AskEngine } from '../../shared/engine/engine';
import type { Answer } from '../../shared/engine/module';
import { fold } from '../../games/fold';
import type { EventRecord } from '../../shared/events/steps';
import { refusedBy, type Refusal } from '../../shared/events/refusal';
import type { GameViews } from '../../shared/events/views';
import type { GameId } from '../../shared/games';
import { everybody, happened, type Eyes } from '../seen';
import type { AnyEvent } from '../../shared/events/told';
import { snapshotOf, type LogEntry, type SeatInfo, type Snapshot } from '../../shared/table_client';
import type { Outlook, StandingPoints } from '../../shared/net/schema';
import { readRecord, upTo, type GameRecord } from '../../shared/record';

type View = GameViews[GameId];
export type Opened = { ok: true; replay: Replay } | { ok: false; line: number | null; refusal: Refusal | null };

const seatsOf = (answer: Answer): number[] =>
    (answer.to_act as (number | 'chance')[]).filter((who): who is number => who !== 'chance');

export class Replay {
    private readonly views = new Map<string, View>();

    private constructor(
        private readonly ask: AskEngine,
        readonly record: GameRecord,
        readonly seats: SeatInfo[],
        /** The public knowledge of each line. */
        private readonly entries: LogEntry[],
        /** Each observer's events, at the beginning and with each line. */
        private readonly told: EventRecord[][][],
        /** The seats to act after so many lines. */
        private readonly toAct: number[][],
        readonly over: boolean,
    ) {}

    static async open(ask: AskEngine, text: string): Promise<Opened> {
        const record = readRecord(text);
        if (!record) return { ok: false, line: null, refusal: null };
        const opened = await ask({ op: 'load', record: record.head, for: everybody(record.players) });
        if (!opened.ok) return { ok: false, line: null, refusal: refusedBy(opened) };
        const { table } = opened;
        const eyes = everybody(record.players);
        const told = [opened.events as EventRecord[][]];
        const entries: LogEntry[] = [];
        const toAct = [seatsOf(opened)];
        let over = false;
        for (const { by, action, line } of record.lines) {
            const answer = await ask({
                ...(action === null ? { op: 'retract', table, by } : { op: 'play', table, by, action }),
                for: eyes,
            });
            if (!answer.ok) {
                await ask({ op: 'close', table });
                return { ok: false, line, refusal: refusedBy(answer) };
            }
            const records = answer.events as EventRecord[][];
            told.push(records);
            entries.push({ by: by === 'chance' ? null : by, events: happened(records[eyes.indexOf('spectator')]!) });
            toAct.push(seatsOf(answer));
            over = answer.over as boolean;
        }
        await ask({ op: 'close', table });
        const seats = Array.from({ length: record.players }, (_, i): SeatInfo => {
            const name = record.tags[`Name${i}`];
            // A bot has the name of its seat, as it had in the game.
            const level = /^bot (\w+)$/.exec(name ?? '')?.[1];
            return level ? { kind: 'bot', level } : { kind: 'person', ...(name ? { name } : {}) };
        });
        return { ok: true, replay: new Replay(ask, record, seats, entries, told, toAct, over) };
    }

    get length(): number {
        return this.entries.length;
    }

    /** The public events of a line. */
    happened(line: number): AnyEvent[] {
        return this.entries[line]?.events ?? [];
    }
    /** All that happened, nothing hidden. */
    get events(): AnyEvent[] {
        return this.told.flatMap((records) => happened(records.at(-1)!));
    }

    /** The table after so many lines, as one observer sees it. */
    async snapshot(moment: number, eyes: Eyes): Promise<Snapshot> {
        const snap = this.shown(
            await this.view(moment, eyes),
            eyes,
            this.toAct[moment] ?? [],
            this.entries.slice(0, moment),
        );
        return {
            ...snap,
            standing: async () =>
                ((await this.at(moment, { op: 'view', for: eyes, standing: true })).standing ?? null) as
                    | StandingPoints[]
                    | null,
        };
    }

    /** The consequences of a seat's actions after so many lines; empty in games that do not report them. */
    async leadsTo(moment: number, by: number): Promise<Record<string, Outlook>> {
        const { actions, leads_to } = await this.at(moment, { op: 'legal', by, leads_to: true });
        return Object.fromEntries(
            ((leads_to ?? []) as Outlook[]).map((outlook, i) => [(actions as string[])[i]!, outlook]),
        );
    }

    /** Another course of the game from a moment: the table before each of these actions, and after the last. */
    async variation(moment: number, actions: string[]): Promise<Snapshot[]> {
        const log = this.entries.slice(0, moment);
        const snapshots = [await this.snapshot(moment, 'all')];
        const { table } = await this.ask({ op: 'load', record: upTo(this.record, moment) });
        for (const action of actions) {
            const [by] = snapshots.at(-1)!.toAct;
            const answer = await this.ask({ op: 'play', table, by, action, for: 'all' });
            if (!answer.ok) break;
            log.push({ by: by ?? null, events: happened(answer.events as EventRecord[]) });
            const view =
                fold(this.record.game, snapshots.at(-1)!.view, answer.events as EventRecord[]) ??
                ((await this.ask({ op: 'view', table, for: 'all' })).view as View);
            snapshots.push(this.shown(view, 'all', seatsOf(answer), [...log]));
        }
        await this.ask({ op: 'close', table });
        return snapshots;
    }

    private shown(view: View, eyes: Eyes, toAct: number[], log: LogEntry[]): Snapshot {
        const { game, tags } = this.record;
        return snapshotOf({
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
        });
    }

    private async view(moment: number, eyes: Eyes): Promise<View> {
        const observer = everybody(this.record.players).indexOf(eyes);
        const known = (at: number) => this.views.get(`${at} ${eyes}`);
        let at = moment;
        while (at >= 0 && known(at) === undefined) at -= 1;
        let view = at < 0 ? null : known(at)!;
        for (at += 1; at <= moment; at += 1) {
            view = fold(this.record.game, view, this.told[at]![observer]!) ?? (await this.shownByEngine(at, eyes));
            this.views.set(`${at} ${eyes}`, view);
        }
        return view!;
    }
    /** For events that do not fit: the engine plays up to that line and gives a new view. */
    private async shownByEngine(moment: number, eyes: Eyes): Promise<View> {
        return (await this.at(moment, { op: 'view', for: eyes })).view as View;
    }
    /** Asks the engine about the table after so many lines. */
    private async at(moment: number, request: object): Promise<Answer> {
        const { table } = await this.ask({ op: 'load', record: upTo(this.record, moment) });
        const answer = await this.ask({ ...request, table });
        await this.ask({ op: 'close', table });
        return answer;
    }
}
