// The texts in the language chosen; components that use them follow a change at once.
import { prefs } from '../prefs.svelte';
import { fill, languages, type Key } from './languages';

export function t(key: Key, values: Record<string, string | number> = {}): string {
    return fill(languages[prefs.language][key], values);
}

/** For names that come from the engine and may be newer than this page. */
export function tOr(key: string, otherwise: string, values: Record<string, string | number> = {}): string {
    const texts: Record<string, string> = languages[prefs.language];
    const text = texts[key];
    return text === undefined ? otherwise : fill(text, values);
}
