// Why something was refused, in the reader's words: by its reason where there are words for it, otherwise by its code.
import type { Refusal } from './events/refusal';
import { t, tOr } from './i18n/text.svelte';

export type { Refusal } from './events/refusal';

/** A whole sentence that says why, and where it helps, what to do. */
export function explain(refusal: Refusal | undefined): string {
    const { code = '', message = '', reason = '', ...concerns } = refusal ?? {};
    const values: Record<string, string | number> = { message };
    for (const [name, value] of Object.entries(concerns)) values[name] = inWords(name, value);
    return tOr(`refusal.${reason}`, '', values) || tOr(`error.${code}`, t('error.unknown'), values);
}

function inWords(name: string, value: unknown): string | number {
    if (name === 'colour') return tOr(`leiman.tile.${String(value)}`, String(value));
    if (name === 'tile') return tOr(`tile.${String(value)}`, String(value).replaceAll('_', ' '));
    return typeof value === 'number' ? value : String(value);
}
