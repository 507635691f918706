// A legal action in words, with the dice it is about and the moves it would bring.
import { t } from '../../shared/i18n/text.svelte';
import { beachName, colourName, dieName, placeName, tileName } from './words';
import type { Letter } from './pieces';
import { diceMoves, diceOn, preview, type HennView, type Step } from './view';

export interface Choice {
    action: string;
    text: string;
    /** Among the ways to use one tile: what this one does with it. */
    brief: string;
    dice: string[];
    steps: Step[];
}

export function stepText({ beach, to }: Step): string {
    return to === null ? t('henn.step.water', { colour: beachName(beach) }) : t('henn.step', { colour: beachName(beach), place: placeName(to) });
}

type Rolled = readonly string[] | null;
/** A die that was rolled; where nobody remembers which, by its side. */
function dieText(rolled: Rolled, side: string): string {
    const die = rolled?.[side === 'left' ? 0 : 1];
    return die ? dieName(die) : t(side === 'left' ? 'ways.leftDie' : 'ways.rightDie');
}

/** The tile an action uses. */
export const tileOf = (action: string): string | null => (action.startsWith('use ') ? action.split(' ')[1]! : null);

/** The tiles that can be used in so many ways that they are one choice first. */
export function manyWays(actions: readonly string[]): string[] {
    const tiles = actions.flatMap((action) => tileOf(action) ?? []);
    return [...new Set(tiles)].filter((tile) => tiles.filter((one) => one === tile).length > 3);
}

function useDetail(rolled: Rolled, words: string[]): string {
    const [, tile = '', first = '', second = ''] = words;
    const die = (side: string) => dieText(rolled, side);
    const detail = {
        swap: () => t('henn.use.swap', { n: first }),
        reroll: () => die(first),
        backward: () => die(first),
        adjust: () => ['left', 'right'].map((side, i) => `${die(side)} ${[first, second][i] === '0' ? '±0' : [first, second][i]}`).join(', '),
        recolour: () => t('henn.use.recolour', { die: die(first), colour: colourName(second as Letter) }),
        head_start: () => t('henn.use.headStart', { colour: beachName(first as Letter), n: second }),
        pool_die: () => dieName(first),
    }[tile];
    return detail?.() ?? '';
}
function useText(rolled: Rolled, words: string[]): string {
    const detail = useDetail(rolled, words);
    return t('henn.use', { tile: tileName(words[1] ?? '') }) + (detail && `: ${detail}`);
}

/** An action in words. */
export function choiceText(action: string, rolled: Rolled): string {
    const words = action.split(' ');
    switch (words[0]) {
        case 'roll': return t('henn.act.roll');
        case 'take': return t('henn.act.take', { n: words[1]! });
        case 'accept': return t('henn.act.accept');
        case 'decline': return t('henn.act.decline');
        case 'reroll':
            if (words[1] === 'none') return t('henn.act.keep');
            return words[1] === 'both' ? t('henn.act.rerollBoth') : t('henn.act.reroll', { die: dieText(rolled, words[1]!) });
        case 'coin': return words[1] === 'take' ? t('henn.act.coinTake') : t('henn.act.coinLeave');
        case 'move': return t('henn.act.move');
        case 'pass': return t('henn.act.pass');
        case 'first': return t('henn.act.first', { die: dieText(rolled, words[1]!) });
        default: return useText(rolled, words);
    }
}

export function choiceOf(view: HennView, seat: number, action: string): Choice {
    const words = action.split(' ');
    const rolled = view.rolled ?? [];
    const moving = view.steps.length > 0 ? view.steps : diceMoves(rolled);
    const make = (dice: readonly string[] = [], moves: { beach: Letter; spaces: number }[] = []): Choice => ({
        action,
        text: choiceText(action, view.rolled),
        brief: tileOf(action) === null ? '' : useDetail(view.rolled, words),
        dice: [...dice],
        steps: preview(view, seat, moves),
    });
    const die = rolled[words[1] === 'left' ? 0 : 1] ?? '';
    switch (words[0]) {
        case 'take': {
            const dice = diceOn(view, Number(words[1])) ?? [];
            return make(dice, diceMoves(dice));
        }
        case 'accept': return make(rolled, diceMoves(rolled));
        case 'reroll':
            if (words[1] === 'none') return make(rolled, diceMoves(rolled));
            return words[1] === 'both' ? make(rolled) : make([die]);
        case 'move': return make(rolled, moving);
        case 'first': return make([die]);
        case 'use': return words[1] === 'head_start' ? make([], [{ beach: words[2] as Letter, spaces: Number(words[3]) }]) : make();
        default: return make();
    }
}
