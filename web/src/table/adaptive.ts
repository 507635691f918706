// Bots that fit the player: chosen before every game by the results of the last ones on this device, so that the player
// wins about two of five games at a table of three. They play as well as their levels can; only the mix of levels
// changes.
import type { GameId } from '../shared/games';
import type { Played } from './history';
import { ratingOf } from './ratings';
import type { SeatInfo } from '../shared/table_client';

/** Beside the levels of the engine. */
export const adaptive = 'adaptive';

const rungs = ['random', 'easy', 'medium', 'hard', 'best'];
/** A player before the first game: as strong as the easy bot, give or take this. */
const beginner = 1000;
const spread = 350;
/** The game before counts so much of the one after it: people learn. */
const fading = 0.95;

/**
 * A player's share of wins against others, all by their ratings: Luce's model, as in the league that rated the levels.
 */
export function expectedShare(own: number, others: number[]): number {
    return 1 / others.reduce((sum, rating) => sum + 10 ** ((rating - own) / 400), 1);
}

/** A fair share of wins: two of five at a table of three, half with two players, and so on. */
export const fairShare = (players: number): number => (players === 2 ? 0.5 : 1.2 / players);

interface Result {
    others: number[];
    share: number;
}
/** Games alone against bots whose strength is known, the newest first. */
function results(game: GameId, games: readonly Played[]): Result[] {
    return games
        .flatMap(({ game: played, me, seats, winners }) => {
            if (played !== game || me === null) return [];
            const others = seats.flatMap(({ level }, seat) =>
                seat === me ? [] : [level === undefined ? undefined : ratingOf(game, level)],
            );
            if (others.some((rating) => rating === undefined)) return [];
            return [{ others: others as number[], share: winners.includes(me) ? 1 / winners.length : 0 }];
        })
        .reverse();
}

/** The rating that fits the player's games best, on the scale of the levels. */
export function ownRating(game: GameId, games: readonly Played[]): number {
    const known = results(game, games);
    // How much more was won than a player of this rating would win; it falls as the rating rises.
    const excess = (rating: number) =>
        known.reduce(
            (sum, { others, share }, ago) => sum + fading ** ago * (share - expectedShare(rating, others)),
            0,
        ) *
            (Math.LN10 / 400) -
        (rating - beginner) / spread ** 2;
    let [low, high] = [beginner - 4 * spread, beginner + 4 * spread];
    while (high - low > 1) {
        const middle = (low + high) / 2;
        if (excess(middle) > 0) low = middle;
        else high = middle;
    }
    return (low + high) / 2;
}

/** Tables from the weakest to the strongest; the bots of one are never more than a level apart. */
export function ladder(bots: number): string[][] {
    const tables = [Array<string>(bots).fill(rungs[0]!)];
    for (let rung = 1; rung < rungs.length; ++rung)
        for (let stronger = 1; stronger <= bots; ++stronger)
            tables.push(Array.from({ length: bots }, (_, bot) => rungs[bot < stronger ? rung : rung - 1]!));
    return tables;
}

/** The bots' levels for the next game. `lot`, from 0 to 1, decides between two tables when what is fair lies between
 *  them. */
export function fittingLevels(game: GameId, bots: number, games: readonly Played[], lot = Math.random()): string[] {
    const own = ownRating(game, games);
    const tables = ladder(bots);
    const shares = tables.map((levels) =>
        expectedShare(
            own,
            levels.map((level) => ratingOf(game, level)!),
        ),
    );
    const fair = fairShare(bots + 1);
    const above = shares.findIndex((share) => share < fair);
    if (above < 0) return tables.at(-1)!;
    if (above === 0) return tables[0]!;
    const [easier, harder] = [shares[above - 1]!, shares[above]!];
    return tables[lot * (easier - harder) < easier - fair ? above : above - 1]!;
}

/** The same seats with bots that fit; the stronger ones take any place. */
export function fitBots(game: GameId, seats: readonly SeatInfo[], games: readonly Played[]): SeatInfo[] {
    const levels = fittingLevels(game, seats.filter(({ kind }) => kind === 'bot').length, games);
    const turn = Math.floor(Math.random() * levels.length);
    let next = 0;
    return seats.map((seat) =>
        seat.kind === 'bot' ? { ...seat, level: levels[(next++ + turn) % levels.length]! } : seat,
    );
}
