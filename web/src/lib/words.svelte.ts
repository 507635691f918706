// Seats, dice and events in the reader's words.
import { tellStep, type Told } from './events/tell';
import type { GameId } from './games';
import { t, tOr } from './i18n/text.svelte';
import type { LogEntry, SeatInfo } from './table/client';

export function seatName(game: GameId, seats: SeatInfo[], seat: number): string {
    return seats[seat]?.name || tOr(`seat.${game}.${seat}`, t('seat.plain', { n: seat + 1 }));
}

export const levelName = (level: string): string => tOr(`level.${level}`, level.replaceAll('_', ' '));

const letters = ['k', 'p', 'b', 'o', 'y', 'w'] as const;
export type Letter = (typeof letters)[number];
export const colourLetters: readonly Letter[] = letters;

/** The colour of a die. */
export const colourName = (letter: Letter): string => t(`colour.${letter}`);
/** The colour of a beach: in some languages another form of the word. */
export const beachName = (letter: Letter): string => t(`beach.${letter}`);
/** "yellow 2", from the engine's notation "y2". */
export const dieName = (die: string): string => `${colourName(die[0] as Letter)} ${die.slice(1)}`;
export const placeName = (space: number): string => (space === 0 ? t('henn.bar') : t('henn.space', { n: space }));
export const tileName = (tile: string): string => tOr(`tile.${tile}`, tile.replaceAll('_', ' '));

export const tellEntry = (game: GameId, seats: SeatInfo[], entry: LogEntry): Told[] => tellStep(game, seats, entry.events);
