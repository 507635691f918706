// The set-ups of Leiman's game (L3) by number, their twins, and short addresses of positions that came from one.
import { cells } from '../geometry';

/** The tile of every cell, in reading order: b, p or n. */
export type Setup = string[];
export const setupCount = 1_496_880;

export const inner = [4, 5, 8, 10, 13, 14];
export const outer = [0, 1, 2, 3, 6, 7, 11, 12, 15, 16, 17, 18];
const order = 'bpn';
const innerTiles = { b: 2, p: 2, n: 2 };
const outerTiles = { b: 5, p: 5, n: 2 };
export const outerCount = 16_632;
type Tiles = Record<string, number>;

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
const ways = (tiles: Tiles): number =>
    Object.values(tiles).reduce(
        (found, n) => found / factorial(n),
        factorial(Object.values(tiles).reduce((sum, n) => sum + n, 0)),
    );

/** Which one an arrangement of tiles is among all of them in order. */
function rank(ring: string[], tiles: Tiles): number {
    const left = { ...tiles };
    let before = 0;
    for (const tile of ring) {
        for (const lower of order.slice(0, order.indexOf(tile)))
            if (left[lower]) before += ways({ ...left, [lower]: left[lower] - 1 });
        left[tile]! -= 1;
    }
    return before;
}
function unrank(number: number, tiles: Tiles): string[] {
    const left = { ...tiles };
    const ring: string[] = [];
    let before = number;
    const size = Object.values(tiles).reduce((sum, n) => sum + n, 0);
    while (ring.length < size) {
        for (const tile of order) {
            if (!left[tile]) continue;
            const with_it = ways({ ...left, [tile]: left[tile] - 1 });
            if (before < with_it) {
                ring.push(tile);
                left[tile] -= 1;
                break;
            }
            before -= with_it;
        }
    }
    return ring;
}

/** Does this lie as L3 wants it? */
export function isSetup(setup: Setup): boolean {
    const holds = (ring: number[], tiles: Tiles) =>
        [...order].every((tile) => ring.filter((cell) => setup[cell] === tile).length === tiles[tile]);
    return setup.length === cells.length && setup[9] === 'n' && holds(inner, innerTiles) && holds(outer, outerTiles);
}
export function setupNumber(setup: Setup): number {
    return (
        rank(
            inner.map((cell) => setup[cell]!),
            innerTiles,
        ) *
            outerCount +
        rank(
            outer.map((cell) => setup[cell]!),
            outerTiles,
        )
    );
}
export function setupOf(number: number): Setup {
    const setup: Setup = Array.from(cells, () => 'n');
    unrank(Math.floor(number / outerCount), innerTiles).forEach((tile, i) => (setup[inner[i]!] = tile));
    unrank(number % outerCount, outerTiles).forEach((tile, i) => (setup[outer[i]!] = tile));
    return setup;
}

/** Steps from the centre: to the right, and down right. */
const steps = cells.map((cell) => {
    const row = cell.charCodeAt(0) - 97;
    return { q: Number(cell[1]) - 1 + Math.max(0, 2 - row) - 2, r: row - 2 };
});
/** The cells beside each, in reading order. */
export const neighbours = steps.map((one) =>
    steps.flatMap((other, cell) => {
        const [q, r] = [other.q - one.q, other.r - one.r];
        return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) === 1 ? [cell] : [];
    }),
);
/** The image of each cell: six turns, and six that are mirrored first. */
export const symmetries = Array.from({ length: 12 }, (_, symmetry) =>
    steps.map(({ q, r }) => {
        let [right, down] = symmetry < 6 ? [q, r] : [r, q];
        for (let turn = 0; turn < symmetry % 6; turn += 1) [right, down] = [-down, right + down];
        return steps.findIndex((other) => other.q === right && other.r === down);
    }),
);
function moved(setup: Setup, map: number[]): Setup {
    const made: Setup = [];
    map.forEach((to, from) => (made[to] = setup[from]!));
    return made;
}
/** The same set-up turned by a sixth, or mirrored. */
export const turned = (setup: Setup): Setup => moved(setup, symmetries[1]!);
export const mirrored = (setup: Setup): Setup => moved(setup, symmetries[6]!);
export const swapped = (setup: Setup): Setup => setup.map((tile) => ({ b: 'p', p: 'b' })[tile] ?? tile);

