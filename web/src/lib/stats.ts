// What the games finished on this device add up to.
import { gameIds, type GameId } from './games';
import type { Played } from './history';
import { readRecord } from './replay/record';

export interface Summary {
    game: GameId;
    played: number;
    won: number;
    /** Own points on average. */
    points: number;
}
/** Results of one's own, game by game; games shared at one device have no "own". */
export function summaries(games: Played[]): Summary[] {
    return gameIds.flatMap((game) => {
        const own = games.filter((played) => played.game === game && played.me !== null);
        if (own.length === 0) return [];
        const points = own.reduce((sum, { points: all, me }) => sum + (all[me!] ?? 0), 0) / own.length;
        return [{ game, played: own.length, won: own.filter(({ winners, me }) => winners.includes(me!)).length, points }];
    });
}

export interface AgainstLevel {
    level: string;
    played: number;
    won: number;
}
export function byLevel(games: Played[], game: GameId): AgainstLevel[] {
    const found = new Map<string, AgainstLevel>();
    for (const { me, seats, winners } of games.filter((played) => played.game === game && played.me !== null)) {
        for (const level of new Set(seats.flatMap((seat) => (seat.level ? [seat.level] : [])))) {
            const row = found.get(level) ?? { level, played: 0, won: 0 };
            found.set(level, { level, played: row.played + 1, won: row.won + (winners.includes(me!) ? 1 : 0) });
        }
    }
    return [...found.values()];
}

/** How often something came, how often it should, and how far it may stray: 19 times out of 20 it stays within. */
export interface Luck {
    name: string;
    came: number;
    expected: number;
    band: number;
}
const normal = 1.96;

/** The numbers of all dice that were rolled. */
export function dice(games: Played[]): Luck[] {
    const came = [0, 0, 0, 0, 0, 0];
    for (const { game, record } of games) {
        if (game !== 'high_tide_henn') continue;
        for (const { by, action } of readRecord(record)?.lines ?? []) {
            const rolled = by === 'chance' ? /^(?:roll [kpboyw](\d) [kpboyw](\d)|reroll (\d)(?: (\d))?)$/.exec(action ?? '') : null;
            for (const number of rolled?.slice(1) ?? []) if (number) came[Number(number) - 1]! += 1;
        }
    }
    const n = came.reduce((sum, count) => sum + count, 0);
    return n === 0 ? [] : came.map((count, i) => ({ name: String(i + 1), came: count, expected: n / 6, band: normal * Math.sqrt((n * 5) / 36) }));
}

/** The weather cards in one's own first hands, by the five kinds of weather. */
export function cards(games: Played[]): Luck[] {
    const came = [0, 0, 0, 0, 0];
    let hands = 0;
    for (const { game, record, me } of games) {
        if (game !== 'turn_the_tide' || me === null) continue;
        const deal = readRecord(record)?.lines.find(({ action }) => action?.startsWith('deal '))?.action;
        const hand = deal?.slice(5).split('|')[me]?.split(',').map(Number) ?? [];
        hands += hand.length > 0 ? 1 : 0;
        for (const card of hand) came[Math.floor((card - 1) / 12)]! += 1;
    }
    // Twelve of sixty without putting back: a fifth of them of each kind.
    const band = normal * Math.sqrt(hands * 12 * 0.2 * 0.8 * (48 / 59));
    return hands === 0 ? [] : came.map((count, i) => ({ name: `${12 * i + 1}–${12 * i + 12}`, came: count, expected: hands * 2.4, band }));
}

const cell = (value: string | number) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
export function csv(games: Played[]): string {
    const head = ['ended', 'game', 'seat', 'won', 'points', 'all points', 'opponents'];
    const rows = games.map(({ at, game, me, winners, points, seats }) => [
        new Date(at).toISOString(), game, me ?? '', me === null ? '' : winners.includes(me) ? 1 : 0, me === null ? '' : (points[me] ?? ''), points.join(' '),
        seats.flatMap((seat, i) => (i === me ? [] : [seat.level ?? 'person'])).join(' '),
    ]);
    return [head, ...rows].map((row) => row.map(cell).join(',')).join('\n') + '\n';
}
