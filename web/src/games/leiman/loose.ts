// Could the tile on top of a stack move, for either player? For display only, so that a move can show the tiles it sets
// free or holds fast; the rules decide what is legal. A test compares both.
import { around, beside, cells } from './geometry';

type Stacks = Record<string, string>;
const height = (stacks: Stacks, cell: string | null): number => (cell === null ? 0 : (stacks[cell] ?? '').length);

/** All stacks are still connected when a single tile has left (L7). */
function staysConnected(stacks: Stacks, gone: string): boolean {
    const rest = cells.filter((cell) => cell !== gone && height(stacks, cell) > 0);
    const seen = new Set(rest.slice(0, 1));
    for (const cell of seen)
        for (const next of beside(cell)) if (next !== gone && height(stacks, next) > 0) seen.add(next);
    return seen.size === rest.length;
}

export function canMove(stacks: Stacks, cell: string): boolean {
    const own = height(stacks, cell);
    if (own === 0) return false;
    const ring = around(cell).map((other) => height(stacks, other));
    const climbs = ring.some((other) => other >= own);
    const slides = ring.some((other, i) => other < own && ring[(i + 1) % 6]! < own);
    return climbs && slides && (own > 1 || staysConnected(stacks, cell));
}
