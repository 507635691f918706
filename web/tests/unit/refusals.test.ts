// Every sentence the page knows is still said by server or engine, and every code has its words.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusals } from '../../src/lib/events/records';
import { kindOf, sentences } from '../../src/lib/events/refusals';
import { realEngine } from './engine';
import { allTexts } from './languages';

const root = join(__dirname, '../../..');
const read = (folder: string) =>
    readdirSync(join(root, folder)).filter((name) => /\.[ch]pp$/.test(name)).map((name) => readFileSync(join(root, folder, name), 'utf8'));
/** Literals that stand next to each other are one. */
const reasons = Object.values(refusals).map(({ sentence, clause }) => sentence + (clause ? ` (${clause})` : ''));
const said = [...['server', 'notation', 'table'].flatMap(read), ...reasons].join('\n').replace(/"\s*\n\s*"/g, '').replaceAll('\\"', '"');

describe('refusals', () => {
    it('are held against the sources: a changed sentence is noticed', () => {
        for (const [kind, sentence] of Object.entries(sentences))
            for (const piece of sentence.split(/["']?\{\w+\}["']?/).filter((text) => text.trim().length > 2)) expect(said, kind).toContain(piece);
    });

    it('have a text each, in every language', () => {
        const codes = [...readFileSync(join(root, 'core/error.hpp'), 'utf8').matchAll(/return "(\w+)";/g)].map((match) => match[1]!);
        expect(codes.length).toBeGreaterThan(10);
        for (const [language, texts] of Object.entries(allTexts)) {
            for (const code of codes) expect(texts, language).toHaveProperty([`error.${code}`]);
            const told = Object.keys(texts).filter((key) => key.startsWith('refusal.')).map((key) => key.slice(8));
            expect(told.sort()).toEqual(Object.keys(sentences).sort());
        }
    });

    it('of the engine are understood, with what they name', async () => {
        const ask = await realEngine();
        await ask({ op: 'new', game: 'high_tide_leiman', players: 2, options: { first: 'blue' }, seed: 'a' });
        const why = async (action: string) => kindOf((await ask({ op: 'play', table: 1, by: 0, action })).error!.message);
        expect(await why('c3-a1')).toMatchObject({ kind: expect.stringMatching(/notBeside|wrongTile/) as string, values: { cell: 'c3' } });
        expect(await why('nonsense')).toEqual({ kind: 'noAction', values: { text: 'nonsense', form: 'two cells, for example a1-b2' } });
        expect(kindOf((await ask({ op: 'play', table: 1, by: 1, action: 'a1-a2' })).error!.message)?.kind).toBe('turnOf');
    });

    it('that are unknown are not guessed', () => {
        expect(kindOf('the sea is calm')).toBeNull();
        expect(kindOf('the host has muted you twice')).toBeNull();
    });
});
