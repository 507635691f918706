// The review of a solved game compares every move with perfect play.
import type { GameId } from '../shared/games';

export { default as SolvedReview } from './leiman/solved/Review.svelte';
export const isSolved = (game: GameId): boolean => game === 'high_tide_leiman';
