// A legal action in words, with the dice it is about and the moves it would bring.
import { t } from '../../lib/i18n/text.svelte';
import { beachName, colourName, dieName, placeName, tileName, type Letter } from '../../lib/words.svelte';
import { diceMoves, diceOn, preview, type HennView, type Step } from './view';

export interface Choice {
    action: string;
    text: string;
    dice: string[];
    steps: Step[];
}

export function stepText({ beach, to }: Step): string {
    return to === null ? t('henn.step.water', { colour: beachName(beach) }) : t('henn.step', { colour: beachName(beach), place: placeName(to) });
}

function useText(view: HennView, words: string[]): string {
    const [, tile = '', first = '', second = ''] = words;
    const name = tileName(tile);
    const die = (side: string) => (view.rolled ? dieName(view.rolled[side === 'left' ? 0 : 1]!) : side);
    const detail = {
        swap: () => t('henn.use.swap', { n: first }),
        reroll: () => die(first),
        backward: () => die(first),
        adjust: () => view.rolled!.map((one, i) => `${dieName(one)} ${[first, second][i] === '0' ? '±0' : [first, second][i]}`).join(', '),
        recolour: () => t('henn.use.recolour', { die: die(first), colour: colourName(second as Letter) }),
        head_start: () => t('henn.use.headStart', { colour: beachName(first as Letter), n: second }),
        pool_die: () => dieName(first),
    }[tile];
    return t('henn.use', { tile: name }) + (detail ? `: ${detail()}` : '');
}

export function choiceOf(view: HennView, seat: number, action: string): Choice {
    const words = action.split(' ');
    const rolled = view.rolled ?? [];
    const moving = view.steps.length > 0 ? view.steps : diceMoves(rolled);
    const make = (text: string, dice: string[] = [], moves: { beach: Letter; spaces: number }[] = []): Choice => ({
        action,
        text,
        dice,
        steps: preview(view, seat, moves),
    });
    switch (words[0]) {
        case 'roll': return make(t('henn.act.roll'));
        case 'take': {
            const dice = diceOn(view, Number(words[1])) ?? [];
            return make(t('henn.act.take', { n: words[1]! }), dice, diceMoves(dice));
        }
        case 'accept': return make(t('henn.act.accept'), rolled, diceMoves(rolled));
        case 'decline': return make(t('henn.act.decline'));
        case 'reroll':
            if (words[1] === 'none') return make(t('henn.act.keep'), rolled, diceMoves(rolled));
            if (words[1] === 'both') return make(t('henn.act.rerollBoth'), rolled);
            return make(t('henn.act.reroll', { die: dieName(rolled[words[1] === 'left' ? 0 : 1] ?? '') }), [rolled[words[1] === 'left' ? 0 : 1] ?? '']);
        case 'coin': return make(words[1] === 'take' ? t('henn.act.coinTake') : t('henn.act.coinLeave'));
        case 'move': return make(t('henn.act.move'), rolled, moving);
        case 'pass': return make(t('henn.act.pass'));
        case 'first': {
            const die = rolled[words[1] === 'left' ? 0 : 1] ?? '';
            return make(t('henn.act.first', { die: dieName(die) }), [die]);
        }
        default: return make(useText(view, words));
    }
}
