// Seats, dice and events in the reader's words.
import type { Happened } from './events/parse';
import { parseEvent } from './events/parse';
import { tellStep, type Told } from './events/tell';
import type { GameId } from './games';
import { t, tOr } from './i18n/text.svelte';
import type { Key } from './i18n/languages';
import type { LogEntry, SeatInfo } from './table/client';

export function seatName(game: GameId, seats: SeatInfo[], seat: number): string {
    return seats[seat]?.name || t(`seat.${game}.${seat}` as Key);
}

export const levelName = (level: string): string => tOr(`level.${level}`, level.replaceAll('_', ' '));

const letters = ['k', 'p', 'b', 'o', 'y', 'w'] as const;
export type Letter = (typeof letters)[number];
export const colourLetters: readonly Letter[] = letters;
const names: Record<string, Letter> = { black: 'k', purple: 'p', blue: 'b', orange: 'o', yellow: 'y', white: 'w' };

/** The colour of a die. */
export const colourName = (letter: Letter): string => t(`colour.${letter}`);
/** The colour of a beach: in some languages another form of the word. */
export const beachName = (letter: Letter): string => t(`beach.${letter}`);
/** "yellow 2", from the engine's notation "y2". */
export const dieName = (die: string): string => `${colourName(die[0] as Letter)} ${die.slice(1)}`;
/** From the engine's words "yellow 2" to its notation "y2". */
export function dieOf(words: string): string {
    const [colour = '', number = ''] = words.split(' ');
    return (names[colour] ?? '') + number;
}
export const placeName = (space: number): string => (space === 0 ? t('henn.bar') : t('henn.space', { n: space }));
export const tileName = (tile: string): string => tOr(`tile.${tile}`, tile.replaceAll('_', ' '));

function valueInWords(name: string, text: string, game: GameId, seats: SeatInfo[]): string {
    if (name.startsWith('die')) return dieName(dieOf(text));
    if (name === 'colour') return beachName(names[text] ?? 'k');
    if (name.startsWith('place')) return placeName(text === 'the bar' ? 0 : Number(text.slice(6)));
    if (name === 'tile') return tileName(text.split(' ')[0] ?? '');
    if (name === 'stuff') return t(`leiman.tile.${text}` as Key);
    if (name === 'size') return t(`henn.wave.${text}` as Key);
    if (name === 'reason') return tOr(`henn.reason.${text.replaceAll(' ', '_')}`, text);
    if (name === 'who2') return seatName(game, seats, Number(text));
    if (name === 'list' && game === 'high_tide_henn' && /[a-z]/.test(text))
        return text.split(', ').map((colour) => tOr(`towel.${colour}`, colour)).join(', ');
    return text;
}

export function tell(game: GameId, seats: SeatInfo[], event: Happened): string {
    const values: Record<string, string> = {};
    for (const [name, text] of Object.entries(event.values)) values[name] = valueInWords(name, text, game, seats);
    if (event.seat !== null) values.who = seatName(game, seats, event.seat);
    return t((event.kind.startsWith('room.') ? `event.${event.kind}` : `event.${game}.${event.kind}`) as Key, values);
}

/** Kinds that would only make the log longer. */
const quiet = new Set(['chose', 'chosenCard', 'hand', 'coinsLaid', 'passed', 'preservers', 'tides', 'coinLeft', 'moveLost']);

export function tellEntry(game: GameId, seats: SeatInfo[], entry: LogEntry): Told[] {
    if (entry.events.length > 0) return tellStep(game, seats, entry.events);
    return entry.lines.flatMap((line) => {
        const event = parseEvent(game, line);
        if (!event) return [{ text: line, seat: null }];
        return quiet.has(event.kind) ? [] : [{ text: tell(game, seats, event), seat: event.seat }];
    });
}
