// Why a bot would play so, in the reader's words.
import type { ReasonBlanks } from '../shared/events/told';
import type { GameId } from '../shared/games';
import { tOr } from '../shared/i18n/text.svelte';
import type { Reason } from '../shared/table_client';
import { hennNumber, hennReasons } from './henn/words';
import { tideReasons } from './tide/words';

/** Of every game: the share of games that a choice wins, in thousandths. */
const shares: ReasonBlanks = { wins: ['percent', 'next'], mixes: ['percent'] };
const blanks: Partial<Record<GameId, ReasonBlanks>> = {
    turn_the_tide: { ...shares, ...tideReasons },
    high_tide_henn: { ...shares, ...hennReasons },
};

function inWords(game: GameId, blank: string, number: number): string | number {
    if (blank === 'percent' || blank === 'next') return Math.round(number / 10);
    return game === 'high_tide_henn' ? hennNumber(blank, number) : number;
}

/** One sentence; empty for a reason that is newer than this page. */
export function tellReason(game: GameId, { code, numbers }: Reason): string {
    const values: Record<string, string | number> = {};
    (blanks[game]?.[code] ?? []).forEach((blank, i) => (values[blank] = inWords(game, blank, numbers[i] ?? 0)));
    return tOr(`why.${game}.${code}`, '', values);
}
