// The explorer's address for a position of a solved game.
import type { Snapshot } from '../shared/table_client';
import { explorePath } from './leiman/solved/analysis';

/** Null if the game is not solved, or no player is to move. */
export function exploreHere(snap: Snapshot): string | null {
    if (snap.game !== 'high_tide_leiman') return null;
    return snap.view.to_move === null ? null : explorePath(snap.view);
}
