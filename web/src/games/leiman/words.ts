// Leiman's High Tide as text.
import { t } from '../../shared/i18n/text.svelte';
import type { HighTideLeimanEvent } from '../../shared/events/records';
import type { Words } from '../../shared/events/told';

const tileWord = (tile: 'b' | 'p' | 'n') => t(`leiman.tile.${({ b: 'blue', p: 'pink', n: 'neutral' } as const)[tile]}`);

export const leimanWords: Words<HighTideLeimanEvent> = {
    first: ({ seat }) => ['event.high_tide_leiman.first', seat],
    laid_out: ({ round }) => ['event.high_tide_leiman.laid_out', null, { n: round }],
    tile_moved: ({ seat, from, to, height, tile }) => [
        'event.high_tide_leiman.tile_moved',
        seat,
        { tile: tileWord(tile), from, to, n: height },
    ],
    round_won: ({ seat, round, visible: [n1, n2], reason }) => [
        `event.high_tide_leiman.round_won.${reason}`,
        seat,
        { n: round, n1, n2 },
    ],
    loser_starts: null,
    player_lays: ({ seat, round }) => ['event.high_tide_leiman.player_lays', seat, { n: round }],
    tile_laid: ({ seat, cell, tile }) => ['event.high_tide_leiman.tile_laid', seat, { tile: tileWord(tile), cell }],
    side_chosen: ({ seat, side }) => [`event.high_tide_leiman.side_chosen.${side}`, seat],
    match_won: ({ seat, stones: [n1, n2] }) => ['event.high_tide_leiman.match_won', seat, { n1, n2 }],
};
