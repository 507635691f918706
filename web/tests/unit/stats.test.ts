import { describe, expect, it } from 'vitest';
import type { Played } from '../../src/lib/history';
import { byLevel, cards, csv, dice, summaries } from '../../src/lib/stats';

const head = (game: string) => `[Springtide "1"]\n[Game "${game}"]\n[Players "3"]\n\n`;
const base: Played = { at: 0, game: 'high_tide_henn', me: 0, seats: [{ kind: 'person' }, { kind: 'bot', level: 'easy' }, { kind: 'bot', level: 'easy' }], winners: [0], points: [12, 7, 9], record: head('high_tide_henn') };
const tide: Played = { ...base, game: 'turn_the_tide', me: 1, seats: [{ kind: 'bot', level: 'hard' }, { kind: 'person' }, { kind: 'bot', level: 'hard' }] };

describe('statistics', () => {
    it('add up results by game and by opponent', () => {
        const games = [base, { ...base, winners: [1, 2], points: [2, 9, 9] }, tide, { ...base, me: null }];
        expect(summaries(games)).toEqual([
            { game: 'turn_the_tide', played: 1, won: 0, points: 7 },
            { game: 'high_tide_henn', played: 2, won: 1, points: 7 },
        ]);
        expect(byLevel(games, 'high_tide_henn')).toEqual([{ level: 'easy', played: 2, won: 1 }]);
    });
    it('count every die that was rolled, and how far it may stray', () => {
        const record = `${head('high_tide_henn')}chance roll y2 b1\n0 take 2\nchance reroll 4 2\nchance reroll 6\n`;
        const found = dice([{ ...base, record }]);
        expect(found.map(({ came }) => came)).toEqual([1, 2, 0, 1, 0, 1]);
        expect(found[0]!.expected).toBeCloseTo(5 / 6);
        expect(found[0]!.band).toBeCloseTo(1.96 * Math.sqrt(25 / 36));
        expect(dice([tide])).toEqual([]);
    });
    it('sort one’s own first hand by weather', () => {
        const record = `${head('turn_the_tide')}chance deal 1,2,3|13,14,25,60|4,5,6\nchance deal 7|8|9\n`;
        expect(cards([{ ...tide, record }]).map(({ came, expected }) => [came, expected])).toEqual([[0, 2.4], [2, 2.4], [1, 2.4], [0, 2.4], [1, 2.4]]);
        expect(cards([{ ...tide, me: null, record }])).toEqual([]);
    });
    it('leave as a table for other programs', () => {
        expect(csv([tide]).split('\n')).toEqual(['ended,game,seat,won,points,all points,opponents', '1970-01-01T00:00:00.000Z,turn_the_tide,1,0,7,12 7 9,hard hard', '']);
    });
});
