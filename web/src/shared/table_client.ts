// The data and requests of a board and everything around it. Offline and online tables both provide this.
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

/** One play and its consequences, as far as all players at the device may know them. */
export interface LogEntry {
    by: Seat | null;
    events: AnyEvent[];
}

/** A table's state at one moment, for any game. */
interface Shown {
    options: Record<string, unknown>;
    seats: SeatInfo[];
    /** Whose eyes we look through; null for a spectator. */
    me: Seat | null;
    legal: string[];
    /** The consequences of each of these actions, in the same order; in games that report them. */
    leadsTo?: readonly Outlook[] | undefined;
    /** Asks who would get which points if it ended now; null in a game that does not say it. */
    standing?: () => Promise<StandingPoints[] | null>;
    toAct: Seat[];
    over: boolean;
    /** The table is damaged: its readable part is shown, and play has ended. */
    closed?: boolean;
    /** Its ending if the view does not show it: resigned or agreed. */
    ended: { winners: Seat[]; how: string } | null;
    /** Whether the cards seen so far may be listed. */
    memoryAid: boolean;
    /** The last move can be undone without a vote. */
    canUndo: boolean;
    /** Otherwise: a vote, no vote needed, or the text that gives the reason. */
    takeBack?: 'ask' | 'alone' | Key;
    /** A secret choice is made and may still be changed by playing another. */
    mayChange: boolean;
    /** A bot can give a hint. */
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
    /** Asks all players at the table for an undo of the last move. */
    askBack?(): Promise<PlayResult>;
    /** A bot's choice, as a hint for a person. */
    hint(): Promise<Hint | null>;
    record(): Promise<string>;
    /** The address of the finished game's replay, if it has one. */
    readonly replayPath?: string;
    /** The person named by `handOver` has the device. */
    takeOver(): void;
    close(): void;
}
