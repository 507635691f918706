// Values derived from a view of Henn's High Tide.
import type { BeachView, HighTideHennView as HennView } from '../../shared/events/views';
import type { Outlook, StandingPoints } from '../../shared/net/schema';
import { colourLetters, type Letter } from './pieces';

export type { BeachView, HennView };

/** The landing place of a deckchair; `to` is null for the water. The engine reports it with every action. */
export type Landing = NonNullable<Outlook['landings']>[number];

export function diceOn(view: HennView, space: number): [string, string] | null {
    const there = view.track[space - 1];
    return there && 'dice' in there ? there.dice : null;
}

/** Chairs on one space of a beach whose order decides who is ahead; left to right. */
export interface Tie {
    beach: Letter;
    space: number;
    seats: number[];
}
/** Places won only because a chair is further right on its space. For display only. */
export function ties(view: HennView, paid: readonly { beach: string; seat: number; reason: string }[]): Tie[] {
    const placed = new Set(['first', 'second', 'third']);
    return colourLetters.flatMap((beach) =>
        Object.entries(view.beaches[beach].spaces).flatMap(([space, there]) => {
            const seats = there.filter((seat) => view.surfers?.[seat] !== beach);
            const won = seats.some((seat) =>
                paid.some((one) => one.beach === beach && one.seat === seat && placed.has(one.reason)),
            );
            return space === '0' || seats.length < 2 || !won ? [] : [{ beach, space: Number(space), seats }];
        }),
    );
}

/** Points as beats give them: those of coins and of the open dice come from the player's own plate. */
const fromPlates: Record<string, string> = { coins: 'coins_scored', baywatch: 'last_point' };
export const asGiven = (
    standing: readonly StandingPoints[],
): { beach: string; seat: number; points: number; reason: string }[] =>
    standing.map(({ beach, seat, points, reason }) => ({
        beach: beach ?? '',
        seat,
        points,
        reason: fromPlates[reason] ?? reason,
    }));

/** The totals on each plate: a beach's points fly for as long as it pays, and count on arrival. */
export function onPlates(
    given: readonly { seat: number; points: number }[],
    flying: readonly object[],
    players: number,
): number[] {
    const landed = given.filter((one) => !flying.includes(one));
    return Array.from({ length: players }, (_, seat) =>
        landed.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.points, 0),
    );
}
