import { describe, expect, it } from 'vitest';
import { allWays, lift, positionText } from '../../src/games/leiman/solved/analysis';
import { today, tried } from '../../src/games/leiman/solved/puzzles';

const state = { rating: 1200, streak: 2, best: 2, solved: 5, day: '' };

describe('puzzles', () => {
    it('make a solver stronger who is right, the more the harder they are', () => {
        expect(tried(state, 2, true)).toEqual({ ...state, rating: 1216, streak: 3, best: 3, solved: 6 });
        expect(tried(state, 5, true).rating).toBeGreaterThan(tried(state, 1, true).rating);
    });
    it('end a streak that is wrong, and keep the best one', () => {
        expect(tried(state, 2, false)).toEqual({ ...state, rating: 1184, streak: 0 });
    });
    it('of the day change at the same moment everywhere', () => {
        const usual = process.env.TZ;
        const clocks = ['America/New_York', 'Asia/Tokyo', 'UTC'].map((zone) => {
            process.env.TZ = zone;
            expect(today(new Date('2026-11-15T23:59:59Z'))).toBe('2026-11-15');
            expect(today(new Date('2026-11-16T00:00:00Z'))).toBe('2026-11-16');
            return new Date('2026-11-15T12:00:00Z').getHours();
        });
        expect(clocks).toEqual([7, 21, 12]);
        if (usual === undefined) delete process.env.TZ;
        else process.env.TZ = usual;
    });
});

describe('a position', () => {
    const stacks = { a1: 'b', a2: 'pn', a3: '' };
    it('is set up by carrying tiles, and none is lost', () => {
        expect(lift(stacks, 'a2-a1')).toEqual({ a1: 'bn', a2: 'p', a3: '' });
        expect(lift(stacks, 'a1-a3')).toEqual({ a1: '', a2: 'pn', a3: 'b' });
        expect(allWays(stacks).length).toBe(2 * 18);
    });
    it('is written as the engine reads it', () => {
        expect(positionText({ cells: stacks, to_move: 1, last_mover: null })).toBe(
            'b,pn,./.,.,.,./.,.,.,.,./.,.,.,./.,.,. p -',
        );
    });
});
