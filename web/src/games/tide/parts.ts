import type { GameParts } from '../../shared/game_parts';
import { foldTide } from './fold';
import type { TideMarks } from './marks';
import { coveredTide, directTide } from './stage';
import { tideWords } from './words';

export const parts: GameParts<'turn_the_tide', TideMarks> = {
    fold: foldTide,
    words: tideWords,
    direct: directTide,
    covered: coveredTide,
};
