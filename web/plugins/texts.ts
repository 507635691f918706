// The texts of texts/<language>/*.json as modules: `virtual:texts` loads a language, `virtual:texts/<language>` is one.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';
import { compileMessage, parseMessage, valuesOf } from './messages';

export const textsFolder = fileURLToPath(new URL('../texts/', import.meta.url));
/** The language whose text stands where a translation is missing. */
export const source = 'en';
/** The languages that the page offers, with their own names. */
export const languageNames = JSON.parse(readFileSync(join(textsFolder, 'languages.json'), 'utf8')) as Record<
    string,
    string
>;

export const filesOf = (language: string, folder = textsFolder): string[] =>
    readdirSync(join(folder, language))
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(folder, language, name));

/** The texts of a language as they stand in its files, without the comments ("@key") for translators. */
export function rawTexts(language: string, folder = textsFolder): Map<string, string> {
    const texts = new Map<string, string>();
    for (const file of filesOf(language, folder)) {
        for (const [key, text] of Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)) {
            if (key.startsWith('@')) continue;
            if (typeof text !== 'string') throw new Error(`${language}/${basename(file)}: ${key} is no text`);
            if (texts.has(key)) throw new Error(`${language}/${basename(file)}: ${key} stands in another file too`);
            texts.set(key, text);
        }
    }
    return texts;
}

/** The texts of a language, read; what is not translated in English. Throws where a translation names a value that the
 *  page does not give. */
export function readTexts(language: string, folder = textsFolder): Map<string, MessageFormatElement[]> {
    const read = (of: string) =>
        new Map(
            [...rawTexts(of, folder)].map(([key, text]) => {
                try {
                    return [key, parseMessage(text)];
                } catch (error) {
                    throw new Error(`texts/${of}: "${key}" cannot be read: ${(error as Error).message}`, {
                        cause: error,
                    });
                }
            }),
        );
    const english = read(source);
    const translated = rawTexts(language, folder);
    for (const [key, elements] of language === source ? [] : read(language)) {
        const known = english.get(key);
        if (known === undefined) continue; // no longer used: Weblate takes it away
        const values = valuesOf(known);
        for (const name of valuesOf(elements))
            if (!values.has(name))
                throw new Error(`texts/${language}: "${key}" names {${name}}, which the English text does not`);
        if (translated.get(key)!.trim() !== '') english.set(key, elements);
    }
    return english;
}

/** A language as a module. `change` makes another language of each text. */
export function moduleOf(
    texts: Map<string, MessageFormatElement[]>,
    change = (elements: MessageFormatElement[]) => elements,
): string {
    const lines = [...texts].map(([key, elements]) => `${JSON.stringify(key)}:${compileMessage(change(elements))}`);
    return `export default {\n${lines.join(',\n')}\n}`;
}

/** `wanted` says which keys the build needs. */
export function texts(wanted: (key: string) => boolean = () => true): Plugin {
    const name = 'virtual:texts';
    const hidden = `\0${name}`;
    return {
        name: 'springtide-texts',
        resolveId: (id) => (id === name || id.startsWith(`${name}/`) ? id.replace(name, hidden) : undefined),
        load(id) {
            if (id === hidden) {
                const languages = Object.keys(languageNames).map(
                    (language) => `${language}: () => import('${name}/${language}')`,
                );
                return `export const load = { ${languages.join(', ')} };`;
            }
            if (!id.startsWith(`${hidden}/`)) return undefined;
            const language = id.slice(hidden.length + 1);
            for (const file of [...filesOf(source), ...filesOf(language)]) this.addWatchFile(file);
            return moduleOf(new Map([...readTexts(language)].filter(([key]) => wanted(key))));
        },
    };
}

/** What the service worker says in a notification, in every language. */
export function notificationTexts(): Record<string, Record<string, string>> {
    return Object.fromEntries(
        Object.keys(languageNames).map((language) => {
            const own = [...readTexts(language)].filter(
                ([key]) => key.startsWith('notification.') || /^game\.\w+\.title$/.test(key),
            );
            return [
                language,
                Object.fromEntries(own.map(([key, elements]) => [key, JSON.parse(compileMessage(elements)) as string])),
            ];
        }),
    );
}
