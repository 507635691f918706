// What a view of Turn the Tide holds, and what is printed on its cards.
export interface TideView {
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

/** Half preservers printed on a weather card. */
export function halves(card: number): 0 | 1 | 2 {
    if (card <= 12 || card > 48) return 0;
    return card > 24 && card <= 36 ? 2 : 1;
}

export type Weather = 'sun' | 'breeze' | 'cloud' | 'rain' | 'storm';
export function weather(card: number): Weather {
    return (['sun', 'breeze', 'cloud', 'rain', 'storm'] as const)[Math.floor((card - 1) / 12)]!;
}
