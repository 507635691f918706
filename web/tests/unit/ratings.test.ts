import { describe, expect, it } from 'vitest';
import { gameIds } from '../../src/shared/games';
import { ratingOf } from '../../src/table/ratings';

describe('ratings of the levels', () => {
    it('rise from each level to the next in every game', () => {
        for (const game of gameIds) {
            const ratings = ['random', 'easy', 'medium', 'hard', 'best'].map((level) => ratingOf(game, level)!);
            expect(ratings[1]).toBe(1000);
            for (let i = 1; i < ratings.length; ++i)
                expect(ratings[i], `${game}, level ${i}`).toBeGreaterThan(ratings[i - 1]!);
        }
    });
    it('are not shown for what was not measured', () => {
        expect(ratingOf('turn_the_tide', 'nobody')).toBeUndefined();
    });
});
