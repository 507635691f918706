// A game of luck in the view of the best bot: all expectations, the effect of chance, and the mistakes. The engine
// finds it piece by piece, so that progress shows and leaving the page ends the work.
import type { AskEngine } from '../../shared/engine/engine';
import type { Answer } from '../../shared/engine/module';
import { upTo, type GameRecord } from '../../shared/record';

export interface Expected {
    /** Of the win, by seat. */
    shares: number[];
    /** At the end, by seat. */
    points: number[];
}
export interface LuckEvent extends Expected {
    event: number;
    by: number | 'chance';
    action: string;
    /** Only for moments with a choice. */
    mistake?: boolean;
    advice?: string;
    cost?: number;
    cost_points?: number;
}
export interface Part {
    share: number;
    points: number;
}
export interface Balance {
    luck: Part;
    mistakes: Part;
    rest: Part;
    /** The luck's share by each group of simulations alone. */
    luck_by_group: number[];
}
export interface LuckReview {
    before: Expected;
    events: LuckEvent[];
    balance: Balance[];
}

const piece = 4;
const nodes = 2000;

const sum = (a: Part, b: Part): Part => ({ share: a.share + b.share, points: a.points + b.points });
const joined = (a: Balance, b: Balance): Balance => ({
    luck: sum(a.luck, b.luck),
    mistakes: sum(a.mistakes, b.mistakes),
    rest: sum(a.rest, b.rest),
    luck_by_group: a.luck_by_group.map((luck, group) => luck + b.luck_by_group[group]!),
});

/** How far the luck's share may be off: 19 times out of 20 it is less. */
export function luckMargin({ luck, luck_by_group }: Balance): number {
    const squares = luck_by_group.reduce((sum, found) => sum + (found - luck.share) ** 2, 0);
    return (2 * Math.sqrt(squares)) / luck_by_group.length;
}

/** Null if the engine refuses, or the reader has left. */
export async function reviewLuck(
    ask: AskEngine,
    record: GameRecord,
    progress: (done: number, of: number) => boolean,
): Promise<LuckReview | null> {
    const text = upTo(record, record.lines.length);
    const of = record.lines.length;
    let review: LuckReview | null = null;
    for (let from = 0; from < of || !review; from += piece) {
        if (!progress(from, of)) return null;
        const answer = await ask({ op: 'review', record: text, nodes, from, count: piece });
        if (!answer.ok) return null;
        const next = answer as Answer & LuckReview;
        review = review
            ? {
                  before: review.before,
                  events: [...review.events, ...next.events],
                  balance: review.balance.map((balance, seat) => joined(balance, next.balance[seat]!)),
              }
            : { before: next.before, events: next.events, balance: next.balance };
    }
    return review;
}

/** The worst first. */
export const mistakes = ({ events }: LuckReview): LuckEvent[] =>
    events.filter(({ mistake }) => mistake).sort((a, b) => b.cost! - a.cost!);

export interface Swing {
    /** How many lines of the record come before what it brought is seen. */
    moment: number;
    by: number | 'chance';
    /** Whose game changed most, and by how much of the win. */
    seat: number;
    change: number;
}
/** The largest changes of the game, the largest first. */
export function swings({ before, events }: LuckReview): Swing[] {
    return events
        .map(({ event, by, shares }, i) => {
            const changes = shares.map((share, seat) => share - (events[i - 1] ?? before).shares[seat]!);
            const seat = changes.reduce(
                (most, change, other) => (Math.abs(change) > Math.abs(changes[most]!) ? other : most),
                0,
            );
            return { moment: event + 1, by, seat, change: changes[seat]! };
        })
        .sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
}

const decisive = 0.1;
const fewest = 3;
const most = 12;
/** Moments worth a look, in the order of the game: large changes in a player's share of the win. */
export function turningPoints(review: LuckReview): number[] {
    const found = swings(review);
    const jumps = found.filter(({ change }, i) => Math.abs(change) >= decisive || (i < fewest && change !== 0));
    return jumps
        .slice(0, most)
        .map(({ moment }) => moment)
        .sort((a, b) => a - b);
}
