// Seats and levels in the reader's words.
import type { GameId } from './games';
import { t, tOr } from './i18n/text.svelte';
import type { SeatInfo } from './table_client';

export function seatName(game: GameId, seats: SeatInfo[], seat: number): string {
    return seats[seat]?.name || tOr(`seat.${game}.${seat}`, t('seat.plain', { n: seat + 1 }));
}

export const levelName = (level: string): string => tOr(`level.${level}`, level.replaceAll('_', ' '));
