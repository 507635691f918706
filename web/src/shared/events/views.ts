// An observer's view of each game, as engine and server send it.
import type { HighTideHennView, HighTideLeimanView, TurnTheTideView } from '../net/schema';

export type {
    BeachView,
    Colour,
    DicePair as Pair,
    HighTideHennView,
    HighTideLeimanView,
    TrackSpace,
    TurnTheTideView,
} from '../net/schema';

export interface GameViews {
    turn_the_tide: TurnTheTideView;
    high_tide_leiman: HighTideLeimanView;
    high_tide_henn: HighTideHennView;
}
