// The list of languages. A language is a folder of texts beside this file, the rules in docs/rules, and one line here;
// its texts are loaded when somebody reads it.
import type { en } from './en/index';

export type Key = keyof typeof en;
export type Texts = Record<Key, string>;

const list = {
    en: { name: 'English', load: async (): Promise<Texts> => (await import('./en/index')).en },
    de: { name: 'Deutsch', load: async (): Promise<Texts> => (await import('./de/index')).de },
    fr: { name: 'Français', load: async (): Promise<Texts> => (await import('./fr/index')).fr },
};

export type Language = keyof typeof list;
export const languages: Readonly<Record<Language, { readonly name: string; load(): Promise<Texts> }>> = list;
export const languageIds = Object.keys(list) as Language[];
/** What is shown where a text is missing or none can be loaded. */
export const fallback: Language = 'en';

export const isLanguage = (text: unknown): text is Language => typeof text === 'string' && Object.hasOwn(list, text);
