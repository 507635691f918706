// The places of things on the six beaches. A wide board has its bars at the left and the sea at the right; a narrow one
// has the bars below and the sea above. The board asks for a space of a beach and gets a place on the screen.
export interface Place {
    x: number;
    y: number;
}
export interface Layout {
    wide: boolean;
    width: number;
    height: number;
    /** Breadth of one beach. */
    lane: number;
    /** Length of one space. */
    step: number;
    /** Length of the bar, with the name of the beach. */
    bar: number;
    sea: number;
    /** How much larger than on a usual window names and numbers are written. */
    large: number;
    chair: { w: number; h: number };
    /** Too little room for the names on the bars: they stand on the sand. */
    low: boolean;
}

export const beachCount = 6;

export function layoutOf(width: number, height: number, length: number): Layout {
    const wide = width >= height * 1.25;
    const along = wide ? width : height;
    const lane = (wide ? height : width) / beachCount;
    const large = wide ? Math.min(1.5, Math.max(1, lane / 96)) : 1;
    const bar = wide ? Math.min(148 * large, Math.max(84, width * 0.14)) : 62;
    const sea = wide ? Math.min(84, width * 0.07) : 36;
    const step = (along - bar - sea) / length;
    const low = wide && lane < 74;
    // A chair is 48 px high wherever its beach and its space have room for it.
    const h = wide
        ? Math.min(92, Math.max(26, lane * (low ? 0.78 : 0.62), Math.min(48, lane - 5, step * 1.5)))
        : Math.min(48, Math.max(26, step * 1.5), lane * 0.9);
    return {
        wide,
        width,
        height,
        lane,
        step,
        bar,
        sea,
        large,
        low,
        chair: { w: Math.round(h * 0.82), h: Math.round(h) },
    };
}

/** How far from the bar's end the middle of a space lies; a space beyond the last lies in the sea. */
const along = ({ bar, step }: Layout, space: number): number => bar + (space - 0.5) * step;

/** A point of a beach: `run` from the start of the bar, `side` across from -1 to 1. */
export function point(layout: Layout, beach: number, run: number, side = 0): Place {
    const across = (beach + 0.5 + side / 2) * layout.lane;
    return layout.wide ? { x: run, y: across } : { x: across, y: layout.height - run };
}
export const spaceAt = (layout: Layout, beach: number, space: number, side = 0): Place =>
    point(layout, beach, along(layout, space), side);
/** The end of the dry sand when `water` is the first flooded space. */
export const shore = (layout: Layout, water: number): number => layout.bar + (water - 1) * layout.step;

/** The i-th of n chairs on one space: further right is ahead, on every board. */
export function chairAt(
    layout: Layout,
    beach: number,
    space: number | null,
    i: number,
    n: number,
    water: number,
): Place {
    const { lane, chair, wide, bar, sea, step, low } = layout;
    const spread = (room: number, size: number) => (n < 2 ? 0 : Math.min(size, Math.max(0, room - size) / (n - 1)));
    if (space === 0) {
        // At the bar there is no order: they stand in a row.
        const room = wide ? bar - (low ? 36 : 6) : lane - 4;
        const gap = spread(room, chair.w + 2);
        const offset = (i - (n - 1) / 2) * gap;
        return wide
            ? { x: bar / 2 + (low ? 13 : 0) + offset, y: (beach + 0.5) * lane + (low ? 0 : lane * 0.16) }
            : { x: (beach + 0.5) * lane + offset, y: layout.height - bar * 0.66 };
    }
    const run =
        space === null
            ? Math.max(shore(layout, water) + sea * 0.4, layout.bar + layout.step * 0.5)
            : along(layout, space);
    // In the water they drift one behind the other.
    if (wide && space === null)
        return { x: Math.min(run + i * chair.w * 0.95, layout.width - chair.w / 2), y: (beach + 0.5) * lane };
    if (wide) {
        const gap = n < 2 ? 0 : Math.min(chair.h * 0.9, (lane - 4 - chair.h) / (n - 1));
        // If they can hardly be below each other, they are further apart.
        const apart = low ? Math.min(step * 0.42, (step * 0.8) / Math.max(1, n - 1)) : Math.min(step * 0.16, 9);
        return { x: run + (i - (n - 1) / 2) * apart, y: (beach + 0.5) * lane + (i - (n - 1) / 2) * gap };
    }
    const gap = spread(lane - 4, chair.w + 1);
    return { x: (beach + 0.5) * lane + (i - (n - 1) / 2) * gap, y: layout.height - run };
}
