import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cells } from '../../src/games/leiman/geometry';
import { gainOf } from '../../src/games/leiman/solved/judged';
import { setupNumber, setupOf, turned, twins } from '../../src/games/leiman/solved/setups';
import {
    classCount,
    Classes,
    FirstMoves,
    Solution,
    unpack,
    wishes,
    wishNames,
} from '../../src/games/leiman/solved/solution';

const file = (name: string) =>
    new Uint8Array(readFileSync(new URL(`../../../data/high_tide_leiman/${name}.bin`, import.meta.url)));
const endings = unpack('ending', file('ending'))!;
const winning = unpack('winning_moves', file('winning_moves'))!;
const margins = unpack('first_move_margins', file('first_move_margins'))!;
const classes = new Classes();
const firstMoves = new FirstMoves(classes, margins);
const solution = new Solution(classes, endings, winning);

describe('the columns of Leiman’s game', () => {
    it('are read whole, and not at all where a byte is changed, missing or of another column', () => {
        expect([endings.length, winning.length]).toEqual([classCount, classCount]);
        const good = file('ending');
        for (const at of [0, 6, 7, 8, 9, 500, good.length - 1]) {
            const broken = good.slice();
            broken[at]! ^= 1;
            expect(unpack('ending', broken), String(at)).toBeNull();
        }
        expect(unpack('ending', good.slice(0, -1))).toBeNull();
        expect(unpack('ending', good.slice(0, 5))).toBeNull();
        expect(unpack('winning_moves', good)).toBeNull();
    });
    it('number the classes as the engine does', () => {
        // springtide solve --class 39051
        const text = 'n,b,b/p,b,b,b/p,p,n,n,b/p,n,p,n/p,p,b';
        expect(setupOf(solution.ofClass(39051))).toEqual(text.split(/[,/]/));
        for (const number of [0, 5, 777_777, 1_496_879]) {
            const all = twins(setupOf(number));
            const index = classes.classOf(number);
            expect(classes.representatives[index]).toBe(all[0]);
            expect(classes.members(index)).toBe(all.length);
            expect(classes.classOf(setupNumber(turned(setupOf(number))))).toBe(index);
        }
    });
    it('say how rare a set-up is, and lead to one that fulfils a wish', () => {
        // The figures of docs/explanation/high-tide-leiman-solved.md.
        const shares = solution.shares();
        expect(shares.only_move).toBe(250_764);
        expect(shares.lost).toBe(1_496_880 - 1_174_374);
        expect(shares.won_by_five).toBe(66);
        for (const wish of wishNames) {
            const rarity = solution.rarity(solution.fulfil(wish));
            expect(wishes[wish](rarity.ending, rarity.winningMoves), wish).toBe(true);
            expect(rarity.sameEnding).toBeGreaterThanOrEqual(rarity.members);
        }
        expect(solution.fulfil('only_move', () => 0)).not.toBe(solution.fulfil('only_move', () => 0.9));
    });
    it('say what every first move of a set-up leads to, however it lies and whoever starts', () => {
        // springtide solve --class 6907 says the same of the twin with the lowest number.
        const number = parseInt('dh30', 36);
        const moves = firstMoves.of(number, 0);
        expect(moves).toHaveLength(25);
        expect(moves).toContainEqual({ action: 'a2-a1', winner: 0, margin: 2 });
        const ofPink = firstMoves.of(number, 1);
        expect(ofPink).toEqual(
            moves.map(({ action, winner, margin }) => ({ action, winner: 1 - winner, margin: -margin! })),
        );
        for (let index = 0; index < classCount; index += 997)
            for (const twin of twins(setupOf(classes.representatives[index]!))) {
                const found = firstMoves.of(twin, 0);
                expect(new Set(found.map(({ action }) => action)).size).toBe(found.length);
                expect(found.filter(({ winner }) => winner === 0)).toHaveLength(winning[index]!);
                const best = Math.max(...found.map((move) => gainOf(move, 0)));
                expect(best > 0 ? best + 7 : best + 8, `class ${index}`).toBe(endings[index]);
                for (const { action } of found) expect(setupOf(twin)[cells.indexOf(action.slice(0, 2))]).not.toBe('p');
            }
        expect(() => new FirstMoves(classes, margins.subarray(1))).toThrow();
    });
});
