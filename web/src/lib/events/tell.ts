// What happened, in the reader's words. A kind that has no words here, or words for a kind that does not exist, do not compile.
import type { GameId } from '../games';
import { listText } from '../i18n/format.svelte';
import type { Key } from '../i18n/languages';
import { t, tOr } from '../i18n/text.svelte';
import type { SeatInfo } from '../table/client';
import { beachName, dieName, placeName, seatName, tileName } from '../words.svelte';
import type { GameEvents, HighTideHennEvent, HighTideLeimanEvent, RoomEvent, TurnTheTideEvent } from './records';

export interface Told {
    text: string;
    seat: number | null;
}

type Values = Record<string, string | number>;
/** A text, whom it concerns, and its values; `who` is filled in. */
type Line = [key: Key, seat: number | null, values?: Values];
type Naming = (seat: number) => string;
/** How each kind is said; null for what is not put into words, because something beside it says so. */
type Words<Event extends { kind: string }> = { readonly [K in Event['kind']]: ((event: Extract<Event, { kind: K }>, name: Naming) => Line[] | Line) | null };

const pair = ([die1, die2]: readonly [string, string]): Values => ({ die1: dieName(die1), die2: dieName(die2) });
const tileWord = (tile: 'b' | 'p' | 'n') => t(`leiman.tile.${({ b: 'blue', p: 'pink', n: 'neutral' } as const)[tile]}`);

const tide: Words<TurnTheTideEvent> = {
    hand: ({ seat, cards }) => ['event.turn_the_tide.hand', seat, { list: listText(cards.map(String)) }],
    preservers_dealt: ({ seat, preservers }) => ['event.turn_the_tide.preservers_dealt', seat, { n: preservers }],
    left_out: ({ cards }) => (cards.length > 0 ? ['event.turn_the_tide.left_out', null, { list: listText(cards.map(String)) }] : []),
    round_begun: null,
    trick_begun: null,
    tides_turned_up: ({ levels: [n1, n2] }) => ['event.turn_the_tide.tides_turned_up', null, { n1, n2 }],
    chose: ({ seat }) => ['event.turn_the_tide.chose', seat],
    own_choice: ({ seat, card }) => ['event.turn_the_tide.own_choice', seat, { n: card }],
    choice_taken_back: null,
    revealed: ({ cards }) => cards.flatMap((card, seat): Line[] => (card === null ? [] : [['event.turn_the_tide.revealed', seat, { n: card }]])),
    tide_taken: ({ seat, level }) => ['event.turn_the_tide.tide_taken', seat, { n: level }],
    preserver_lost: ({ seat, left }) => ['event.turn_the_tide.preserver_lost', seat, { n: left }],
    eliminated: ({ seat }) => ['event.turn_the_tide.eliminated', seat],
    round_ended: ({ round, reason }) => [`event.turn_the_tide.round_ended.${reason}`, null, { n: round }],
    scored: ({ seat, points, lowest_tide, total }) => [lowest_tide ? 'event.turn_the_tide.scored.lowest' : 'event.turn_the_tide.scored', seat, { points, n: total }],
    hand_passed: ({ seat, from }, name) => ['event.turn_the_tide.hand_passed', seat, { who2: name(from) }],
    won: ({ seat, points }) => ['event.turn_the_tide.won', seat, { points }],
};

const leiman: Words<HighTideLeimanEvent> = {
    first: ({ seat }) => ['event.high_tide_leiman.first', seat],
    laid_out: ({ round }) => ['event.high_tide_leiman.laid_out', null, { n: round }],
    tile_moved: ({ seat, from, to, height, tile }) => ['event.high_tide_leiman.tile_moved', seat, { tile: tileWord(tile), from, to, n: height }],
    round_won: ({ seat, round, visible: [n1, n2], reason }) => [`event.high_tide_leiman.round_won.${reason}`, seat, { n: round, n1, n2 }],
    loser_starts: null,
    player_lays: ({ seat, round }) => ['event.high_tide_leiman.player_lays', seat, { n: round }],
    tile_laid: ({ seat, cell, tile }) => ['event.high_tide_leiman.tile_laid', seat, { tile: tileWord(tile), cell }],
    side_chosen: ({ seat, side }) => [`event.high_tide_leiman.side_chosen.${side}`, seat],
    match_won: ({ seat, stones: [n1, n2] }) => ['event.high_tide_leiman.match_won', seat, { n1, n2 }],
};

