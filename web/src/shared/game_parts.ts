// The parts of a game besides its board: how events change the view, become text and become beats of the stage.
import type { GameEvents } from './events/records';
import type { Steps } from './events/steps';
import type { Words } from './events/told';
import type { GameViews } from './events/views';
import type { GameId } from './games';
import type { Step } from './stage/types';

export interface GameParts<G extends GameId, Marks> {
    fold: Steps<GameViews[G], GameEvents[G]>;
    words: Words<GameEvents[G]>;
    /** From a view, what happened and the next view to the beats of one step. */
    direct(before: GameViews[G], events: GameEvents[G][], after: GameViews[G]): Step<G, Marks>;
    /** A view without what only its own player may see. */
    covered(view: GameViews[G], next: GameViews[G]): GameViews[G];
}
