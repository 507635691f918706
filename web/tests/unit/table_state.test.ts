// How tables of a list stand, in words.
import { beforeEach, describe, expect, it } from 'vitest';
import { dateText } from '../../src/lib/i18n/format.svelte';
import { speak } from '../../src/lib/i18n/text.svelte';
import type { OwnTable } from '../../src/lib/net/api';
import { stateOf, timeOf } from '../../src/lib/people/table_state';

const own: OwnTable = {
    table: 'abc', game: 'turn_the_tide', phase: 'running', seat: 0, your_turn: false, to_act: [1], at: 9_000_000, since: 5_000_000,
    summary: { players: 3, seats: ['Anna', 'Ben', 'Cleo'], clock: 'none', usual: true, result: null },
};

describe('a table of a list', () => {
    beforeEach(() => speak('en'));
    it('says whose turn it is', async () => {
        expect(stateOf(own)).toBe('Ben to play');
        expect(stateOf({ ...own, to_act: [1, 2] })).toBe('Ben and Cleo to play');
        expect(stateOf({ ...own, to_act: [0, 1], your_turn: true })).toBe('Your turn');
        expect(stateOf({ ...own, to_act: [] })).toBe('is being played');
        await speak('de');
        expect(stateOf(own)).toBe('Am Zug: Ben');
        expect(stateOf({ ...own, to_act: [1, 2] })).toBe('Am Zug: Ben und Cleo');
    });
    it('says since when, and not when somebody last talked', () => {
        expect(timeOf(own)).toEqual({ at: 5_000_000, text: `since ${dateText(5_000_000)}` });
        const { since: _, ...before } = own;
        expect(timeOf({ ...before, phase: 'open', to_act: [] })).toEqual({ at: 9_000_000, text: dateText(9_000_000) });
    });
});
