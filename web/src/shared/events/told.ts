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
/** The text of each kind; null for events without text, because something beside them shows it. */
export type Words<Event extends { kind: string }> = {
    readonly [K in Event['kind']]: ((event: Extract<Event, { kind: K }>, name: Naming) => Line[] | Line) | null;
};
/** The names of the numbers in each reason of a bot. */
export type ReasonBlanks = Readonly<Record<string, readonly string[]>>;
