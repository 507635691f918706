// The pie rule, an option of ours: before a round one lays the tiles, the other chooses the side.
import { cells } from './geometry';

export type Tile = 'b' | 'p' | 'n';
export const kinds: readonly Tile[] = ['b', 'p', 'n'];

/** L3: the tiles of the ring of six and of the ring of twelve. */
const rings: readonly Record<Tile, number>[] = [
    { b: 2, p: 2, n: 2 },
    { b: 5, p: 5, n: 2 },
];
const centre = 'c3';
const inner = new Set(['b2', 'b3', 'c2', 'c4', 'd2', 'd3']);

/** How many tiles of each kind are left for the ring in which a place lies. */
export function tilesLeft(laid: Record<string, string>, cell: string): Record<Tile, number> {
    const ring = cells.filter((other) => other !== centre && inner.has(other) === inner.has(cell));
    const left = { ...rings[inner.has(cell) ? 0 : 1]! };
    for (const other of ring) if (laid[other]) left[laid[other] as Tile] -= 1;
    return left;
}

/** A tile for the next place, so that in the end every island is as likely as any other. `draw` gives a number from 0
 *  up to 1. */
export function byLot(laid: Record<string, string>, next: string, draw: () => number = Math.random): Tile {
    const left = tilesLeft(laid, next);
    const bag = kinds.flatMap((kind) => Array<Tile>(left[kind]).fill(kind));
    return bag[Math.floor(draw() * bag.length)]!;
}

/** Nothing lies but the neutral tile in the centre. */
export const emptyTable = (): Record<string, string> =>
    Object.fromEntries(cells.map((cell) => [cell, cell === centre ? 'n' : '']));

/** The place of the next tile: in reading order. */
export const nextPlace = (laid: Record<string, string>): string | null => cells.find((cell) => !laid[cell]) ?? null;
