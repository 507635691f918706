// A language is one object of texts, in one file or several, and one line here.
import { de } from './de/index';
import { en } from './en/index';

export type Key = keyof typeof en;
export type Texts = Record<Key, string>;

export const languages = { en, de } satisfies Record<string, Texts>;
export type Language = keyof typeof languages;

export const isLanguage = (text: string): text is Language => text in languages;

/** Fills "{name}"; "{n?point:points}" chooses by whether n is 1. */
export function fill(text: string, values: Record<string, string | number>): string {
    return text.replace(/\{(\w+)(?:\?([^:}]*):([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
        const value = values[name] ?? '';
        if (one === undefined) return String(value);
        return Math.abs(Number(value)) === 1 ? one : (many ?? '');
    });
}
