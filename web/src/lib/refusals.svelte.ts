// Why something was refused, in the reader's words: by its sentence where that is known, otherwise by its code.
import { kindOf } from './events/refusals';
import { t, tOr } from './i18n/text.svelte';
import type { Key } from './i18n/languages';

export interface Refusal {
    code: string;
    message: string;
}

/** A whole sentence that says why, and where it helps, what to do. */
export function explain(refusal: Refusal | undefined): string {
    const { code = '', message = '' } = refusal ?? {};
    const found = kindOf(message);
    if (found) {
        const { colour, tile } = found.values;
        if (colour) found.values.colour = tOr(`leiman.tile.${colour}`, colour);
        if (tile) found.values.tile = tOr(`tile.${tile}`, tile);
        return t(`refusal.${found.kind}` as Key, found.values);
    }
    return tOr(`error.${code}`, t('error.unknown'), { message });
}
