// Leiman's marks besides the view: lit, moving or labelled pieces.
import type { Beat } from '../../shared/stage/types';

export interface LeimanMarks {
    /** A tile that hops, the tiles that are counted, the stone that is given. */
    hop?: { from: string; to: string; tile: string };
    /** Tiles that can move since this move, and tiles that no longer can. */
    freed?: string[];
    held?: string[];
    counted?: number;
    stone?: number;
    blocked?: number;
    /** The last move, until the next. */
    last?: { from: string; to: string } | undefined;
}
export type LeimanBeat = Beat<'high_tide_leiman', LeimanMarks>;
