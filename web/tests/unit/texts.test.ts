// Every language can be read, every text is used somewhere, and what is filled in reads as the language has it.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { transformWithEsbuild } from 'vite';
import { describe, expect, it } from 'vitest';
import type { EventRecord } from '../../src/shared/events/steps';
import { happened } from '../../src/table/seen';
import { tell } from '../../src/games/tell';
import everything from '../../src/games/henn/everything.json';
import { gameIds } from '../../src/shared/games';
import { compileMessage, parseMessage, pseudo, valuesOf } from '../../plugins/messages';
import {
    filesOf,
    moduleOf,
    textsFolder,
    notificationTexts,
    readTexts,
    source as sourceLanguage,
} from '../../plugins/texts';
import { fill, type Message } from '../../src/shared/i18n/message';
import { loadTexts } from '../../src/shared/i18n/languages';
import { speak } from '../../src/shared/i18n/text.svelte';
import { realEngine } from './engine';
import { languageIds, type Key } from '../../src/shared/i18n/languages';
import { allTexts } from './languages';

const rules = join(__dirname, '../../../docs/rules');
const source = join(__dirname, '../../src');
function sources(folder: string): string[] {
    return readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        if (statSync(path).isDirectory()) return name === 'i18n' ? [] : sources(path);
        return /\.(ts|svelte)$/.test(name) ? [readFileSync(path, 'utf8')] : [];
    });
}
const code = [...sources(source), readFileSync(join(source, '../public/sw.js'), 'utf8')].join('\n');
const isAboutKeys = (key: string) => !key.startsWith('@');
/** A text as the page would have it, filled. */
async function filled(text: string, values: Record<string, string | number>, language: string): Promise<string> {
    return fill(await compiled(text), values, language);
}
async function compiled(text: string): Promise<Message> {
    const code = `export default ${compileMessage(parseMessage(text))}`;
    return (
        (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as { default: Message }
    ).default;
}

describe('the texts', () => {
    const english: Record<string, string> = allTexts.en;
    it('are complete in the languages that we keep; others may lack some', () => {
        for (const language of ['en', 'de', 'fr'] as const) {
            const texts = allTexts[language];
            expect(Object.keys(texts).sort(), language).toEqual(Object.keys(english).sort());
            for (const [key, text] of Object.entries(texts)) expect(text.trim(), key).not.toBe('');
        }
    });

    it('are English where a translation is missing', () => {
        const folder = mkdtempSync(join(tmpdir(), 'springtide-texts-'));
        cpSync(textsFolder, folder, { recursive: true });
        writeFileSync(
            join(folder, 'de/stage.json'),
            JSON.stringify({ 'pace.normal': '', 'stage.skip': 'Weiter', 'no.longer.used': '{x}' }),
        );
        const german = readTexts('de', folder);
        const text = (key: string) => JSON.parse(compileMessage(german.get(key)!)) as string;
        expect(text('stage.skip')).toBe('Weiter');
        expect(text('pace.normal')).toBe(english['pace.normal']);
        expect(text('result.again')).toBe(allTexts.de['result.again']);
        expect([...german.keys()].sort()).toEqual(Object.keys(english).sort());
        writeFileSync(join(folder, 'de/stage.json'), JSON.stringify({ 'stage.skip': '{wer}' }));
        expect(() => readTexts('de', folder)).toThrow(
            'texts/de: "stage.skip" names {wer}, which the English text does not',
        );
        writeFileSync(join(folder, 'de/stage.json'), JSON.stringify({ 'stage.skip': '{n, plural, one {x}' }));
        expect(() => readTexts('de', folder)).toThrow('texts/de: "stage.skip" cannot be read');
        rmSync(folder, { recursive: true });
    });

    it('have a comment for translators that names every value', () => {
        for (const file of filesOf(sourceLanguage)) {
            const entries = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | { description?: string }>;
            for (const [key, text] of Object.entries(entries)) {
                if (!isAboutKeys(key)) {
                    expect(entries, `${key} in ${file}`).toHaveProperty([key.slice(1)]);
                    continue;
                }
                const about = (entries[`@${key}`] as { description?: string } | undefined)?.description ?? '';
                expect(about, `the comment of ${key}`).not.toBe('');
                for (const value of valuesOf(parseMessage(text as string)))
                    expect(about, `the comment of ${key}`).toContain(`{${value}}: `);
            }
        }
    });

    it('lie in files as translation tools write them: four spaces, keys in the order of the English file', () => {
        for (const language of languageIds)
            for (const file of filesOf(language)) {
                const text = readFileSync(file, 'utf8');
                const entries = JSON.parse(text) as Record<string, unknown>;
                expect(text, file).toBe(`${JSON.stringify(entries, null, 4)}\n`);
                const keys = Object.keys(
                    JSON.parse(readFileSync(file.replace(`/${language}/`, `/${sourceLanguage}/`), 'utf8')) as object,
                ).filter(isAboutKeys);
                expect(Object.keys(entries).filter(isAboutKeys), file).toEqual(keys);
            }
    });

    it('are all used', () => {
        const literal = new Set([...code.matchAll(/'([a-zA-Z_.0-9]+)'/g)].map((match) => match[1]));
        const beginnings = [...code.matchAll(/`([a-z_]+\.(?:[a-z_]+\.)*)\$\{/g)].map((match) => match[1]!);
        const unused = Object.keys(english).filter(
            (key) => !literal.has(key) && !beginnings.some((start) => key.startsWith(start)),
        );
        expect(unused).toEqual([]);
    });

    it('tell every event of whole games, in every language', async () => {
        const ask = await realEngine();
        const seats = Array.from({ length: 6 }, () => ({ kind: 'person' as const }));
        for (const language of languageIds) {
            await speak(language);
            for (const [game, players, options] of [
                ['turn_the_tide', 3, {}],
                ['high_tide_henn', 3, everything],
                ['high_tide_leiman', 2, { stones: 1 }],
            ] as const) {
                let answer = await ask({ op: 'new', game, players, options, seed: 'told', for: 'all' });
                const { table } = answer;
                while (!answer.over) {
                    const [by] = answer.to_act as number[];
                    const { actions } = (await ask({ op: 'legal', table, by })) as unknown as { actions: string[] };
                    answer = await ask({
                        op: 'play',
                        table,
                        by,
                        action: actions[Number(table) % actions.length]!,
                        for: 'all',
                    });
                    for (const event of happened(answer.events as EventRecord[]))
                        for (const { text } of tell(game, seats, event)) {
                            expect(text).not.toMatch(/[{}]|undefined|NaN|null|^event\./);
                            expect(text).not.toBe(allTexts[language]['event.unknown']);
                        }
                }
            }
        }
    });
    it('say so where an event is newer than the page', async () => {
        await speak('en');
        expect(tell('turn_the_tide', [], { kind: 'tsunami' } as never)).toEqual([
            { text: allTexts.en['event.unknown'], seat: null },
        ]);
    });

    it('fill values in and choose the form that goes with a number, as each language does', async () => {
        const points = '{n, plural, one {# point} other {# points}}';
        expect(await filled(`${points} for {who}`, { n: 1, who: 'Red' }, 'en')).toBe('1 point for Red');
        expect(await filled(points, { n: -1 }, 'en')).toBe('-1 point');
        expect(await filled(points, { n: 0 }, 'en')).toBe('0 points');
        expect(await filled(points, { n: 0 }, 'fr')).toBe('0 point');
        expect(await filled(points, { n: 1e6 }, 'fr')).toBe('1000000 points');
        expect(await filled('{n, plural, =0 {none} one {one} other {#}}', { n: 0 }, 'en')).toBe('none');
        const polish = '{n, plural, one {punkt} few {punkty} many {punktów} other {punkty}}';
        expect(await Promise.all([1, 3, 5, 22, 1.5].map((n) => filled(polish, { n }, 'pl')))).toEqual([
            'punkt',
            'punkty',
            'punktów',
            'punkty',
            'punkty',
        ]);
        expect(await filled('{n, plural, other {点}}', { n: 3 }, 'ja')).toBe('点');
        const nested = '{who, select, you {You have {n, plural, one {# card} other {# cards}}} other {{who} has #}}';
        expect(await filled(nested, { who: 'you', n: 2 }, 'en')).toBe('You have 2 cards');
        expect(await filled(nested, { who: 'Ben', n: 2 }, 'en')).toBe('Ben has #');
        expect(await filled("Back`slash \\ and ${n} '{kept}' {n}", { n: 2 }, 'en')).toBe(
            'Back`slash \\ and $2 {kept} 2',
        );
    });

    it('refuse what the page does not fill in', () => {
        for (const text of [
            '{n, number}',
            '{when, date, short}',
            '{n, selectordinal, one {#st} other {#th}}',
            '{n, plural, offset:1 other {#}}',
            '{n, plural, one {x}}',
        ])
            expect(() => parseMessage(text), text).toThrow();
    });

    it('of the language that finds what was never translated are accented, longer and in brackets', async () => {
        const changed = compileMessage(pseudo(parseMessage('Play {n, plural, one {# card} other {# cards}}')));
        const { default: message } = (await import(
            /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`export default ${changed}`)}`
        )) as { default: Message };
        expect(fill(message, { n: 2 }, 'en')).toMatch(/^⟦Pláý 2 çárdš·+⟧$/);
    });

    it('have no brace left when they are filled', async () => {
        for (const language of languageIds) {
            const texts = await loadTexts(language);
            for (const [key, elements] of readTexts(language)) {
                const values = Object.fromEntries([...valuesOf(elements)].map((name) => [name, 2]));
                expect(fill(texts[key as Key], values, language), `${key} in ${language}`).not.toMatch(
                    /[{}]|undefined/,
                );
            }
        }
    });

    it('cost less than 3 kB of the page besides themselves', async () => {
        const { code: small } = await transformWithEsbuild(
            readFileSync(join(source, 'shared/i18n/message.ts'), 'utf8'),
            'message.ts',
            { minify: true },
        );
        expect(small.length).toBeLessThan(3000);
        const compiled = moduleOf(readTexts(sourceLanguage));
        const raw = Object.values(english).join('').length;
        expect(compiled.length, 'plurals are short code').toBeLessThan(raw + 45 * Object.keys(english).length);
    });

    it('of a notification are there in every language, and name every game', async () => {
        const worker = readFileSync(join(source, '../public/sw.js'), 'utf8').replace(/['"]__TEXTS__['"]/, () =>
            JSON.stringify(notificationTexts()),
        );
        const shown: string[] = [];
        for (const language of languageIds)
            for (const kind of ['turn', 'invitation'])
                for (const game of gameIds) {
                    const calls: Promise<unknown>[] = [];
                    const self = {
                        navigator: { language },
                        clients: { matchAll: () => Promise.resolve([]) },
                        registration: {
                            showNotification: (title: string, { body }: { body: string }) =>
                                Promise.resolve(shown.push(`${title}: ${body}`)),
                        },
                        addEventListener: (name: string, handle: (event: unknown) => void) => {
                            if (name === 'push')
                                handle({
                                    data: { json: () => ({ kind, game, table: 'x', with: ['Ben'] }) },
                                    waitUntil: (call: Promise<unknown>) => calls.push(call),
                                });
                        },
                    };
                    runInNewContext(worker, { self });
                    await Promise.all(calls);
                }
        expect(new Set(shown).size).toBe(languageIds.length * 2 * gameIds.length);
        for (const text of shown) expect(text).not.toMatch(/undefined|Springtide/);
    });

    it('keep French punctuation on its line', () => {
        for (const [key, text] of Object.entries(allTexts.fr)) expect(text, key).not.toMatch(/ [:;!?»%]|« /);
        for (const file of readdirSync(rules).filter((name) => name.endsWith('.fr.md')))
            expect(readFileSync(join(rules, file), 'utf8'), file).not.toMatch(/ [:;!?»%]|« /);
    });

    it('name only forms of a number that the language has', () => {
        const forms = (elements: MessageFormatElement[]): string[] =>
            elements.flatMap((element) =>
                element.type === TYPE.plural || element.type === TYPE.select
                    ? [
                          ...(element.type === TYPE.plural ? Object.keys(element.options) : []),
                          ...Object.values(element.options).flatMap(({ value }) => forms(value)),
                      ]
                    : [],
            );
        for (const language of languageIds)
            for (const [key, elements] of readTexts(language)) {
                const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[];
                for (const form of forms(elements))
                    expect(form.startsWith('=') || known.includes(form), `${form} of ${key} in ${language}`).toBe(true);
            }
    });
});
