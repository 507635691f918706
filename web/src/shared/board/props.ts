// The properties of every board.
import type { Snippet } from 'svelte';
import type { GameId } from '../games';
import type { Beat } from '../stage/types';
import type { Outlook } from '../net/schema';
import type { Snapshot } from '../table_client';

/** A bot's choice, with its reasons as text. */
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
    /** The current beat; null if the scene is the table itself. */
    beat?: Beat<G, Marks> | null;
    /** The marks that remain from the last step. */
    trace?: Marks;
    /** How long the beat takes. */
    ms?: number;
    hint?: Advice | null;
    /** The target of a lesson or a review. */
    spotlight?: string | null;
    /** A review: the played action, and the better one. */
    review?: { by: number; played: string; better: string | null; leadsTo?: Record<string, Outlook> } | null;
    /** The sentence of the beat, shown beside the action. */
    caption?: string;
    /** Content of a player's plate besides the name. */
    plate?: Snippet<[number]> | undefined;
}
