// What a server of protocol 1 tells in sentences, as records. They carry what a sentence says and no more: enough for log
// and stage, not for a fold; such a server sends whole views.
import type { GameId } from '../games';
import { parseEvent, type Happened } from './parse';
import type { AnyEvent } from './tell';

const letters: Record<string, string> = { black: 'k', purple: 'p', blue: 'b', orange: 'o', yellow: 'y', white: 'w' };
const places: Record<string, string> = { 'nearest to the water': 'first', 'at the bar': 'bar', 'a surfer in the water': 'surfer', 'a surfer at the bar': 'surfer_at_bar' };
const towels = ['red', 'brown', 'green', 'beige', 'pink', 'blue'];
const die = (words = '') => (letters[words.split(' ')[0]!] ?? '') + words.slice(-1);
const space = (words = '') => (words === 'the bar' ? 0 : Number(words.slice(6)));

type Make = (values: Record<string, string>, seat: number | null) => object;
const dice: Make = ({ die1, die2 }) => ({ dice: [die(die1), die(die2)] });
const beach: Make = ({ colour }) => ({ beach: letters[colour!] });
const n = (name: string): Make => (values) => ({ [name]: Number(values.n) });
const list: Make = ({ list: cards = '' }) => ({ cards: cards.split(' ').map(Number) });
const all = (...makes: Make[]): Make => (values, seat) => Object.assign({}, ...makes.map((make) => make(values, seat))) as object;
const of = (fields: object): Make => () => fields;
const tile: Make = ({ tile: name = '' }) => ({ tile: name.split(' ')[0] });
const won = (reason: string): Make => ({ n: round, n1, n2 }) => ({ round: Number(round), visible: [Number(n1), Number(n2)], reason });

/** By the kind of a sentence: the kind of its record, and its fields. */
const kinds: Record<GameId, Record<string, [kind: string, make: Make]>> = {
    turn_the_tide: {
        hand: ['hand', list], preservers: ['preservers_dealt', ({ preservers }) => ({ preservers: Number(preservers) })], leftOut: ['left_out', list],
        tides: ['tides_turned_up', ({ n1, n2 }) => ({ levels: [Number(n1), Number(n2)] })], chose: ['chose', of({})], chosenCard: ['own_choice', n('card')],
        took: ['tide_taken', n('level')], lost: ['preserver_lost', ({ preservers }) => ({ left: Number(preservers) })], eliminated: ['eliminated', of({})],
        roundEndedTwo: ['round_ended', all(n('round'), of({ reason: 'two_left' }))], roundEndedTwelve: ['round_ended', all(n('round'), of({ reason: 'played_out' }))],
        scored: ['scored', ({ points, n: total }) => ({ points: Number(points), total: Number(total), lowest_tide: false })],
        scoredLowest: ['scored', ({ points, n: total }) => ({ points: Number(points), total: Number(total), lowest_tide: true })],
        passed: ['hand_passed', ({ who2 }) => ({ from: Number(who2) })], won: ['won', ({ points }) => ({ points: Number(points) })],
    },
    high_tide_leiman: {
        first: ['first', of({})], laidOut: ['laid_out', n('round')],
        moved: ['tile_moved', ({ cell1, cell2, n: height, stuff }) => ({ from: cell1, to: cell2, height: Number(height), tile: stuff![0] })],
        wonVisible: ['round_won', won('visible')], wonHighest: ['round_won', won('highest')], wonLast: ['round_won', won('last_move')],
        matchWon: ['match_won', ({ n1, n2 }) => ({ stones: [Number(n1), Number(n2)] })],
    },
    high_tide_henn: {
        towelsPiled: ['towels_piled', ({ list: pile = '' }) => ({ pile: pile.split(', ').map((towel) => towels.indexOf(towel)) })],
        coinsLaid: ['coins_laid', all(beach, ({ list: coins = '' }) => ({ coins: coins.split(' ').map(Number) }))], surferDealt: ['surfer_dealt', beach],
        tileRevealed: ['tile_turned_up', tile], alertRaised: ['shark_alert', beach], roundStarted: ['round_begun', n('round')],
        rentalOff: ['rental_moved', of({ space: null })], rentalMoved: ['rental_moved', n('space')], rolled: ['rolled', dice], took: ['pair_taken', all(dice, n('space'))],
        accepted: ['accepted', dice], declined: ['laid_down', all(dice, n('space'))], rerolled: ['rerolled', all(dice, of({ which: ['left', 'right'] }))],
        movedInWater: ['moved_into_water', all(beach, ({ place1 }) => ({ from: space(place1) }))],
        moved: ['moved', all(beach, ({ place1, place2 }) => ({ from: space(place1), to: space(place2) }))], moveLost: ['move_lost', beach], towelLaid: ['towel_laid', n('space')],
        wavesRolled: ['waves_rolled', all(dice, n('space'))], wave: ['wave', all(beach, n('water'), ({ size }) => ({ size }))], flooded: ['flooded', beach],
        sharkNobody: ['shark', all(beach, n('spaces'), of({ seat: null }))], shark: ['shark', all(beach, n('spaces'))],
        coinTaken: ['coin_taken', all(beach, ({ n1, n2 }) => ({ value: Number(n1), space: Number(n2), face_down: false }))],
        coinLeft: ['coin_left', all(beach, ({ n1, n2 }) => ({ value: Number(n1), space: Number(n2) }))], tileUsed: ['tile_used', tile], openDice: ['open_dice', dice], tileWon: ['tile_won', tile],
        lastPoint: ['last_point', of({})], gameEndedWet: ['game_ended', all(n('round'), of({ wet: true }))], gameEnded: ['game_ended', all(n('round'), of({ wet: false }))],
        beachScored: ['beach_scored', all(beach, ({ points, reason = '' }) => ({ points: Number(points), reason: places[reason] ?? reason }))],
        coinsScored: ['coins_scored', ({ n: total, points }) => ({ total: Number(total), points: Number(points) })], won: ['won', ({ points }) => ({ points: Number(points) })],
    },
};

function recordOf(game: GameId, { kind, seat, values }: Happened): AnyEvent[] {
    if (kind.startsWith('room.')) return [{ kind: kind as `room.${string}`, ...values }];
    const known = kinds[game][kind];
    return known ? [{ kind: known[0], ...(seat === null ? {} : { seat }), ...known[1](values, seat) } as AnyEvent] : [];
}

/** Sentences that are not known are left out; the cards of a trick become one record. */
export function recordsOf(game: GameId, players: number, lines: readonly string[]): AnyEvent[] {
    const happened = lines.flatMap((line) => parseEvent(game, line) ?? []);
    const cards = Array.from({ length: players }, (): number | null => null);
    const shown = happened.filter(({ kind }) => game === 'turn_the_tide' && kind === 'revealed');
    for (const { seat, values } of shown) cards[seat!] = Number(values.n);
    return happened.flatMap((event) => (event === shown[0] ? [{ kind: 'revealed', cards }] : shown.includes(event) ? [] : recordOf(game, event)));
}
