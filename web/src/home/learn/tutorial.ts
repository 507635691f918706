// A tutorial being played: the engine holds the table, the script says what comes next.
import type { AskEngine } from '../../shared/engine/engine';
import type { EventRecord } from '../../shared/events/steps';
import { happened } from '../../table/seen';
import type { GameViews } from '../../shared/events/views';
import type { GameId } from '../../shared/games';
import { refusedBy, type Refusal } from '../../shared/events/refusal';
import type { Outlook } from '../../shared/net/schema';
import { snapshotOf, type LogEntry, type PlayResult, type Snapshot } from '../../shared/table_client';
import { gameOf, scripts, type ChapterId, type Lesson } from './scripts';

export class Tutorial {
    private log: LogEntry[] = [];
    private moves: string[] = [];
    private at = 0;
    /** The reader has left: work under way ends silently. */
    closed = false;
    readonly game: GameId;

    private constructor(
        private readonly ask: AskEngine,
        readonly chapter: ChapterId,
        private table: number,
    ) {
        this.game = gameOf(chapter);
    }

    /** From the start, or from the last step with the moves made so far. */
    static async open(ask: AskEngine, chapter: ChapterId, made: string[] = [], lesson = 0): Promise<Tutorial> {
        const { players, options } = scripts[chapter];
        const { table } = await ask({ op: 'new', game: gameOf(chapter), players, options });
        const tutorial = new Tutorial(ask, chapter, table as number);
        await tutorial.prepare();
        const again = [...made];
        while (tutorial.at < lesson) {
            const { play } = tutorial.lesson;
            if (play && !(await tutorial.play(again.shift() ?? play[0]!)).ok) break;
            if (!play && !(await tutorial.next())) break;
        }
        return tutorial;
    }

    get lesson(): Lesson {
        return scripts[this.chapter].lessons[this.at]!;
    }
    get place(): { at: number; of: number; moves: string[] } {
        return { at: this.at, of: scripts[this.chapter].lessons.length, moves: this.moves };
    }
    get last(): boolean {
        return this.at === scripts[this.chapter].lessons.length - 1;
    }

    /** Reads on; false at the end, or if the lesson expects a move. */
    async next(): Promise<boolean> {
        if (this.last || this.lesson.play) return false;
        await this.go();
        return true;
    }
    async play(action: string): Promise<PlayResult> {
        const result = await this.perform(0, action);
        if (result.ok) {
            this.moves = [...this.moves, action];
            await this.go();
        }
        return result;
    }
    /** The rules' refusal of an action that the lesson does not expect; nothing if it would be legal. */
    async refusal(action: string): Promise<Refusal | null> {
        const { actions } = await this.ask({ op: 'legal', table: this.table, by: 0 });
        if ((actions as string[] | undefined)?.includes(action)) return null;
        const answer = await this.ask({ op: 'play', table: this.table, by: 0, action });
        return refusedBy(answer);
    }
    async snapshot(): Promise<Snapshot> {
        const { view } = await this.ask({ op: 'view', table: this.table, for: 0 });
        const { actions, leads_to } = await this.ask({ op: 'legal', table: this.table, by: 0, leads_to: true });
        const legal = this.lesson.play ?? [];
        const outlooks = leads_to as Outlook[] | undefined;
        const leadsTo = outlooks && legal.map((action) => outlooks[(actions as string[]).indexOf(action)] ?? {});
        const { options, players } = scripts[this.chapter];
        const seats = Array.from({ length: players }, (_, i) =>
            i === 0 ? { kind: 'person' as const } : { kind: 'bot' as const },
        );
        return snapshotOf({
            game: this.game,
            options,
            seats,
            me: 0,
            view: view as GameViews[GameId],
            legal,
            leadsTo,
            toAct: this.lesson.play ? [0] : [],
            over: false,
            ended: null,
            memoryAid: false,
            canUndo: false,
            mayChange: false,
            canHint: false,
            shared: false,
            log: [...this.log],
            thinking: null,
            handOver: null,
        });
    }
    close(): void {
        this.closed = true;
        this.clear();
    }
    private clear(): void {
        void this.ask({ op: 'close', table: this.table });
    }

    private async go(): Promise<void> {
        this.at += 1;
        await this.prepare();
    }
    private async prepare(): Promise<void> {
        if (this.lesson.anew) await this.begin(this.lesson.anew);
        for (const [by, action] of this.lesson.before ?? []) {
            const result = await this.perform(by, action);
            if (this.closed) return;
            if (!result.ok) throw new Error(`lesson ${this.at + 1} of ${this.chapter}: ${result.message}`);
        }
    }
    /** A game in progress; its earlier moves are not shown. */
    private async begin({ seed, steps }: NonNullable<Lesson['anew']>): Promise<void> {
        this.clear();
        const { players, options } = scripts[this.chapter];
        let now = await this.ask({ op: 'new', game: this.game, players, options, seed, for: 'spectator' });
        this.table = now.table as number;
        this.log = [];
        if (this.closed) return this.clear();
        for (let step = 0; step < steps && !this.closed; step += 1) {
            const by = (now.to_act as number[]).at(-1)!;
            const { actions } = await this.ask({ op: 'legal', table: this.table, by });
            const all = actions as string[];
            now = await this.ask({
                op: 'play',
                table: this.table,
                by,
                action: all[(step * 7 + by) % all.length],
                for: 'spectator',
            });
            this.log.push({ by, events: happened(now.events as EventRecord[]) });
        }
    }
    private async perform(by: number | 'chance', action: string): Promise<PlayResult> {
        const answer = await this.ask({ op: 'play', table: this.table, by, action, for: 'spectator' });
        if (!answer.ok) return refusedBy(answer);
        this.log.push({ by: by === 'chance' ? null : by, events: happened(answer.events as EventRecord[]) });
        return { ok: true };
    }
}
