// The marks and beats of every game.
import type { GameId } from '../shared/games';
import type { Beat, Step } from '../shared/stage/types';
import type { HennMarks } from './henn/marks';
import type { LeimanMarks } from './leiman/marks';
import type { TideMarks } from './tide/marks';

export interface GameMarks {
    turn_the_tide: TideMarks;
    high_tide_leiman: LeimanMarks;
    high_tide_henn: HennMarks;
}
export type AnyMarks = GameMarks[GameId];
/** A beat of the game that is played, whichever it is. */
export type AnyBeat = Beat<GameId, AnyMarks>;
export type AnyStep = Step<GameId, AnyMarks>;
