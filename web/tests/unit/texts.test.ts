// Every language has every text with the same blanks, and every text is used somewhere.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { EventRecord } from '../../src/shared/events/steps';
import { happened } from '../../src/table/seen';
import { tell } from '../../src/games/tell';
import { gameIds } from '../../src/shared/games';
import { fill } from '../../src/shared/i18n/fill';
import { speak } from '../../src/shared/i18n/text.svelte';
import { realEngine } from './engine';
import { languageIds } from '../../src/shared/i18n/languages';
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
const code = sources(source).join('\n');
const blanks = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1]))].sort();

describe('the texts', () => {
    const english: Record<string, string> = allTexts.en;
    for (const [language, texts] of Object.entries(allTexts)) {
        it(`are complete in ${language}`, () => {
            expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
            for (const [key, text] of Object.entries(texts)) {
                expect(text.trim(), key).not.toBe('');
                for (const blank of blanks(text)) expect(blanks(english[key]!), `${key} in ${language}`).toContain(blank);
            }
        });
    }

    it('are all used', () => {
        const literal = new Set([...code.matchAll(/'([a-zA-Z_.0-9]+)'/g)].map((match) => match[1]));
        const beginnings = [...code.matchAll(/`([a-z_]+\.(?:[a-z_]+\.)*)\$\{/g)].map((match) => match[1]!);
        const unused = Object.keys(english).filter((key) => !literal.has(key) && !beginnings.some((start) => key.startsWith(start)));
        expect(unused).toEqual([]);
    });

    it('tell every event of whole games, in every language', async () => {
        const ask = await realEngine();
        const seats = Array.from({ length: 6 }, () => ({ kind: 'person' as const }));
        for (const language of languageIds) {
            await speak(language);
            for (const [game, players, options] of [['turn_the_tide', 3, {}], ['high_tide_henn', 3, { coins: true, sharks: true, surfers: true, baywatch: true }], ['high_tide_leiman', 2, { stones: 1 }]] as const) {
                let answer = await ask({ op: 'new', game, players, options, seed: 'told', for: 'all' });
                const { table } = answer;
                while (!answer.over) {
                    const [by] = answer.to_act as number[];
                    const { actions } = (await ask({ op: 'legal', table, by })) as unknown as { actions: string[] };
                    answer = await ask({ op: 'play', table, by, action: actions[Number(table) % actions.length]!, for: 'all' });
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
        expect(tell('turn_the_tide', [], { kind: 'tsunami' } as never)).toEqual([{ text: allTexts.en['event.unknown'], seat: null }]);
    });

    it('fill blanks and choose the form that goes with a number, as each language does', () => {
        expect(fill('{n} {n?point:points} for {who}', { n: 1, who: 'Red' }, 'en')).toBe('1 point for Red');
        expect(fill('{n?point:points}', { n: -1 }, 'en')).toBe('point');
        expect(fill('{n} {n?point:points}', { n: 0 }, 'en')).toBe('0 points');
        expect(fill('{n} {n?point:points}', { n: 0 }, 'fr')).toBe('0 point');
        expect(fill('{n} {n?point:points}', { n: 2 }, 'fr')).toBe('2 points');
        expect(fill('{n} {n?point:points}', { n: 1e6 }, 'fr')).toBe('1000000 points');
        expect([1, 3, 5, 22, 1.5].map((n) => fill('{n?punkt:punkty:punktów}', { n }, 'pl'))).toEqual(['punkt', 'punkty', 'punktów', 'punkty', 'punktów']);
        expect(fill('{n?点}', { n: 3 }, 'ja')).toBe('点');
    });

    it('have no brace left when they are filled', () => {
        for (const language of languageIds)
            for (const [key, text] of Object.entries(allTexts[language])) {
                const values = Object.fromEntries(blanks(text).map((blank) => [blank, 2]));
                expect(fill(text, values, language), `${key} in ${language}`).not.toMatch(/[{}]|undefined/);
            }
    });

    it('stand in one file each: the second one would take the place of the first', () => {
        for (const language of languageIds) {
            const folder = join(source, 'shared/i18n', language);
            const keys = readdirSync(folder).flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {4}'([^']+)':/gm)].map(([, key]) => key!));
            expect(keys.filter((key, at) => keys.indexOf(key) !== at), language).toEqual([]);
        }
    });

    it('of a notification are there in every language, and name every game', async () => {
        const worker = readFileSync(join(source, '../public/sw.js'), 'utf8');
        const shown: string[] = [];
        for (const language of languageIds)
            for (const kind of ['turn', 'invitation'])
                for (const game of gameIds) {
                    const calls: Promise<unknown>[] = [];
                    const self = {
                        navigator: { language }, clients: { matchAll: () => Promise.resolve([]) },
                        registration: { showNotification: (title: string, { body }: { body: string }) => Promise.resolve(shown.push(`${title}: ${body}`)) },
                        addEventListener: (name: string, handle: (event: unknown) => void) => {
                            if (name === 'push') handle({ data: { json: () => ({ kind, game, table: 'x', with: ['Ben'] }) }, waitUntil: (call: Promise<unknown>) => calls.push(call) });
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
        for (const file of readdirSync(rules).filter((name) => name.endsWith('.fr.md'))) expect(readFileSync(join(rules, file), 'utf8'), file).not.toMatch(/ [:;!?»%]|« /);
    });

    it('give every number that needs it as many forms as the language has', () => {
        for (const language of languageIds)
            for (const [key, text] of Object.entries(allTexts[language]))
                for (const [, forms] of text.matchAll(/\{\w+\?([^}]*)\}/g)) {
                    const most = new Intl.PluralRules(language).resolvedOptions().pluralCategories.length;
                    expect(forms!.split(':').length, `${key} in ${language}`).toBeLessThanOrEqual(most);
                }
    });
});
