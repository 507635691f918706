// What an observer sees of each game, as engine and server send it.
export interface TurnTheTideView {
    round: number;
    trick: number;
    hands: (number[] | null)[];
    preservers: number[];
    worth: number[];
    tide: (number | null)[];
    eliminated: boolean[];
    upturned: [number, number] | null;
    tides_left: number;
    chosen: boolean[];
    choice: (number | null)[];
    last_trick: (number | null)[] | null;
    left_out: number[] | null;
    scores: number[];
    winners: number[] | null;
}

export interface HighTideLeimanView {
    /** By cell, the stack from the bottom up; empty where nothing lies. */
    cells: Record<string, string>;
    to_move: number | null;
    last_mover: number | null;
    stones: [number, number];
    stones_to_win: number;
    round: number;
    visible: [number, number];
    round_winner: number | null;
    winner: number | null;
}

/** A beach or the colour of a die. */
export type Colour = 'k' | 'p' | 'b' | 'o' | 'y' | 'w';
export type Pair = [string, string];
export interface BeachView {
    water: number;
    /** By space, the seats there in the order of arrival. */
    spaces: Record<string, number[]>;
    wet: number[];
    coins?: Record<string, number>;
}
export type TrackSpace = null | { towel: number } | { dice: Pair };
export interface BaywatchView {
    on_offer: string | null;
    stack: number;
    tiles: string[][];
    open_dice: Pair | null;
    open_dice_of: number | null;
}
export interface HighTideHennView {
    round: number;
    phase: string;
    pile: number[];
    active: number | null;
    rental: number | null;
    track: TrackSpace[];
    bag: Record<Colour, number>;
    pool: string[];
    rolled: Pair | null;
    taken_from: number | null;
    steps: { beach: Colour; spaces: number }[];
    beaches: Record<Colour, BeachView>;
    coins?: Partial<Record<Colour, number | null>>[];
    alert?: Colour | null;
    sharks?: number[];
    surfers?: (Colour | null)[];
    baywatch?: BaywatchView;
    scores: number[] | null;
    scoring: Record<string, number[]> | null;
    winners: number[] | null;
}

export interface GameViews {
    turn_the_tide: TurnTheTideView;
    high_tide_leiman: HighTideLeimanView;
    high_tide_henn: HighTideHennView;
}
