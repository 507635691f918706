// The marks of Turn the Tide besides the view: lit, moving or labelled pieces.
import type { Beat } from '../../shared/stage/types';

export interface TideMarks {
    /** The cards lie before the islands, face up from the first beat of a trick on. */
    revealed?: boolean;
    highest?: number;
    second?: number;
    /** Tide cards that have left the middle, and where they went. */
    taken?: { level: number; seat: number }[];
    /** The tide card that is on its way in this beat. */
    flying?: { level: number; seat: number };
    /** Whose island shakes, because the charge falls on it. */
    charged?: number[];
    lost?: number[];
    under?: number[];
    /** The charge passed from islands that had nothing to give. */
    passedOn?: boolean;
    aside?: boolean;
    /** Hands on their way to the left. */
    passing?: boolean;
    /** Points given at the end of a round, so far. */
    points?: { seat: number; points: number; lowest: boolean; out: boolean }[];
    scoring?: number;
    notes?: { seat: number; kind: 'took' | 'lost' | 'eliminated'; n?: number }[];
    /** The seats that paid with a preserver, and their tide: the deepest of those who had one. */
    paid?: { seats: number[]; level: number };
    /** The seats that went under before, because they had none. */
    washed?: number[];
}
export type TideBeat = Beat<'turn_the_tide', TideMarks>;
