// The director's output for the boards: a step of the game as beats, each with the scene after it.
import type { GameViews } from '../events/views';
import type { GameId } from '../games';
import type { Key } from '../i18n/languages';
import type { Sound } from '../sound';
import type { StageEvent } from './events';

/** Words for a beat: an event told as the log tells it, or a text of its own. */
export type Caption =
    | { event: StageEvent }
    | {
          key: Key;
          values?: Record<string, string | number | { seat: number } | { seats: number[] } | { colour: string }>;
      };

/** One short animation. `Marks` is what the game's board lights, moves or writes on its pieces besides the view. */
export interface Beat<G extends GameId, Marks> {
    kind: string;
    /** The view as it stands when the beat is over. */
    view: GameViews[G];
    /** How long it takes at normal speed. */
    ms: number;
    caption: Caption | null;
    sound: Sound | null;
    marks: Marks;
    /** The end of a round: it stays until the player continues. */
    hold?: RoundEnd;
}

/** The result of a round, for the table that covers its last position. */
export interface RoundEnd {
    round: number;
    events: StageEvent[];
}

export interface Step<G extends GameId, Marks> {
    beats: Beat<G, Marks>[];
    /** The marks that stay until the next step. */
    trace: Marks;
}
