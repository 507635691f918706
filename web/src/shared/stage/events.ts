// The events of a log, one after the other, as the director reads them.
import type { GameEvents } from '../events/records';
import type { AnyEvent } from '../events/told';
import type { GameId } from '../games';
import type { LogEntry } from '../table_client';

export type StageEvent = AnyEvent;
/** An event of one game and one kind. */
export type EventOf<G extends GameId, K extends GameEvents[G]['kind']> = Extract<GameEvents[G], { kind: K }>;

export const allEvents = (log: readonly LogEntry[]): AnyEvent[] => log.flatMap((entry) => entry.events);
/** The events of one game, without those about people. */
export const eventsIn = <G extends GameId>(events: readonly AnyEvent[]): GameEvents[G][] =>
    events.filter((event) => !event.kind.startsWith('room.')) as GameEvents[G][];
