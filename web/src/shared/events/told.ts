// How a game says what happened. A kind that has no words, or words for a kind that does not exist, do not compile.
import type { Key } from '../i18n/languages';
import type { GameId } from '../games';
import type { GameEvents, RoomEvent } from './records';

export interface Told {
    text: string;
    seat: number | null;
}

export type AnyEvent = GameEvents[GameId] | RoomEvent;

export type Values = Record<string, string | number>;
/** A text, the seat it concerns, and its values; `who` is filled in. */
export type Line = [key: Key, seat: number | null, values?: Values];
export type Naming = (seat: number) => string;
/** How each kind is said; null for what is not put into words, because something beside it says so. */
export type Words<Event extends { kind: string }> = {
    readonly [K in Event['kind']]: ((event: Extract<Event, { kind: K }>, name: Naming) => Line[] | Line) | null;
};
/** What the numbers of each reason of a bot are called in its sentence. */
export type ReasonBlanks = Readonly<Record<string, readonly string[]>>;
