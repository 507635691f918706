// An action in the words of the table, without the position it was played in.
import { choiceText } from '../boards/henn/actions';
import type { GameId } from './games';
import { t } from './i18n/text.svelte';

export function actionWords(game: GameId, action: string): string {
    if (game === 'turn_the_tide') return t('luck.card', { n: action });
    if (game === 'high_tide_henn') return choiceText(action, null);
    const [from, to] = action.split('-');
    return from && to ? t('ways.from', { from, to }) : action;
}
