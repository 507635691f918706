// A legal action as text, with its dice and the engine's outlook for it.
import { listText } from '../../shared/i18n/format.svelte';
import { t } from '../../shared/i18n/text.svelte';
import { beachName, colourName, dieName, placeName, tileName } from './words';
import type { Letter } from './pieces';
import type { Outlook } from '../../shared/net/schema';
import { diceOn, type HennView, type Landing } from './view';

export interface Choice {
    action: string;
    text: string;
    /** The effect of this use, to tell it from the other uses of one tile. */
    brief: string;
    dice: string[];
    steps: readonly Landing[];
    /** Coins within reach, as text; empty for none. */
    coins: string;
    /** Spaces of the track whose pairs are gone for this turn. */
    closes: readonly number[];
}

export function stepText({ beach, to }: Landing): string {
    return to === null
        ? t('henn.step.water', { colour: beachName(beach) })
        : t('henn.step', { colour: beachName(beach), place: placeName(to) });
}

type Rolled = readonly string[] | null;
/** The steps left of the chosen pair; the first of two is the left die’s. */
type Steps = HennView['steps'];
/** A rolled die; by its side if its colour is unknown. */
function dieText(rolled: Rolled, side: string): string {
    const die = rolled?.[side === 'left' ? 0 : 1];
    return die ? dieName(die) : t(side === 'left' ? 'ways.leftDie' : 'ways.rightDie');
}

/** A die as it counts after the tiles `recolour` and `adjust`. */
function countedText(rolled: Rolled, steps: Steps, side: string): string {
    const step = steps.length === 2 ? steps[side === 'left' ? 0 : 1] : undefined;
    return step ? dieName(`${step.beach}${Math.abs(step.spaces)}`) : dieText(rolled, side);
}

/** The tile an action uses. */
export const tileOf = (action: string): string | null => (action.startsWith('use ') ? action.split(' ')[1]! : null);

/** The tiles that can be used in so many ways that they are one choice first. */
export function manyWays(actions: readonly string[]): string[] {
    const tiles = actions.flatMap((action) => tileOf(action) ?? []);
    return [...new Set(tiles)].filter((tile) => tiles.filter((one) => one === tile).length > 3);
}

function useDetail(rolled: Rolled, steps: Steps, words: string[]): string {
    const [, tile = '', first = '', second = ''] = words;
    const die = (side: string) => countedText(rolled, steps, side);
    const detail = {
        swap: () => t('henn.use.swap', { n: first }),
        reroll: () => dieText(rolled, first),
        backward: () => die(first),
        adjust: () =>
            ['left', 'right']
                .map((side, i) => `${die(side)} ${[first, second][i] === '0' ? '±0' : [first, second][i]}`)
                .join(', '),
        recolour: () => t('henn.use.recolour', { die: die(first), colour: colourName(second as Letter) }),
        head_start: () => t('henn.use.headStart', { colour: beachName(first as Letter), n: second }),
        pool_die: () => dieName(first),
    }[tile];
    return detail?.() ?? '';
}
function useText(rolled: Rolled, steps: Steps, words: string[]): string {
    const detail = useDetail(rolled, steps, words);
    return t('henn.use', { tile: tileName(words[1] ?? '') }) + (detail && `: ${detail}`);
}

/** An action in words. */
export function choiceText(action: string, rolled: Rolled, steps: Steps = []): string {
    const words = action.split(' ');
    switch (words[0]) {
        case 'roll':
            return t('henn.act.roll');
        case 'take':
            return t('henn.act.take', { n: words[1]! });
        case 'accept':
            return t('henn.act.accept');
        case 'decline':
            return t('henn.act.decline');
        case 'reroll':
            if (words[1] === 'none') return t('henn.act.keep');
            return words[1] === 'both'
                ? t('henn.act.rerollBoth')
                : t('henn.act.reroll', { die: dieText(rolled, words[1]!) });
        case 'coin':
            return words[1] === 'take' ? t('henn.act.coinTake') : t('henn.act.coinLeave');
        case 'move':
            return t('henn.act.move');
        case 'pass':
            return t('henn.act.pass');
        case 'first':
            return t('henn.act.first', { die: countedText(rolled, steps, words[1]!) });
        default:
            return useText(rolled, steps, words);
    }
}

export function choiceOf(
    view: HennView,
    action: string,
    { landings = [], coins = [], closes = [] }: Outlook = {},
): Choice {
    const words = action.split(' ');
    const rolled = view.rolled ?? [];
    const make = (dice: readonly string[] = []): Choice => ({
        action,
        text: choiceText(action, view.rolled, view.steps),
        brief: tileOf(action) === null ? '' : useDetail(view.rolled, view.steps, words),
        dice: [...dice],
        steps: landings,
        coins:
            coins.length > 0
                ? t('henn.reach', { list: listText(coins.map(({ beach, space }) => `${beachName(beach)} ${space}`)) })
                : '',
        closes,
    });
    switch (words[0]) {
        case 'take':
            return make(diceOn(view, Number(words[1])) ?? []);
        case 'accept':
        case 'move':
            return make(rolled);
        case 'reroll':
            if (words[1] === 'none' || words[1] === 'both') return make(rolled);
            return make([rolled[words[1] === 'left' ? 0 : 1] ?? '']);
        case 'first':
            return make([rolled[words[1] === 'left' ? 0 : 1] ?? '']);
        default:
            return make();
    }
}
