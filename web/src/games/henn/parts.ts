import type { GameParts } from '../../shared/game_parts';
import { foldHenn } from './fold';
import type { HennMarks } from './marks';
import { coveredHenn, directHenn } from './stage';
import { hennWords } from './words';

export const parts: GameParts<'high_tide_henn', HennMarks> = {
    fold: foldHenn,
    words: hennWords,
    direct: directHenn,
    covered: coveredHenn,
};
