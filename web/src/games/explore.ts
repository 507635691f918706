// Where the explorer of a solved game shows a position.
import type { Snapshot } from '../shared/table_client';
import { explorePath } from './leiman/solved/analysis';

/** Null if the game is not solved, or nobody is to move. */
export function exploreHere(snap: Snapshot): string | null {
    if (snap.game !== 'high_tide_leiman') return null;
    return snap.view.to_move === null ? null : explorePath(snap.view);
}
