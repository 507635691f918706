// The totals of the games finished on this device.
import type { AskEngine } from '../../shared/engine/engine';
import type { AnyEvent } from '../../shared/events/told';
import { gameIds, type GameId } from '../../shared/games';
import type { Played } from '../history';
import { readRecord } from '../../shared/record';

/** The rulebook of a game; '' if there is only one. */
export const editionOf = ({ record }: Pick<Played, 'record'>): string => readRecord(record)?.tags.edition ?? '';

export interface Summary {
    game: GameId;
    edition: string;
    played: number;
    won: number;
    /** Own points on average. */
    points: number;
    /** Own points, game by game. */
    over: number[];
    /** Own points less those of the best other one, added up from game to game. */
    balance: number[];
}
const own = (games: Played[], game: GameId) => games.filter((played) => played.game === game && played.me !== null);

/** Results of one's own by game and edition; games shared at one device have no "own". */
export function summaries(games: Played[]): Summary[] {
    return gameIds.flatMap((game) =>
        [...new Set(own(games, game).map(editionOf))].sort().map((edition) => {
            const mine = own(games, game).filter((played) => editionOf(played) === edition);
            const over = mine.map(({ points, me }) => points[me!] ?? 0);
            let sum = 0;
            const balance = mine.map(
                ({ points, me }) => (sum += (points[me!] ?? 0) - Math.max(...points.filter((_, seat) => seat !== me))),
            );
            const won = mine.filter(({ winners, me }) => winners.includes(me!)).length;
            return {
                game,
                edition,
                played: mine.length,
                won,
                points: over.reduce((sum, n) => sum + n, 0) / mine.length,
                over,
                balance,
            };
        }),
    );
}

/** A bot by its level, or a person by name. */
export interface Opponent {
    level?: string;
    name?: string;
    played: number;
    won: number;
}
/** Each counts once in a game, the one met most often first. */
export function opponents(games: Played[], game: GameId): Opponent[] {
    const found = new Map<string, Opponent>();
    for (const { me, seats, winners } of own(games, game)) {
        const met = new Map(
            seats.flatMap(
                ({ level, name }, seat) =>
                    (seat === me
                        ? []
                        : level
                          ? [[`bot ${level}`, { level }]]
                          : [[`person ${name ?? ''}`, { name: name ?? '' }]]) as [
                        string,
                        { level?: string; name?: string },
                    ][],
            ),
        );
        for (const [key, who] of met) {
            const row = found.get(key) ?? { ...who, played: 0, won: 0 };
            found.set(key, { ...row, played: row.played + 1, won: row.won + (winners.includes(me!) ? 1 : 0) });
        }
    }
    return [...found.values()].sort((a, b) => b.played - a.played);
}

/** How often something came, how often it should, and how far it may stray: 19 times out of 20 it stays within. */
export interface Luck {
    name: string;
    came: number;
    expected: number;
    band: number;
}
const normal = 1.96;

/** The luck of a game: dice by their number, and the first hand of a seat. */
export interface Given {
    dice: number[];
    hand: number[];
}
export function givenIn(events: readonly AnyEvent[], seat: number | null): Given {
    const given: Given = { dice: [], hand: [] };
    for (const event of events) {
        if (event.kind === 'rolled' || event.kind === 'waves_rolled') given.dice.push(...event.dice.map(numberOf));
        if (event.kind === 'rerolled')
            given.dice.push(...event.which.map((side) => numberOf(event.dice[side === 'left' ? 0 : 1])));
        if (event.kind === 'hand' && event.seat === seat && given.hand.length === 0) given.hand = event.cards;
    }
    return given;
}
const numberOf = (die: string) => Number(die.slice(1));

/** The same for games kept as records; the engine plays them again. Unplayable ones count for nothing. */
export async function givenInAll(ask: AskEngine, games: Pick<Played, 'game' | 'record' | 'me'>[]): Promise<Given[]> {
    const found: Given[] = [];
    for (const { game, record, me } of games) {
        if (game === 'high_tide_leiman') continue;
        const { ok, table, events } = await ask({ op: 'load', record, for: 'all' });
        if (!ok) continue;
        found.push(givenIn(events as AnyEvent[], me));
        await ask({ op: 'close', table });
    }
    return found;
}

/** The numbers of all dice that were rolled. */
export function dice(given: Given[]): Luck[] {
    const came = [0, 0, 0, 0, 0, 0];
    for (const number of given.flatMap((game) => game.dice)) came[number - 1]! += 1;
    const n = came.reduce((sum, count) => sum + count, 0);
    return n === 0
        ? []
        : came.map((count, i) => ({
              name: String(i + 1),
              came: count,
              expected: n / 6,
              band: normal * Math.sqrt((n * 5) / 36),
          }));
}

/** The weather cards in one's own first hands, by the five kinds of weather. */
export function cards(given: Given[]): Luck[] {
    const came = [0, 0, 0, 0, 0];
    const hands = given.filter(({ hand }) => hand.length > 0);
    for (const card of hands.flatMap(({ hand }) => hand)) came[Math.floor((card - 1) / 12)]! += 1;
    // Twelve of sixty without putting back: a fifth of them of each kind.
    const band = normal * Math.sqrt(hands.length * 12 * 0.2 * 0.8 * (48 / 59));
    return hands.length === 0
        ? []
        : came.map((count, i) => ({
              name: `${12 * i + 1}–${12 * i + 12}`,
              came: count,
              expected: hands.length * 2.4,
              band,
          }));
}

/** A name that a spreadsheet would take for a formula stays a name. */
const cell = (value: string | number) =>
    /^[=+@-]/.test(String(value)) && typeof value === 'string'
        ? `"'${value.replaceAll('"', '""')}"`
        : /[",\n]/.test(String(value))
          ? `"${String(value).replaceAll('"', '""')}"`
          : String(value);
export function csv(games: Played[]): string {
    const head = ['ended', 'game', 'edition', 'where', 'seat', 'won', 'points', 'all points', 'opponents'];
    const rows = games.map((played) => {
        const { at, game, me, winners, points, seats, table } = played;
        const others = seats.flatMap(({ level, name }, i) => (i === me ? [] : [level ?? (name || 'person')]));
        return [
            new Date(at).toISOString(),
            game,
            editionOf(played),
            table === undefined ? 'device' : 'online',
            me ?? '',
            me === null ? '' : winners.includes(me) ? 1 : 0,
            me === null ? '' : (points[me] ?? ''),
            points.join(' '),
            others.join('; '),
        ];
    });
    return [head, ...rows].map((row) => row.map(cell).join(',')).join('\n') + '\n';
}
