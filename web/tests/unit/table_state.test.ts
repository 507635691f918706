// How tables of a list stand, in words.
import { beforeEach, describe, expect, it } from 'vitest';
import { dateText, localeOf, whenText } from '../../src/shared/i18n/format.svelte';
import { speak } from '../../src/shared/i18n/text.svelte';
import type { OwnTable } from '../../src/shared/net/api';
import { stateOf, timeOf } from '../../src/table/table_state';

const own: OwnTable = {
    table: 'abc',
    game: 'turn_the_tide',
    phase: 'running',
    seat: 0,
    your_turn: false,
    to_act: [1],
    at: 9_000_000,
    since: 5_000_000,
    summary: { players: 3, seats: ['Anna', 'Ben', 'Cleo'], clock: 'none', usual: true, result: null },
};

describe('a table of a list', () => {
    beforeEach(() => speak('en'));
    it('says whose turn it is', async () => {
        expect(stateOf(own)).toBe('Ben’s turn');
        expect(stateOf({ ...own, to_act: [1, 2] })).toBe('Ben and Cleo’s turn');
        expect(stateOf({ ...own, to_act: [0, 1], your_turn: true })).toBe('Your turn');
        expect(stateOf({ ...own, to_act: [] })).toBe('in progress');
        await speak('de');
        expect(stateOf(own)).toBe('Am Zug: Ben');
        expect(stateOf({ ...own, to_act: [1, 2] })).toBe('Am Zug: Ben und Cleo');
    });
    it('says since when, and not when somebody last talked', () => {
        expect(timeOf(own, own.at)).toEqual({ at: 5_000_000, text: `since ${whenText(5_000_000, own.at)}` });
        const { since: _, ...before } = own;
        expect(timeOf({ ...before, phase: 'open', to_act: [] }, own.at)).toEqual({
            at: 9_000_000,
            text: whenText(9_000_000, own.at),
        });
    });
    it("writes hours as the reader's own English does", () => {
        expect(localeOf('en', ['en-GB', 'en'])).toBe('en-GB');
        expect(localeOf('en', ['de-AT', 'en-US'])).toBe('en-US');
        expect(localeOf('fr', ['en-GB'])).toBe('fr');
        const at = new Date(2026, 10, 17, 4, 7);
        expect(new Intl.DateTimeFormat(localeOf('en', ['en-GB']), { timeStyle: 'short' }).format(at)).toBe('04:07');
    });
    it('says of today the hour, of this year no year, and only then the whole date', async () => {
        const at = new Date(2026, 10, 17, 9, 5).getTime();
        const now = (...day: [number, number, number]) => new Date(...day, 23, 30).getTime();
        const told = (when: number) => timeOf({ ...own, since: at }, when).text;
        expect(told(now(2026, 10, 17))).toMatch(/^since 9:05\sAM$/);
        expect(told(now(2026, 10, 18))).toMatch(/^since Nov 17, 9:05\sAM$/);
        expect(told(now(2027, 0, 1))).toBe(`since ${dateText(at)}`);
        await speak('de');
        expect(told(now(2026, 10, 17))).toBe('seit 09:05');
        expect(told(now(2026, 10, 18))).toMatch(/^seit 17\. Nov\., 0?9:05$/);
        await speak('fr');
        expect(told(now(2026, 10, 17))).toBe('depuis 09:05');
        expect(told(now(2026, 10, 18))).toMatch(/^depuis le 17 nov\./);
    });
});
