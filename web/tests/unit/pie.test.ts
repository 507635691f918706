// The pie rule of Leiman's board: what is left of a ring, and an island by lot.
import { describe, expect, it } from 'vitest';
import { byLot, emptyTable, nextPlace, tilesLeft } from '../../src/games/leiman/pie';

describe('laying tiles', () => {
    it('begins with the neutral centre and goes on in reading order', () => {
        const laid = emptyTable();
        expect(laid.c3).toBe('n');
        expect(nextPlace(laid)).toBe('a1');
        laid.a1 = 'b';
        expect(nextPlace(laid)).toBe('a2');
    });
    it('counts what is left of each ring by itself; the centre counts for none', () => {
        const laid = emptyTable();
        expect(tilesLeft(laid, 'a1')).toEqual({ b: 5, p: 5, n: 2 });
        expect(tilesLeft(laid, 'b2')).toEqual({ b: 2, p: 2, n: 2 });
        laid.a1 = 'n';
        laid.b2 = 'p';
        expect(tilesLeft(laid, 'e3')).toEqual({ b: 5, p: 5, n: 1 });
        expect(tilesLeft(laid, 'd3')).toEqual({ b: 2, p: 1, n: 2 });
    });
    it('lays a whole island by lot, each ring with its tiles', () => {
        const laid = emptyTable();
        let seed = 1;
        const draw = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
        for (let next = nextPlace(laid); next; next = nextPlace(laid)) laid[next] = byLot(laid, next, draw);
        const count = (tile: string) => Object.values(laid).filter((other) => other === tile).length;
        expect([count('b'), count('p'), count('n')]).toEqual([7, 7, 5]);
        expect(tilesLeft(laid, 'a1')).toEqual({ b: 0, p: 0, n: 0 });
        expect(tilesLeft(laid, 'b2')).toEqual({ b: 0, p: 0, n: 0 });
    });
    it('takes a tile as often as there are some left', () => {
        const laid = emptyTable();
        expect(byLot(laid, 'a1', () => 0)).toBe('b');
        expect(byLot(laid, 'a1', () => 5 / 12)).toBe('p');
        expect(byLot(laid, 'a1', () => 0.999)).toBe('n');
    });
});
