// The reason for a refusal in the reader's language: by its reason if there is a text for it, otherwise by its code.
import type { Refusal } from './events/refusal';
import { t, tOr } from './i18n/text.svelte';

export type { Refusal } from './events/refusal';

/** A whole sentence with the reason and, if it helps, the remedy. */
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
