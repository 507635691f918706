// Every reason a bot may give has its words in every language, and no other has.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { languageIds } from '../../src/shared/i18n/languages';
import { speak } from '../../src/shared/i18n/text.svelte';
import { tellReason } from '../../src/games/reasons.svelte';
import { realEngine } from './engine';
import { allTexts } from './languages';

const games = ['turn_the_tide', 'high_tide_henn'] as const;
const given = (game: string) => {
    const source = readFileSync(join(__dirname, `../../../bots/${game}/why.cpp`), 'utf8');
    return [...new Set([...source.matchAll(/\.code = "(\w+)"/g)].map((match) => match[1]!))].sort();
};

beforeEach(() => speak('en'));

describe('reasons', () => {
    for (const language of languageIds)
        for (const game of games)
            it(`of ${game} have their words in ${language}`, async () => {
                const told = Object.keys(allTexts[language]).filter((key) => key.startsWith(`why.${game}.`));
                expect(given(game).length).toBeGreaterThan(5);
                expect(told.map((key) => key.slice(5 + game.length)).sort()).toEqual(given(game));
                await speak(language);
                for (const code of given(game)) {
                    const sentence = tellReason(game, { code, numbers: [5, 40] });
                    expect(sentence.length, code).toBeGreaterThan(10);
                    expect(sentence, code).not.toMatch(/[{}]|undefined/);
                    const blank = /\{/.test((allTexts[language] as Record<string, string>)[`why.${game}.${code}`]!);
                    expect(!blank || sentence !== tellReason(game, { code, numbers: [1, 10] }), code).toBe(true);
                }
            });

    it('say their numbers', async () => {
        expect(tellReason('turn_the_tide', { code: 'wins', numbers: [436, 281] })).toBe(
            'It’s your best card: about 44 % wins, against 28 % with the next best.',
        );
        expect(tellReason('high_tide_henn', { code: 'goes_first', numbers: [2, 9] })).toBe(
            'Your deckchair takes the lead on blue: space 9.',
        );
        expect(tellReason('high_tide_henn', { code: 'tile', numbers: [2] })).toBe(
            'The tile “Swap” helps more now than later.',
        );
        await speak('de');
        expect(tellReason('turn_the_tide', { code: 'keeps', numbers: [57] })).toBe(
            'Du hebst dir die 57 für später auf.',
        );
    });

    it('that are unknown are left out', () => {
        expect(tellReason('turn_the_tide', { code: 'astrology', numbers: [] })).toBe('');
    });

    it('come with a hint of the engine', async () => {
        const ask = await realEngine();
        await ask({ op: 'new', game: 'turn_the_tide', players: 3, seed: 'a' });
        const { why } = (await ask({ op: 'best', table: 1, by: 0, ms: 20 })) as unknown as {
            why: { code: string; numbers: number[] }[];
        };
        expect(why.map((reason) => tellReason('turn_the_tide', reason)).filter(Boolean)).toHaveLength(why.length);
    });
});
