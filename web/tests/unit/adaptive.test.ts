import { describe, expect, it } from 'vitest';
import { expectedShare, fairShare, fitBots, fittingLevels, ladder, ownRating } from '../../src/table/adaptive';
import { gameIds, type GameId } from '../../src/shared/games';
import type { Played } from '../../src/table/history';
import { ratingOf } from '../../src/table/ratings';

/** A repeatable lot from 0 to 1. */
function lots(seed: number): () => number {
    let state = seed;
    return () => (state = (state * 16807) % 2147483647) / 2147483647;
}
const played = (game: GameId, levels: string[], won: boolean): Played => ({
    at: 0,
    game,
    me: 0,
    seats: [{ kind: 'person' }, ...levels.map((level) => ({ kind: 'bot' as const, level }))],
    winners: [won ? 0 : 1],
    points: [],
    record: '',
});
const strength = (game: GameId, levels: string[]) =>
    levels.map((level) => ratingOf(game, level)!).reduce((sum, rating) => sum + rating, 0);

describe('bots that fit the player', () => {
    it('keep players of any strength winning two of five at a table of three', () => {
        for (const [seed, own] of [820, 1000, 1150, 1300].entries()) {
            const lot = lots(seed + 1);
            const games: Played[] = [];
            for (let i = 0; i < 400; ++i) {
                const levels = fittingLevels('turn_the_tide', 2, games.slice(-100), lot());
                games.push(
                    played(
                        'turn_the_tide',
                        levels,
                        lot() <
                            expectedShare(
                                own,
                                levels.map((level) => ratingOf('turn_the_tide', level)!),
                            ),
                    ),
                );
            }
            const won = games.slice(40).filter(({ winners }) => winners[0] === 0).length / 360;
            expect(won, `a player of ${own}`).toBeGreaterThan(0.34);
            expect(won, `a player of ${own}`).toBeLessThan(0.46);
        }
    });
    it('are stronger after a win and weaker after a loss, in every game', () => {
        for (const game of gameIds) {
            const bots = game === 'high_tide_leiman' ? 1 : 2;
            const usual = Array<string>(bots).fill('medium');
            expect(ownRating(game, [played(game, usual, true)])).toBeGreaterThan(1000);
            expect(ownRating(game, [played(game, usual, false)])).toBeLessThan(1000);
            const after = (won: boolean) =>
                strength(
                    game,
                    fittingLevels(
                        game,
                        bots,
                        Array.from({ length: 12 }, () => played(game, usual, won)),
                        0.5,
                    ),
                );
            expect(after(true)).toBeGreaterThan(after(false));
        }
    });
    it('begin with somebody who plays like the easy bot, and forget old games', () => {
        expect(Math.round(ownRating('high_tide_henn', []))).toBe(1000);
        const lost = Array.from({ length: 40 }, () => played('high_tide_henn', ['hard', 'hard'], false));
        const won = Array.from({ length: 40 }, () => played('high_tide_henn', ['hard', 'hard'], true));
        expect(ownRating('high_tide_henn', [...lost, ...won])).toBeGreaterThan(
            ownRating('high_tide_henn', [...won, ...lost]),
        );
    });
    it('learn nothing from games with people, shared devices, other games or bots nobody rated', () => {
        const game = 'turn_the_tide';
        const one = played(game, ['easy', 'easy'], true);
        const strange: Played[] = [
            { ...one, me: null },
            { ...one, seats: [{ kind: 'person' }, { kind: 'person', name: 'Ada' }, { kind: 'bot', level: 'easy' }] },
            played(game, ['easy', 'rule_of_thumb'], true),
            played('high_tide_henn', ['easy', 'easy'], true),
        ];
        expect(ownRating(game, strange)).toBe(ownRating(game, []));
        expect(ownRating(game, [one])).toBeGreaterThan(ownRating(game, []));
    });
    it('stand on a ladder of tables, each stronger than the one before', () => {
        const tables = ladder(3).map((levels) => strength('turn_the_tide', levels));
        expect(tables).toHaveLength(13);
        for (let i = 1; i < tables.length; ++i) expect(tables[i]).toBeGreaterThan(tables[i - 1]!);
    });
    it('hit what is fair on average where two tables lie beside it', () => {
        for (const players of [3, 4, 5]) {
            const lot = lots(players);
            const shares = Array.from({ length: 2000 }, () =>
                expectedShare(
                    1000,
                    fittingLevels('turn_the_tide', players - 1, [], lot()).map(
                        (level) => ratingOf('turn_the_tide', level)!,
                    ),
                ),
            );
            expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeCloseTo(fairShare(players), 2);
        }
        expect(fairShare(3)).toBeCloseTo(0.4);
        expect(fairShare(2)).toBe(0.5);
    });
    it('take the seats of the bots and leave the person alone', () => {
        const seats = fitBots('turn_the_tide', [{ kind: 'bot' }, { kind: 'person' }, { kind: 'bot' }], []);
        expect(seats[1]).toEqual({ kind: 'person' });
        for (const bot of [seats[0]!, seats[2]!]) expect(ratingOf('turn_the_tide', bot.level!)).toBeDefined();
    });
});
