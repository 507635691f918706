import type { GameParts } from '../../shared/game_parts';
import { foldLeiman } from './fold';
import type { LeimanMarks } from './marks';
import { directLeiman } from './stage';
import { leimanWords } from './words';

export const parts: GameParts<'high_tide_leiman', LeimanMarks> = {
    fold: foldLeiman,
    words: leimanWords,
    direct: directLeiman,
    covered: (view) => view,
};
