// The list of languages is texts/languages.json; docs/how-to/translating.md explains how to add one. A language's texts
// load when a reader chooses it.
import { load } from 'virtual:texts';
import names from '../../../texts/languages.json';
import type { Key } from './keys';
import type { Message } from './message';

export type { Key };
export type Texts = Record<Key, Message>;
export type Language = keyof typeof names;

export const languageNames: Readonly<Record<Language, string>> = names;
export const languageIds = Object.keys(names) as Language[];
export const loadTexts = async (language: Language): Promise<Texts> => (await load[language]()).default;
/** The language if no other is known or can be loaded. */
export const fallback: Language = 'en';

export const isLanguage = (text: unknown): text is Language => typeof text === 'string' && Object.hasOwn(names, text);
