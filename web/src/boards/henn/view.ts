// What a view of Henn's High Tide holds, and where a pair used as it lies would lead.
import { colourLetters, type Letter } from '../../lib/words.svelte';

export interface Beach {
    water: number;
    spaces: Record<string, number[]>;
    wet: number[];
    coins?: Record<string, number>;
}
export interface HennView {
    round: number;
    phase: string;
    pile: number[];
    active: number | null;
    rental: number | null;
    track: (null | { towel: number } | { dice: [string, string] })[];
    bag: Record<Letter, number>;
    pool: string[];
    rolled: [string, string] | null;
    taken_from: number | null;
    steps: { beach: Letter; spaces: number }[];
    beaches: Record<Letter, Beach>;
    coins?: Record<string, number | null>[];
    alert?: Letter | null;
    sharks?: number[];
    surfers?: (Letter | null)[];
    baywatch?: { on_offer: string | null; stack: number; tiles: string[][]; open_dice: [string, string] | null; open_dice_of: number | null };
}

/** Space of a deckchair; null if it is in the water. */
export function spaceOf(beach: Beach, seat: number): number | null {
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
