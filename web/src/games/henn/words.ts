// Henn's High Tide as text: beaches, dice and tiles, events, and the reasons of bots.
import { listText } from '../../shared/i18n/format.svelte';
import { t, tOr } from '../../shared/i18n/text.svelte';
import type { HighTideHennEvent } from '../../shared/events/records';
import type { ReasonBlanks, Values, Words } from '../../shared/events/told';
import { colourLetters, tileOrder, type Letter } from './pieces';

/** The colour of a die. */
export const colourName = (letter: Letter): string => t(`colour.${letter}`);
/** The colour of a beach: in some languages another form of the word. */
export const beachName = (letter: Letter): string => t(`beach.${letter}`);
/** "yellow 2", from the engine's notation "y2". */
export const dieName = (die: string): string => `${colourName(die[0] as Letter)} ${die.slice(1)}`;
export const placeName = (space: number): string => (space === 0 ? t('henn.bar') : t('henn.space', { n: space }));
export const tileName = (tile: string): string => tOr(`tile.${tile}`, tile.replaceAll('_', ' '));

const pair = ([die1, die2]: readonly [string, string]): Values => ({ die1: dieName(die1), die2: dieName(die2) });

export const hennWords: Words<HighTideHennEvent> = {
    towels_piled: ({ pile }, name) => ['event.high_tide_henn.towels_piled', null, { list: listText(pile.map(name)) }],
    coins_laid: ({ beach, coins }) => [
        'event.high_tide_henn.coins_laid',
        null,
        { colour: beachName(beach), list: coins.join(' ') },
    ],
    surfer_dealt: ({ seat, beach }) => ['event.high_tide_henn.surfer_dealt', seat, { colour: beachName(beach) }],
    surfer_shown: ({ seat, beach }) => ['event.high_tide_henn.surfer_dealt', seat, { colour: beachName(beach) }],
    tile_turned_up: ({ tile }) => ['event.high_tide_henn.tile_turned_up', null, { tile: tileName(tile) }],
    shark_alert: ({ beach }) => ['event.high_tide_henn.shark_alert', null, { colour: beachName(beach) }],
    round_begun: ({ round }) => ['event.high_tide_henn.round_begun', null, { n: round }],
    turn_comes: null,
    towel_put_back: null,
    asked: null,
    rental_moved: ({ space }) =>
        space === null
            ? ['event.high_tide_henn.rental_moved.off', null]
            : ['event.high_tide_henn.rental_moved', null, { n: space }],
    rolled: ({ seat, dice }) => ['event.high_tide_henn.rolled', seat, pair(dice)],
    pair_taken: ({ seat, dice, space }) => ['event.high_tide_henn.pair_taken', seat, { ...pair(dice), n: space }],
    accepted: ({ seat, dice }) => ['event.high_tide_henn.accepted', seat, pair(dice)],
    laid_down: ({ seat, dice, space }) => ['event.high_tide_henn.laid_down', seat, { ...pair(dice), n: space }],
    rerolled: ({ seat, dice }) => ['event.high_tide_henn.rerolled', seat, pair(dice)],
    steps: null,
    moved: ({ seat, beach, from, to }) => [
        'event.high_tide_henn.moved',
        seat,
        { colour: beachName(beach), place1: placeName(from), place2: placeName(to) },
    ],
    moved_into_water: ({ seat, beach }) => [
        'event.high_tide_henn.moved_into_water',
        seat,
        { colour: beachName(beach) },
    ],
    move_lost: ({ seat, beach }) => ['event.high_tide_henn.move_lost', seat, { colour: beachName(beach) }],
    towel_laid: ({ seat, space }) => ['event.high_tide_henn.towel_laid', seat, { n: space }],
    pooled: null,
    waves_rolled: ({ seat, dice }) => ['event.high_tide_henn.waves_rolled', seat, pair(dice)],
    wave: ({ beach, size, water }) => [
        'event.high_tide_henn.wave',
        null,
        { colour: beachName(beach), size: t(`henn.wave.${size}`), n: water },
    ],
    flooded: ({ seat, beach }) => ['event.high_tide_henn.flooded', seat, { colour: beachName(beach) }],
    shark: ({ beach, spaces, seat }) => [
        seat === null ? 'event.high_tide_henn.shark.nobody' : 'event.high_tide_henn.shark',
        seat,
        { colour: beachName(beach), n: spaces },
    ],
    coin_taken: ({ seat, beach }) => ['event.high_tide_henn.coin_taken', seat, { colour: beachName(beach) }],
    own_coin: null,
    coin_left: ({ seat, beach }) => ['event.high_tide_henn.coin_left', seat, { colour: beachName(beach) }],
    coins_shown: null,
    tile_used: ({ seat, tile }) => ['event.high_tide_henn.tile_used', seat, { tile: tileName(tile) }],
    open_dice: ({ seat, dice }) => ['event.high_tide_henn.open_dice', seat, pair(dice)],
    tile_won: ({ seat, tile }) => ['event.high_tide_henn.tile_won', seat, { tile: tileName(tile) }],
    last_point: ({ seat }) => ['event.high_tide_henn.last_point', seat],
    game_ended: ({ round, wet }) => [
        wet ? 'event.high_tide_henn.game_ended.wet' : 'event.high_tide_henn.game_ended',
        null,
        { n: round },
    ],
    beach_scored: ({ seat, beach, points, reason }) => [
        'event.high_tide_henn.beach_scored',
        seat,
        { colour: beachName(beach), points, reason: t(`henn.reason.${reason}`) },
    ],
    coins_scored: ({ seat, total, points }) => ['event.high_tide_henn.coins_scored', seat, { n: total, points }],
    won: ({ seat, points }) => ['event.high_tide_henn.won', seat, { points }],
};

export const hennReasons: ReasonBlanks = {
    goes_first: ['colour', 'place'],
    in_reach_of_waves: ['colour', 'n'],
    into_water: ['colour'],
    die_lost: ['colour'],
    rolls_left: ['n'],
    tile: ['tile'],
};
/** A number of a reason as its sentence has it. */
export function hennNumber(blank: string, number: number): string | number {
    if (blank === 'colour') return beachName(colourLetters[number] ?? 'k');
    if (blank === 'place') return placeName(number);
    if (blank === 'tile') return tileName(tileOrder[number] ?? '');
    return number;
}
