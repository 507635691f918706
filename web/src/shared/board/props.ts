// What every board is given.
import type { Snippet } from 'svelte';
import type { GameId } from '../games';
import type { Beat } from '../stage/types';
import type { Outlook } from '../net/schema';
import type { Snapshot } from '../table_client';

/** What a bot would do, with its reasons in words. */
export interface Advice {
    action: string;
    reasons: string[];
    close: () => void;
}

export interface BoardProps<G extends GameId = GameId, Marks = object> {
    snap: Snapshot<G>;
    play: (action: string) => Promise<boolean>;
    /** Asked for an action that is not offered. */
    why?: ((action: string) => void) | undefined;
    /** What happens right now; null where the scene is the table itself. */
    beat?: Beat<G, Marks> | null;
    /** What stays marked from the last step. */
    trace?: Marks;
    /** How long the beat takes. */
    ms?: number;
    hint?: Advice | null;
    /** What a lesson or a review points at. */
    spotlight?: string | null;
    /** A review: what was played from here, and what would have been better. */
    review?: { by: number; played: string; better: string | null; leadsTo?: Record<string, Outlook> } | null;
    /** What stands on a player's plate besides the name. */
    plate?: Snippet<[number]> | undefined;
}
