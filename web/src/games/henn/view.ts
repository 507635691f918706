// Where a pair used as it lies would lead.
import type { BeachView, HighTideHennView as HennView } from '../../shared/events/views';
import { colourLetters, type Letter } from './pieces';

export type { BeachView, HennView };

/** Space of a deckchair; null if it is in the water. */
export function spaceOf(beach: BeachView, seat: number): number | null {
    for (const [space, seats] of Object.entries(beach.spaces)) if (seats.includes(seat)) return Number(space);
    return null;
}

export interface Step {
    beach: Letter;
    from: number;
    /** null: into the water */
    to: number | null;
}

/** Where the own deckchairs would stand after these moves. */
export function preview(view: HennView, seat: number, moves: { beach: Letter; spaces: number }[]): Step[] {
    return colourLetters.flatMap((letter) => {
        const spaces = moves.filter((move) => move.beach === letter).reduce((sum, move) => sum + move.spaces, 0);
        const beach = view.beaches[letter];
        const from = spaceOf(beach, seat);
        if (spaces === 0 || from === null) return [];
        const to = Math.max(0, from + spaces);
        return [{ beach: letter, from, to: to >= beach.water ? null : to }];
    });
}

export const diceMoves = (dice: string[]): { beach: Letter; spaces: number }[] =>
    dice.map((die) => ({ beach: die[0] as Letter, spaces: Number(die[1]) }));

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
/** Where a place was won only because a chair stands further right on its space. For looking only. */
export function ties(view: HennView, paid: readonly { beach: string; seat: number; reason: string }[]): Tie[] {
    const placed = new Set(['first', 'second', 'third']);
    return colourLetters.flatMap((beach) =>
        Object.entries(view.beaches[beach].spaces).flatMap(([space, there]) => {
            const seats = there.filter((seat) => view.surfers?.[seat] !== beach);
            const won = seats.some((seat) => paid.some((one) => one.beach === beach && one.seat === seat && placed.has(one.reason)));
            return space === '0' || seats.length < 2 || !won ? [] : [{ beach, space: Number(space), seats }];
        }),
    );
}

export interface Standing {
    beach: Letter;
    seat: number;
    points: number;
    reason: string;
}

/** If it ended now: who would be paid on which beach. For looking only; the rules decide at the end. */
export function standing(view: HennView, players: number): Standing[] {
    return colourLetters.flatMap((beach) => {
        const { spaces, wet } = view.beaches[beach];
        const surfs = (seat: number) => view.surfers?.[seat] === beach;
        const paid: Standing[] = wet.filter(surfs).map((seat) => ({ beach, seat, points: 6, reason: 'surfer' }));
        const bar = (spaces['0'] ?? []).map((seat) => ({ beach, seat, points: surfs(seat) ? 2 : 1, reason: 'bar' }));
        // Nearest to the water first; on one space, further right is ahead.
        const row = Object.entries(spaces).filter(([space]) => space !== '0').sort(([a], [b]) => Number(b) - Number(a)).flatMap(([, seats]) => [...seats].reverse()).filter((seat) => !surfs(seat));
        const worth = [4, 2, ...(players >= 5 ? [1] : [])].slice(paid.length > 0 ? 1 : 0);
        return [...paid, ...row.slice(0, worth.length).map((seat, i) => ({ beach, seat, points: worth[i]!, reason: 'place' })), ...bar];
    });
}

/** What stands on each plate: a beach's points fly for as long as it pays, and count when they are there. */
export function onPlates(given: readonly { seat: number; points: number }[], flying: readonly object[], players: number): number[] {
    const landed = given.filter((one) => !flying.includes(one));
    return Array.from({ length: players }, (_, seat) => landed.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.points, 0));
}
