// The page's facts about each game besides its board.
export type GameId = 'turn_the_tide' | 'high_tide_henn' | 'high_tide_leiman';
export const gameIds: readonly GameId[] = ['high_tide_leiman', 'turn_the_tide', 'high_tide_henn'];

export interface OptionSpec {
    name: string;
    type: 'choice' | 'number' | 'flag' | 'numbers';
    default: unknown;
    allowed?: unknown[];
    min?: number;
    max?: number;
    count?: number;
    help: string;
}
export interface GameSpec {
    id: GameId;
    title: string;
    summary: string;
    designer: string;
    players: [number, number];
    levels: string[];
    options: OptionSpec[];
}

/** The bots to begin with. */
export const usualLevel = ({ levels }: GameSpec): string => (levels.includes('medium') ? 'medium' : levels.at(-1)!);

/** A way to play that players ask for by name. */
export interface Preset {
    id: string;
    options: Record<string, unknown>;
}

/** A game with a board of its own; others that the engine knows are played on a plain one. */
export const isGameId = (text: string): text is GameId => (gameIds as readonly string[]).includes(text);

/** The well-known levels, the same words in every game; in a solved game, perfect play is the best. */
export function mainLevels({ levels }: GameSpec): string[] {
    const top = levels.includes('best') ? 'best' : 'perfect';
    const known = ['easy', 'medium', 'hard', top].filter((level) => levels.includes(level));
    return known.length > 0 ? known : levels;
}
/** Yardsticks and other programs. */
export const otherLevels = (spec: GameSpec): string[] =>
    spec.levels.filter((level) => !mainLevels(spec).includes(level));