const henn: Words<HighTideHennEvent> = {
    towels_piled: ({ pile }, name) => ['event.high_tide_henn.towels_piled', null, { list: listText(pile.map(name)) }],
    coins_laid: ({ beach, coins }) => ['event.high_tide_henn.coins_laid', null, { colour: beachName(beach), list: coins.join(' ') }],
    surfer_dealt: ({ seat, beach }) => ['event.high_tide_henn.surfer_dealt', seat, { colour: beachName(beach) }],
    surfer_shown: ({ seat, beach }) => ['event.high_tide_henn.surfer_dealt', seat, { colour: beachName(beach) }],
    tile_turned_up: ({ tile }) => ['event.high_tide_henn.tile_turned_up', null, { tile: tileName(tile) }],
    shark_alert: ({ beach }) => ['event.high_tide_henn.shark_alert', null, { colour: beachName(beach) }],
    round_begun: ({ round }) => ['event.high_tide_henn.round_begun', null, { n: round }],
    turn_comes: null,
    towel_put_back: null,
    asked: null,
    rental_moved: ({ space }) => (space === null ? ['event.high_tide_henn.rental_moved.off', null] : ['event.high_tide_henn.rental_moved', null, { n: space }]),
    rolled: ({ seat, dice }) => ['event.high_tide_henn.rolled', seat, pair(dice)],
    pair_taken: ({ seat, dice, space }) => ['event.high_tide_henn.pair_taken', seat, { ...pair(dice), n: space }],
    accepted: ({ seat, dice }) => ['event.high_tide_henn.accepted', seat, pair(dice)],
    laid_down: ({ seat, dice, space }) => ['event.high_tide_henn.laid_down', seat, { ...pair(dice), n: space }],
    rerolled: ({ seat, dice }) => ['event.high_tide_henn.rerolled', seat, pair(dice)],
    steps: null,
    moved: ({ seat, beach, from, to }) => ['event.high_tide_henn.moved', seat, { colour: beachName(beach), place1: placeName(from), place2: placeName(to) }],
    moved_into_water: ({ seat, beach }) => ['event.high_tide_henn.moved_into_water', seat, { colour: beachName(beach) }],
    move_lost: ({ seat, beach }) => ['event.high_tide_henn.move_lost', seat, { colour: beachName(beach) }],
    towel_laid: ({ seat, space }) => ['event.high_tide_henn.towel_laid', seat, { n: space }],
    pooled: null,
    waves_rolled: ({ seat, dice }) => ['event.high_tide_henn.waves_rolled', seat, pair(dice)],
    wave: ({ beach, size, water }) => ['event.high_tide_henn.wave', null, { colour: beachName(beach), size: t(`henn.wave.${size}`), n: water }],
    flooded: ({ seat, beach }) => ['event.high_tide_henn.flooded', seat, { colour: beachName(beach) }],
    shark: ({ beach, spaces, seat }) => [seat === null ? 'event.high_tide_henn.shark.nobody' : 'event.high_tide_henn.shark', seat, { colour: beachName(beach), n: spaces }],
    coin_taken: ({ seat, beach }) => ['event.high_tide_henn.coin_taken', seat, { colour: beachName(beach) }],
    own_coin: null,
    coin_left: ({ seat, beach }) => ['event.high_tide_henn.coin_left', seat, { colour: beachName(beach) }],
    coins_shown: null,
    tile_used: ({ seat, tile }) => ['event.high_tide_henn.tile_used', seat, { tile: tileName(tile) }],
    open_dice: ({ seat, dice }) => ['event.high_tide_henn.open_dice', seat, pair(dice)],
    tile_won: ({ seat, tile }) => ['event.high_tide_henn.tile_won', seat, { tile: tileName(tile) }],
    last_point: ({ seat }) => ['event.high_tide_henn.last_point', seat],
    game_ended: ({ round, wet }) => [wet ? 'event.high_tide_henn.game_ended.wet' : 'event.high_tide_henn.game_ended', null, { n: round }],
    beach_scored: ({ seat, beach, points, reason }) => ['event.high_tide_henn.beach_scored', seat, { colour: beachName(beach), points, reason: t(`henn.reason.${reason}`) }],
    coins_scored: ({ seat, total, points }) => ['event.high_tide_henn.coins_scored', seat, { n: total, points }],
    won: ({ seat, points }) => ['event.high_tide_henn.won', seat, { points }],
};

const words: { [G in GameId]: Words<GameEvents[G]> } = { turn_the_tide: tide, high_tide_leiman: leiman, high_tide_henn: henn };

/** Kinds that would only make the log longer. */
const quiet = new Set<string>(['chose', 'tile_laid', 'own_choice', 'hand', 'coins_laid', 'hand_passed', 'preservers_dealt', 'tides_turned_up', 'coin_left', 'move_lost', 'surfer_shown']);

export type AnyEvent = GameEvents[GameId] | RoomEvent;

export const isRoomEvent = (event: { kind: string }): event is RoomEvent => event.kind.startsWith('room.');
const roomKey = (event: RoomEvent): Key => `event.${event.kind}`;

/** In one sentence, several, or none; a kind newer than this page is told as such. */
export function tell(game: GameId, seats: SeatInfo[], event: AnyEvent): Told[] {
    if (isRoomEvent(event)) return [{ text: tOr(roomKey(event), t('event.unknown'), 'name' in event ? { name: event.name } : {}), seat: null }];
    if (!Object.hasOwn(words, game)) return [tellPlainly(game, seats, event)];
    const known = words[game] as Readonly<Record<string, ((event: never, name: Naming) => Line[] | Line) | null>>;
    if (!Object.hasOwn(known, event.kind)) return [{ text: t('event.unknown'), seat: null }];
    const name = (seat: number) => seatName(game, seats, seat);
    const lines = known[event.kind]?.(event as never, name) ?? [];
    return (isLine(lines) ? [lines] : lines).map(([key, seat, values = {}]) => ({ text: t(key, seat === null ? values : { ...values, who: name(seat) }), seat }));
}
/** An event of a game that has no words here: its kind, whom it concerns and its values. */
function tellPlainly(game: GameId, seats: SeatInfo[], { kind, ...values }: { kind: string; seat?: unknown }): Told {
    const { seat, ...others } = values;
    const of = typeof seat === 'number' ? seat : null;
    const { values: unnamed } = others as { values?: unknown };
    const said = Array.isArray(unnamed) ? unnamed.map(String) : Object.entries(others).map(([name, value]) => `${name.replaceAll('_', ' ')} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
    return { text: [...(of === null ? [] : [seatName(game, seats, of)]), kind.replaceAll('_', ' '), ...said].join(' · '), seat: of };
}
const isLine = (lines: Line[] | Line): lines is Line => typeof lines[0] === 'string';

/** A step as the log tells it. */
export function tellStep(game: GameId, seats: SeatInfo[], events: readonly AnyEvent[]): Told[] {
    return events.flatMap((event) => (quiet.has(event.kind) ? [] : tell(game, seats, event)));
}
