// Every language has every text with the same blanks, and every text is used somewhere.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseEvent } from '../../src/lib/events/parse';
import { hennPatterns } from '../../src/lib/events/henn';
import { leimanPatterns } from '../../src/lib/events/leiman';
import { roomPatterns } from '../../src/lib/events/room';
import { tidePatterns } from '../../src/lib/events/tide';
import { fill } from '../../src/lib/i18n/fill';
import { languageIds } from '../../src/lib/i18n/languages';
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

    it('name every kind of event, and no other', () => {
        for (const [game, patterns] of Object.entries({ turn_the_tide: tidePatterns, high_tide_henn: hennPatterns, high_tide_leiman: leimanPatterns, room: roomPatterns })) {
            const told = Object.keys(english).filter((key) => key.startsWith(`event.${game}.`)).map((key) => key.slice(7 + game.length));
            expect(told.sort(), game).toEqual(Object.keys(patterns).sort());
        }
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

describe('sentences', () => {
    it('are read with seat and values', () => {
        expect(parseEvent('turn_the_tide', 'player 2 loses a preserver and has no preservers left')).toEqual({ kind: 'lost', seat: 1, values: { preservers: '0' } });
        expect(parseEvent('high_tide_henn', 'blue moves on the blue beach from the bar to space 4')).toEqual({ kind: 'moved', seat: 5, values: { colour: 'blue', place1: 'the bar', place2: 'space 4' } });
        expect(parseEvent('high_tide_leiman', 'pink moves the neutral tile from a1 to b2, now 3 high')).toEqual({ kind: 'moved', seat: 1, values: { stuff: 'neutral', cell1: 'a1', cell2: 'b2', n: '3' } });
    });
    it('of rooms are read whatever people are called', () => {
        expect(parseEvent('high_tide_henn', 'Käpt’n left behind sits down')).toEqual({ kind: 'room.sat', seat: null, values: { name: 'Käpt’n left behind' } });
        expect(parseEvent('turn_the_tide', 'time is up: a bot moves for Anna')).toEqual({ kind: 'room.botMoved', seat: null, values: { name: 'Anna' } });
    });
    it('that are unknown are not guessed', () => {
        expect(parseEvent('high_tide_leiman', 'the sea is calm')).toBeNull();
    });
});
