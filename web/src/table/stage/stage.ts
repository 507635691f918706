// The stage: steps wait their turn, beats run one after the other, and the player may skip them. No DOM, no clock of
// its own: both come from outside, so that tests run it without a browser.
import type { AnyEvent } from '../../shared/events/told';
import { snapshotOf, type LogEntry, type Snapshot } from '../../shared/table_client';
import { stepBetween } from '../../games/direct';
import type { AnyBeat, AnyMarks, AnyStep } from '../../games/marks';

export type Speed = 'calm' | 'normal' | 'quick' | 'none';
const factors: Record<Speed, number> = { calm: 1.5, normal: 1, quick: 0.5, none: 0 };

export interface Shown {
    /** The boards' input: the scene of the beat, or the table itself. */
    snap: Snapshot;
    beat: AnyBeat | null;
    /** The marks that stay after the last step. */
    trace: AnyMarks;
    /** How long the beat takes at this speed. */
    ms: number;
}

export interface Stagehand {
    speed: () => Speed;
    /** The tab is in the background. */
    away: () => boolean;
    /** False if players need not confirm the end of a round: it is passed over. */
    holds?: boolean;
    later: (work: () => void, ms: number) => () => void;
    show: (shown: Shown) => void;
}

/** The time that a round's end stays for spectators. */
const lookOn = 5000;
/** More that was missed than this is not worth a film: the scene is simply the view. */
const mostMissed = 40;

export class Stage {
    private base: Snapshot | null = null;
    private target: Snapshot | null = null;
    private queue: Snapshot[] = [];
    private beats: AnyBeat[] = [];
    private at = 0;
    private trace: AnyMarks = {};
    private nextTrace: AnyMarks = {};
    private scene: { target: Snapshot; hold: AnyBeat['hold']; snap: Snapshot } | null = null;
    private stop: () => void = () => {};
    /** Nothing is staged until a player at this page is to act. */
    private hurry = false;

    constructor(private readonly hand: Stagehand) {}

    /** Beats are running, or a round's end waits for the player. */
    get busy(): boolean {
        return this.target !== null;
    }
    get held(): boolean {
        return this.target !== null && this.target.me !== null && this.beats[this.at]?.hold !== undefined;
    }

    push(next: Snapshot): void {
        const before = this.queue.at(-1) ?? this.target ?? this.base;
        if (
            before === null ||
            (this.hand.away() && !this.held) ||
            next.log.length < before.log.length ||
            next.log.length > before.log.length + mostMissed
        ) {
            this.settle(next);
            return;
        }
        // The same moment again (a player thinks, a clock runs): the newer state is enough.
        if (this.queue.length > 0 && before.log.length === next.log.length) this.queue[this.queue.length - 1] = next;
        else if (this.target !== null && this.queue.length === 0 && before.log.length === next.log.length)
            this.target = next;
        else this.queue.push(next);
        if (!this.busy) this.advance();
    }

    /**
     * To the end of this step, and of all waiting ones if the player is to act after them. `on`: to the player's next
     * turn. A round's end is not skipped, it is the target of a skip.
     */
    skip(on = false): void {
        if (!this.busy || this.held) return;
        const last = this.queue.at(-1);
        this.hurry = on || (last !== undefined && last.legal.length > 0);
        const hold = this.beats.findIndex((beat, i) => i > this.at && beat.hold !== undefined);
        this.stop();
        if (hold >= 0) this.run(hold);
        else this.end();
    }
    /** On from the end of a round. */
    goOn(): void {
        if (this.held) this.run(this.at + 1);
    }
    close(): void {
        this.stop();
        this.queue = [];
        this.target = null;
    }

    /** Shows a moment as it is, without beats from the one before. */
    jump(snap: Snapshot): void {
        this.settle(snap);
    }

    /** Nothing to tell: the scene is the view. */
    private settle(snap: Snapshot, trace: AnyMarks = {}): void {
        this.stop();
        this.queue = [];
        this.target = null;
        this.base = snap;
        this.trace = trace;
        this.hand.show({ snap, beat: null, trace, ms: 0 });
    }

    private advance(): void {
        const next = this.queue.shift();
        if (!next) return;
        const step = this.stepTo(next);
        if (!step) {
            const rest = this.queue;
            this.settle(next);
            this.queue = rest;
            return this.advance();
        }
        const plain = this.hurry || this.hand.speed() === 'none' || this.hand.away();
        // A spectator need not confirm a round's end.
        const beats = this.hand.holds === false ? step.beats.filter((beat) => beat.hold === undefined) : step.beats;
        this.beats = plain ? beats.filter((beat) => beat.hold !== undefined && next.me !== null) : beats;
        const told = step.beats.length > 0;
        this.nextTrace = told ? step.trace : this.trace;
        this.target = next;
        if (this.beats.length === 0) this.end();
        else this.run(0);
    }
    private stepTo(next: Snapshot): AnyStep | null {
        try {
            return stepBetween(this.base!, next);
        } catch {
            // An event newer than this page: the game continues without an animation.
            return null;
        }
    }

    private run(at: number): void {
        this.at = at;
        const beat = this.beats[at];
        if (!beat) return this.end();
        const target = this.target!;
        const waits = beat.hold !== undefined && target.me !== null;
        const ms = (beat.hold ? lookOn : beat.ms) * factors[this.hand.speed()];
        this.hand.show({ snap: this.sceneOf(beat, target), beat, trace: this.trace, ms });
        this.stop = waits ? () => {} : this.hand.later(() => this.run(at + 1), ms);
    }
    /**
     * If a beat changes nothing of the scene it is the same one: a page that draws it need not check every piece again.
     */
    private sceneOf(beat: AnyBeat, target: Snapshot): Snapshot {
        const before = this.scene;
        if (before !== null && before.target === target && before.hold === beat.hold && before.snap.view === beat.view)
            return before.snap;
        const snap = snapshotOf({
            ...target,
            view: beat.view,
            me: this.base!.me ?? target.me,
            legal: [],
            toAct: [],
            over: false,
            ended: null,
            canUndo: beat.hold !== undefined && target.canUndo,
            mayChange: false,
            thinking: null,
            handOver: null,
            log: beat.hold ? toldUntil(target.log, this.base!.log.length, beat.hold.events) : this.base!.log,
        });
        this.scene = { target, hold: beat.hold, snap };
        return snap;
    }
    private end(): void {
        this.stop();
        this.stop = () => {};
        const target = this.target!;
        this.target = null;
        this.beats = [];
        this.base = target;
        this.trace = this.nextTrace;
        if (target.legal.length > 0 || target.over) this.hurry = false;
        this.hand.show({ snap: target, beat: null, trace: this.trace, ms: 0 });
        this.advance();
    }
}

/** The log up to the last of these events: news of the next round is not shown under the result of this one. */
function toldUntil(log: readonly LogEntry[], from: number, events: readonly AnyEvent[]): LogEntry[] {
    const told = new Set<AnyEvent>(events);
    const at = log.findLastIndex((entry, i) => i >= from && entry.events.some((event) => told.has(event)));
    const entry = log[at];
    if (!entry) return [...log];
    const last = entry.events.findLastIndex((event) => told.has(event));
    return [...log.slice(0, at), { ...entry, events: entry.events.slice(0, last + 1) }];
}
