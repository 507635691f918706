// An action in the words of the table; with the view it was played in, the dice are named.
import type { GameViews } from '../shared/events/views';
import type { GameId } from '../shared/games';
import { t } from '../shared/i18n/text.svelte';
import { choiceText } from './henn/actions';

export function actionWords(game: GameId, action: string, view: GameViews[GameId] | null = null): string {
    if (game === 'turn_the_tide') return t('luck.card', { n: action });
    if (game === 'high_tide_henn')
        return view && 'rolled' in view ? choiceText(action, view.rolled, view.steps) : choiceText(action, null);
    const [from, to] = action.split('-');
    return from && to ? t('ways.from', { from, to }) : action;
}
