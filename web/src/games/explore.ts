// Where the explorer of a solved game shows a position.
import type { Snapshot } from '../shared/table_client';
import { explorePath, type LeimanView } from './leiman/solved/analysis';

/** Null if the game is not solved, or nobody is to move. */
export function exploreHere({ game, view }: Snapshot): string | null {
    if (game !== 'high_tide_leiman') return null;
    const position = view as LeimanView;
    return position.to_move === null ? null : explorePath(position);
}
