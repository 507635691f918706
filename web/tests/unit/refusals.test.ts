// Refusals are values: every reason told here exists, names only what it concerns, and every code has its words.
import { beforeAll, describe, expect, it } from 'vitest';
import { refusals } from '../../src/shared/events/records';
import { speak } from '../../src/shared/i18n/text.svelte';
import { explain, type Refusal } from '../../src/shared/refusals.svelte';
import { realEngine } from './engine';
import { allTexts } from './languages';

const codes = [...new Set(Object.values(refusals).map(({ code }) => code as string))];

describe('refusals', () => {
    beforeAll(() => speak('en'));

    it('that have words of their own exist, and say only what they concern', () => {
        for (const [language, texts] of Object.entries(allTexts))
            for (const [key, text] of Object.entries(texts)) {
                const reason = key.startsWith('refusal.') ? key.slice(8) : '';
                if (!reason) continue;
                expect(refusals, language).toHaveProperty([reason]);
                const concerns: readonly string[] = refusals[reason as keyof typeof refusals].concerns;
                for (const [, blank] of text.matchAll(/\{(\w+)/g))
                    expect(concerns, `${key} in ${language}`).toContain(blank);
            }
    });
    it('have at least the words of their code, in every language', () => {
        expect(codes.length).toBeGreaterThan(8);
        for (const texts of Object.values(allTexts))
            for (const code of codes) expect(texts).toHaveProperty([`error.${code}`]);
    });
    it('by the rules of a game all have words of their own', () => {
        const named = Object.entries(refusals)
            .filter(([, { clause }]) => clause !== null)
            .map(([reason]) => reason);
        expect(named.length).toBeGreaterThan(20);
        for (const texts of Object.values(allTexts))
            for (const reason of named) expect(texts).toHaveProperty([`refusal.${reason}`]);
    });
    it('of the engine are told with what they name', async () => {
        const ask = await realEngine();
        await ask({ op: 'new', game: 'high_tide_leiman', players: 2, options: { first: 'blue' }, seed: 'a' });
        const why = async (by: number, action: string) => (await ask({ op: 'play', table: 1, by, action })).error!;
        expect(await why(0, 'c3-a1')).toMatchObject({ reason: 'not_beside', clause: 'L5', cell: 'c3', to: 'a1' });
        expect(explain(await why(0, 'c3-a1'))).toBe('a1 isn’t next to c3.');
        expect(explain(await why(0, 'nonsense'))).toContain('“nonsense” isn’t a move');
        expect(explain(await why(1, 'a1-a2'))).toBe('It is not your turn.');
    });
    it('that are newer than the page, or come from an old server, are told by their code', () => {
        expect(explain({ code: 'over', message: 'x', reason: 'the_moon_is_full' as never })).toBe('The game is over.');
        expect(explain({ code: 'illegal_action', message: 'the sea is calm' })).toBe(
            'The rules don’t allow that now: the sea is calm.',
        );
        expect(explain({ code: 'astrology', message: '' } satisfies Refusal)).toBe(
            'Something went wrong. Please try again.',
        );
        expect(explain(undefined)).toBe('Something went wrong. Please try again.');
    });
});
