// How strong the levels are, from a league of the bots (tools/rate_levels): easy is 1000 in every game.
import type { GameId } from '../shared/games';
import ratings from './ratings.json';

export function ratingOf(game: GameId, level: string): number | undefined {
    const found: Record<string, { levels: Record<string, number> } | undefined> = ratings;
    return found[game]?.levels[level];
}
