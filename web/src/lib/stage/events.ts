// The events of a step as the director reads them: numbers and names, no sentences.
import { parseEvent, type Happened } from '../events/parse';
import type { GameId } from '../games';
import type { LogEntry } from '../table/client';

export type StageEvent = Happened;

export const eventsOf = (game: GameId, entry: LogEntry): StageEvent[] => entry.lines.flatMap((line) => parseEvent(game, line) ?? []);
export const allEvents = (game: GameId, log: LogEntry[]): StageEvent[] => log.flatMap((entry) => eventsOf(game, entry));

const letters: Record<string, string> = { black: 'k', purple: 'p', blue: 'b', orange: 'o', yellow: 'y', white: 'w' };

/** A value that is a number. */
export const num = (event: StageEvent, name: string): number => Number(event.values[name]);
/** A value that is a word. */
export const word = (event: StageEvent, name: string): string => event.values[name] ?? '';
/** The beach an event is about, by its letter. */
export const beachOf = (event: StageEvent): string => letters[word(event, 'colour')] ?? '';
/** A die in notation. */
export function dieIn(event: StageEvent, name: string): string {
    const [colour = '', number = ''] = word(event, name).split(' ');
    return (letters[colour] ?? '') + number;
}
/** A space; 0 is the bar. */
export const spaceIn = (event: StageEvent, name: string): number => (word(event, name) === 'the bar' ? 0 : Number(word(event, name).slice(6)));
