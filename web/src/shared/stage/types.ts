// What the director hands to the boards: a step of the game as beats, each with the scene after it.
import type { Key } from '../i18n/languages';
import type { Sound } from '../sound';
import type { StageEvent } from './events';

/** Words for a beat: an event told as the log tells it, or a text of its own. */
export type Caption = { event: StageEvent } | { key: Key; values?: Record<string, string | number | { seat: number } | { seats: number[] } | { colour: string }> };

/** What a board lights, moves or writes on its pieces besides the view. Each game uses its own part. */
export interface Marks {
    /** Turn the Tide: the cards lie before the islands, face up from the first beat of a trick on. */
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
    /** The charge went on from islands that had nothing to give. */
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

    /** Henn: dice that tumble, a chair that walks, a wave that rolls. */
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
    /** What was given so far; without a beach where it is for coins or the last pair. */
    places?: { beach: string; seat: number; points: number; reason: string }[];
    /** What a beach pays in this beat; it flies to its owners. */
    gains?: { beach: string; seat: number; points: number; reason: string }[];
    /** Chairs on one space: further right is ahead. */
    tie?: { beach: string; space: number; seats: number[] };
    tile?: string;
    wet?: { beach: string; seat: number }[];
    /** The pair that is left on the track goes to the beaches and comes in with their waves. */
    left?: { space: number; dice: string[] };

    /** Leiman: a tile that hops, the tiles that are counted, the stone that is given. */
    hop?: { from: string; to: string; tile: string };
    /** Tiles that can move since this move, and tiles that no longer can. */
    freed?: string[];
    held?: string[];
    counted?: number;
    stone?: number;
    blocked?: number;
    /** Both games of High Tide and Turn the Tide: the last move, until the next. */
    last?: { from: string; to: string } | undefined;
    moved?: { beach: string; seat: number; from: number; to: number | null }[];
}

export interface Beat {
    kind: string;
    /** The view as it stands when the beat is over. */
    view: unknown;
    /** How long it takes at normal speed. */
    ms: number;
    caption: Caption | null;
    sound: Sound | null;
    marks: Marks;
    /** The end of a round: it stays until somebody goes on. */
    hold?: RoundEnd;
}

/** What a round was about, for the table that lies over its last position. */
export interface RoundEnd {
    round: number;
    events: StageEvent[];
}

export interface Step {
    beats: Beat[];
    /** What stays marked until the next step. */
    trace: Marks;
}

export type Director = (before: never, events: StageEvent[], after: never) => Step;
