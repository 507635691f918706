// Henn's marks besides the view: lit, moving or labelled pieces.
import type { Beat } from '../../shared/stage/types';

export interface HennMarks {
    /** Dice that tumble, a chair that walks, a wave that rolls. */
    tumble?: 'both' | 'left' | 'right';
    walking?: { beach: string; seat: number; from: number };
    wave?: { beach: string; from: number; to: number; large: boolean };
    shark?: { beach: string; seat: number | null; spaces: number };
    towel?: { seat: number; space: number };
    laid?: number;
    /** The towels slide together into the new pile. */
    gather?: boolean;
    rental?: number | null;
    coin?: { beach: string; seat: number };
    lit?: string;
    /** Payments so far; without a beach if they are for coins or the last pair. */
    places?: { beach: string; seat: number; points: number; reason: string }[];
    /** Payments of a beach in this beat; they fly to their owners. */
    gains?: { beach: string; seat: number; points: number; reason: string }[];
    /** Chairs on one space: further right is ahead. */
    tie?: { beach: string; space: number; seats: number[] };
    tile?: string;
    wet?: { beach: string; seat: number }[];
    /** The pair that is left on the track goes to the beaches and comes in with their waves. */
    left?: { space: number; dice: string[] };
    /** The moves of this turn, until the next. */
    moved?: { beach: string; seat: number; from: number; to: number | null }[];
}
export type HennBeat = Beat<'high_tide_henn', HennMarks>;
