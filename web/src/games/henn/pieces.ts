// The components of Henn's High Tide: colours of beaches and dice, tiles, and their looks.
const letters = ['k', 'p', 'b', 'o', 'y', 'w'] as const;
export type Letter = (typeof letters)[number];
export const colourLetters: readonly Letter[] = letters;

/** The tiles in the order in which plates list them and a bot's reasons number them. */
export const tileOrder: readonly string[] = [
    'rental',
    'adjust',
    'swap',
    'reroll',
    'recolour',
    'backward',
    'queue_jump',
    'head_start',
    'pool_die',
];

/** Red, brown, green, beige, pink, blue: by seat. */
export const chairColours = ['#c0392b', '#7b4a2a', '#2f8f4e', '#d8c08c', '#e27aa8', '#3a78c2'] as const;

export const beachColours: Record<Letter, { fill: string; ink: string }> = {
    k: { fill: '#2b2b2b', ink: '#ffffff' },
    p: { fill: '#7a4fa3', ink: '#ffffff' },
    b: { fill: '#2f6db5', ink: '#ffffff' },
    o: { fill: '#e07a1f', ink: '#1a1205' },
    y: { fill: '#f2c230', ink: '#1a1205' },
    w: { fill: '#ffffff', ink: '#12263a' },
};

/** The source of points: the chair on its beach, or an item on the player's own plate. */
export const payer = (beach: string, seat: number): string =>
    beach ? `[data-chair="${beach}${seat}"]` : `[data-player="${seat}"] .things`;
