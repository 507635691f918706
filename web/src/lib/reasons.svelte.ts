// Why a bot would play so, in the reader's words.
import type { GameId } from './games';
import { tOr } from './i18n/text.svelte';
import type { Reason } from './table/client';
import { beachName, colourLetters, placeName, tileName } from './words.svelte';

/** The tiles in the order in which reasons number them. */
const tiles = ['rental', 'adjust', 'swap', 'reroll', 'recolour', 'backward', 'queue_jump', 'head_start', 'pool_die'];

/** What the numbers of each reason are called in its sentence. */
const blanks: Record<string, string[]> = {
    deepest: ['level'],
    takes_lower: ['level', 'times'],
    takes_higher: ['level', 'times'],
    stays_out: ['times'],
    keeps: ['card'],
    still_to_come: ['level'],
    wins: ['percent', 'next'],
    mixes: ['percent'],
    goes_first: ['colour', 'place'],
    in_reach_of_waves: ['colour', 'n'],
    into_water: ['colour'],
    die_lost: ['colour'],
    rolls_left: ['n'],
    tile: ['tile'],
};

function inWords(blank: string, number: number): string | number {
    if (blank === 'percent' || blank === 'next') return Math.round(number / 10);
    if (blank === 'colour') return beachName(colourLetters[number] ?? 'k');
    if (blank === 'place') return placeName(number);
    if (blank === 'tile') return tileName(tiles[number] ?? '');
    return number;
}

/** One sentence; empty for a reason that is newer than this page. */
export function tellReason(game: GameId, { code, numbers }: Reason): string {
    const values: Record<string, string | number> = {};
    (blanks[code] ?? []).forEach((blank, i) => (values[blank] = inWords(blank, numbers[i] ?? 0)));
    return tOr(`why.${game}.${code}`, '', values);
}