/** All set-ups that are this one laid differently, the lowest number first: together they are a class. */
export function twins(setup: Setup): number[] {
    return [...new Set(symmetries.map((map) => setupNumber(moved(setup, map))))].sort((a, b) => a - b);
}

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** A position as a few signs: the set-up, who started, and each move by its place among the legal ones. */
export interface Walk {
    setup: number;
    starter: number;
    moves: number[];
}
export function walkText({ setup, starter, moves }: Walk): string {
    const move = (place: number) => (place < signs.length ? signs[place]! : `~${signs[place - signs.length]!}`);
    return `${'bp'[starter]}${setup.toString(36)}${moves.length ? '.' : ''}${moves.map(move).join('')}`;
}
/** Nothing if it is no such text. */
export function parseWalk(text: string): Walk | null {
    const found = /^([bp])([0-9a-z]{1,5})(?:\.((?:[\w-]|~[A-N])+))?$/.exec(text);
    if (!found) return null;
    const setup = parseInt(found[2]!, 36);
    if (!(setup < setupCount)) return null;
    const moves = [...(found[3] ?? '').matchAll(/~?[\w-]/g)].map(
        ([sign]) => (sign.length > 1 ? signs.length : 0) + signs.indexOf(sign.slice(-1)),
    );
    return { setup, starter: found[1] === 'b' ? 0 : 1, moves };
}

/** Any position as fifteen signs: the player to move, the last mover, then every stack from its ground up. */
export interface Placed {
    stacks: readonly string[];
    mover: number;
    /** null before the first move */
    last: number | null;
}
const perSign = 3;
export function placedText({ stacks, mover, last }: Placed): string {
    const digits = stacks.flatMap((stack) => [...[...stack].map((tile) => order.indexOf(tile) + 1), 0]);
    while (digits.length % perSign !== 0) digits.push(0);
    let text = `x${signs[mover * 3 + (last === null ? 0 : last + 1)]!}`;
    for (let at = 0; at < digits.length; at += perSign)
        text += signs[digits[at]! * 16 + digits[at + 1]! * 4 + digits[at + 2]!]!;
    return text;
}
/** Nothing if it is no such text. Whether the tiles may lie so, the engine knows. */
export function parsePlaced(text: string): Placed | null {
    if (!/^x[A-F][\w-]{13}$/.test(text)) return null;
    const who = signs.indexOf(text[1]!);
    const stacks = [''];
    for (const sign of text.slice(2))
        for (const digit of [signs.indexOf(sign) >> 4, (signs.indexOf(sign) >> 2) & 3, signs.indexOf(sign) & 3])
            if (digit === 0) stacks.push('');
            else stacks[stacks.length - 1] += order[digit - 1]!;
    const rest = stacks.splice(cells.length);
    if (stacks.length !== cells.length || rest.some((stack) => stack !== '')) return null;
    return { stacks, mover: Math.floor(who / 3), last: who % 3 === 0 ? null : (who % 3) - 1 };
}

/** The set-up as the text of a position. */
export const setupText = (setup: Setup, starter: number): string =>
    placedPosition({ stacks: setup, mover: starter, last: null });
export function placedPosition({ stacks, mover, last }: Placed): string {
    const rows = [3, 4, 5, 4, 3];
    let at = 0;
    const board = rows
        .map((length) =>
            stacks
                .slice(at, (at += length))
                .map((stack) => stack || '.')
                .join(','),
        )
        .join('/');
    return `${board} ${'bp'[mover]} ${last === null ? '-' : 'bp'[last]}`;
}

/** Two tiles of one ring that may change places and are not alike, as the board writes moves. */
export function exchanges(setup: Setup): string[] {
    const pairs = [inner, outer].flatMap((ring) =>
        ring.flatMap((one) => ring.filter((other) => setup[one] !== setup[other]).map((other) => [one, other])),
    );
    return pairs.map(([one, other]) => `${cells[one!]}-${cells[other!]}`);
}
export function exchanged(setup: Setup, pair: string): Setup {
    const [one, other] = [cells.indexOf(pair.slice(0, 2)), cells.indexOf(pair.slice(3))];
    return setup.map((tile, cell) => (cell === one ? setup[other]! : cell === other ? setup[one]! : tile));
}
