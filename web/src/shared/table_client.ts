// What a board and everything around it is given, and what it may ask for. Offline and online tables both speak this.
import type { Refused } from './events/refusal';
import type { AnyEvent } from './events/told';
import type { GameId } from './games';
import type { GameViews } from './events/views';
import type { Key } from './i18n/languages';
import type { Outlook, StandingPoints } from './net/schema';

export type Seat = number;

export interface SeatInfo {
    kind: 'person' | 'bot' | 'open';
    level?: string;
    name?: string;
    away?: boolean;
}

/** One play and what followed from it, as far as everybody at the device may know. */
export interface LogEntry {
    by: Seat | null;
    events: AnyEvent[];
}

/** What a table shows at one moment, whatever its game. */
interface Shown {
    options: Record<string, unknown>;
    seats: SeatInfo[];
    /** Whose eyes we look through; null for a spectator. */
    me: Seat | null;
    legal: string[];
    /** What each of these actions leads to, in the same order; in games that say it. */
    leadsTo?: readonly Outlook[] | undefined;
    /** Asks who would get which points if it ended now; null in a game that does not say it. */
    standing?: () => Promise<StandingPoints[] | null>;
    toAct: Seat[];
    over: boolean;
    /** The table is damaged: it is shown as far as it can be read, and nobody plays on. */
    closed?: boolean;
    /** How it ended where the view does not say it: resigned or agreed. */
    ended: { winners: Seat[]; how: string } | null;
    /** Whether the cards seen so far may be listed. */
    memoryAid: boolean;
    /** The last move can be taken back without asking anybody. */
    canUndo: boolean;
    /** Where it cannot: the others are asked, or nobody has to be; else the text that says why not. */
    takeBack?: 'ask' | 'alone' | Key;
    /** A secret choice is made and may still be changed by playing another. */
    mayChange: boolean;
    /** A bot may be asked what it would do. */
    canHint: boolean;
    /** Several people play at this device. */
    shared: boolean;
    log: LogEntry[];
    /** A bot is thinking for this seat. */
    thinking: Seat | null;
    /** The device must be handed to this person before anything secret is shown. */
    handOver: Seat | null;
}
/** A table at one moment: which game it is says which view it has. */
export type Snapshot<G extends GameId = GameId> = { [K in G]: Shown & { game: K; view: GameViews[K] } }[G];
/** Engine and server send the view of the game that they name: from here on the compiler knows it. */
export const snapshotOf = (told: Shown & { game: GameId; view: GameViews[GameId] }): Snapshot => told as Snapshot;

export type PlayResult = { ok: true } | Refused;

/** Why a bot would play so: a code that the page has words for, and its numbers. */
export interface Reason {
    code: string;
    numbers: number[];
}
export interface Hint {
    action: string;
    why: Reason[];
}

export interface TableClient {
    subscribe(listener: (snapshot: Snapshot) => void): () => void;
    play(action: string): Promise<PlayResult>;
    undo(): Promise<PlayResult>;
    /** Asks everybody at the table whether the last move may be taken back. */
    askBack?(): Promise<PlayResult>;
    /** What a bot would do, for a person who asks. */
    hint(): Promise<Hint | null>;
    record(): Promise<string>;
    /** Where this page shows the finished game again, if it has an address of its own. */
    readonly replayPath?: string;
    /** The person named by `handOver` has the device. */
    takeOver(): void;
    close(): void;
}
