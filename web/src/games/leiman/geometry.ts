// The places of the hexagon's cells on the screen. The board is seen from a little above: heights show.
export const rows: readonly string[][] = [3, 4, 5, 4, 3].map((length, row) =>
    Array.from({ length }, (_, i) => 'abcde'[row]! + (i + 1)),
);
export const cells: readonly string[] = rows.flat();

const radius = 50;
const tilt = 0.8;
const half = (radius * Math.sqrt(3)) / 2;
/** Height of one tile. */
export const layer = 14;
/** As high as a stack may rise: the middle of the top tile behind it can still be seen and touched. */
const highest = 34;

/** How far above the ground a tile of a stack is drawn; the layers of a high tower come closer together. */
export const lift = (level: number, height: number): number =>
    level * Math.min(layer, highest / Math.max(height - 1, 1));
/** The same for the top of a stack; an empty place is as low as a single tile. */
export const topLift = (height: number): number => lift(Math.max(height - 1, 0), height);

/**
 * The start of a place's name: on an empty one far enough back that no stack before it covers it, on a stack at the
 * left of its top.
 */
export const nameAt = (height: number): Point =>
    height === 0 ? { x: 0, y: -9 } : { x: -27, y: -13 - topLift(height) };

export interface Point {
    x: number;
    y: number;
}

export function place(cell: string): Point {
    const row = cell.charCodeAt(0) - 97;
    const length = rows[row]!.length;
    return { x: (Number(cell[1]) - 1 - (length - 1) / 2) * half * 2, y: (row - 2) * radius * 1.5 * tilt };
}

const inset = 0.97;
const corners = [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = (Math.PI / 3) * i - Math.PI / 2;
    return { x: Math.cos(angle) * radius * inset, y: Math.sin(angle) * radius * inset * tilt };
});
const point = ({ x, y }: Point, down = 0) => `${x.toFixed(1)} ${(y + down).toFixed(1)}`;

/** The top of a tile, and the sides of it that can be seen. */
export const hexPath = `M${corners.map((corner) => point(corner)).join('L')}Z`;
export const sidePath = `M${point(corners[1]!)}L${point(corners[2]!)}L${point(corners[3]!)}L${point(corners[4]!)}L${point(corners[5]!)}L${point(corners[5]!, layer)}L${point(corners[4]!, layer)}L${point(corners[3]!, layer)}L${point(corners[2]!, layer)}L${point(corners[1]!, layer)}Z`;

/** The cell that an arrow key leads to, if there is one. */
export function towards(cell: string, key: string): string | null {
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
        const row = rows[cell.charCodeAt(0) - 97]!;
        return row[row.indexOf(cell) + (key === 'ArrowRight' ? 1 : -1)] ?? null;
    }
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    const row = step === 0 ? undefined : rows[cell.charCodeAt(0) - 97 + step];
    if (!row) return null;
    const away = (other: string) => Math.round(Math.abs(place(other).x - place(cell).x));
    return row.reduce((best, other) => (away(other) < away(best) ? other : best));
}

/** Worked out once for each cell: a move asks hundreds of times. */
function once<T>(of: (cell: string) => T): (cell: string) => T {
    const known = new Map<string, T>();
    return (cell) => {
        let answer = known.get(cell);
        if (answer === undefined) known.set(cell, (answer = of(cell)));
        return answer;
    };
}

/** The cells that touch a cell. */
export const beside = once((cell): readonly string[] => {
    const from = place(cell);
    return cells.filter((other) => {
        const { x, y } = place(other);
        return (
            other !== cell &&
            Math.abs(y - from.y) <= radius * 1.5 * tilt + 1 &&
            Math.abs(x - from.x) <= (y === from.y ? 2 : 1) * half + 1
        );
    });
});

/** The six places around a cell in their order; null is outside of the board. */
export const around = once((cell): readonly (string | null)[] => {
    const from = place(cell);
    return [
        [2, 0],
        [1, 1],
        [-1, 1],
        [-2, 0],
        [-1, -1],
        [1, -1],
    ].map(([dx, dy]) => {
        const [x, y] = [from.x + dx! * half, from.y + dy! * radius * 1.5 * tilt];
        return cells.find((other) => Math.abs(place(other).x - x) < 1 && Math.abs(place(other).y - y) < 1) ?? null;
    });
});
