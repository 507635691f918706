// The rules become a page in every language, and no clause is lost on the way.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gameIds } from '../../src/shared/games';
import { fallback, languageIds } from '../../src/shared/i18n/languages';
import { forPlayers, toHtml } from '../../src/home/markdown';
import { allTexts } from './languages';

const folder = join(__dirname, '../../../docs/rules');
const others = languageIds.filter((language) => language !== fallback);
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const links = { picture: (file: string) => `/p/${file}`, clause: (id: string) => `#${id}` };
const clauses = (html: string) => [...html.matchAll(/id="rule-(\w+)"/g)].map((match) => match[1]!).sort();

describe('the rules', () => {
    for (const game of gameIds) {
        it(`of ${game} have an anchor for every clause, the same ones in every language`, () => {
            const english = toHtml(read(`${game}.md`), links);
            const named = new Set([...read(`${game}.md`).matchAll(/\b[LTH][A-Z]?\d{1,2}\b/g)].map(([id]) => id));
            expect(clauses(english)).toEqual([...named].sort());
            for (const language of others)
                expect(clauses(toHtml(read(`${game}.${language}.md`), links)), language).toEqual(clauses(english));
        });
        it(`of ${game} show their drawings`, () => {
            for (const file of [`${game}.md`, ...others.map((language) => `${game}.${language}.md`)])
                for (const [, name] of read(file).matchAll(/!\[[^\]]*\]\(([^)]*)\)/g))
                    expect(read(name!)).toContain('<svg');
        });
    }
    it('speak to players: no ids, no options, no notation, and still every clause', () => {
        for (const game of gameIds)
            for (const end of ['', ...others.map((language) => `.${language}`)]) {
                const source = read(`${game}${end}.md`);
                const html = toHtml(forPlayers(source), { ...links, sign: 'this rule' });
                expect(html.replace(/<[^>]*>/g, ' '), game + end).not.toMatch(
                    /`|\bid here|\boption [`']|code and tests|\bseat \d|turn_the_tide|high_tide|\b[LTH][A-Z]?\d{1,2}\b|brackets|Klammern|parenthèses/,
                );
                expect(html).not.toContain('<code>');
                expect(clauses(html)).toEqual(clauses(toHtml(source, links)));
            }
    });
    it('call the beaches by their names, as the board does, and no colour by a letter', () => {
        for (const language of languageIds) {
            const source = read(`high_tide_henn${language === fallback ? '' : `.${language}`}.md`);
            const words = toHtml(forPlayers(source), { ...links, sign: 'this rule' }).replace(/<[^>]*>/g, ' ');
            for (const letter of ['k', 'p', 'b', 'o', 'y', 'w'] as const)
                expect(words, language).toContain(allTexts[language][`henn.name.${letter}`]);
            expect(words, language).not.toMatch(/(?<![\p{L}’'])[kpbow](?![\p{L}’'])/u);
        }
    });
    it('are made of lists, tables and words, and nothing else comes through', () => {
        const html = toHtml(
            '# A <b>\n\n- one (L1)\n  more\n- **two**\n\n| a | b |\n|---|---|\n| `x` | y |\n\nText (L1, L2)\n1. first',
            links,
        );
        expect(html).toContain('<h1>A &lt;b&gt;</h1>');
        expect(html).toContain(
            '<ul><li>one (<a class="clause" id="rule-L1" href="#L1">L1</a>) more</li><li><strong>two</strong></li></ul>',
        );
        expect(html).toContain('<td><code>x</code></td><td>y</td>');
        expect(html).toContain(
            '(<a class="clause" href="#L1">L1</a>, <a class="clause" id="rule-L2" href="#L2">L2</a>)',
        );
        expect(html).toContain('<ol><li>first</li></ol>');
    });
});
