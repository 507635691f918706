// The numbers printed on the cards of Turn the Tide.
export type { TurnTheTideView as TideView } from '../../shared/events/views';

/** Half preservers printed on a weather card. */
export function halves(card: number): 0 | 1 | 2 {
    if (card <= 12 || card > 48) return 0;
    return card > 24 && card <= 36 ? 2 : 1;
}

export type Weather = 'sun' | 'breeze' | 'cloud' | 'rain' | 'storm';
export function weather(card: number): Weather {
    return (['sun', 'breeze', 'cloud', 'rain', 'storm'] as const)[Math.floor((card - 1) / 12)]!;
}
