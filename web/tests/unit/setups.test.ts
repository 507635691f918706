import { describe, expect, it } from 'vitest';
import { isSetup, mirrored, parseWalk, setupCount, setupNumber, setupOf, setupText, swapped, turned, twins, walkText } from '../../src/lib/setups';

const some = [0, 1, 16_631, 16_632, 423_456, 999_999, setupCount - 1];

describe('set-ups of Leiman’s game', () => {
    it('have a number each, and every number is one (L3)', () => {
        for (const number of some) {
            expect(isSetup(setupOf(number))).toBe(true);
            expect(setupNumber(setupOf(number))).toBe(number);
        }
        expect(isSetup(setupOf(7).with(9, 'b'))).toBe(false);
    });
    it('of one class are laid onto each other by turning and mirroring', () => {
        for (const number of some) {
            const all = twins(setupOf(number));
            expect(all).toContain(number);
            expect(12 % all.length).toBe(0);
            expect(twins(turned(setupOf(number)))).toEqual(all);
            expect(twins(mirrored(setupOf(number)))).toEqual(all);
            expect(swapped(swapped(setupOf(number)))).toEqual(setupOf(number));
        }
        let six = setupOf(423_456);
        for (let i = 0; i < 6; i += 1) six = turned(six);
        expect(six).toEqual(setupOf(423_456));
    });
    it('are written as the engine reads them', () => {
        expect(setupText(setupOf(0), 0)).toMatch(/^[bpn](,[bpn]){2}\/[bpn](,[bpn]){3}\/[bpn](,[bpn]){4}\/[bpn](,[bpn]){3}\/[bpn](,[bpn]){2} b -$/);
    });
    it('and moves make a short address that is read again', () => {
        for (const walk of [{ setup: 0, starter: 0, moves: [] }, { setup: setupCount - 1, starter: 1, moves: [0, 5, 63, 64, 76] }]) {
            const text = walkText(walk);
            expect(text).toMatch(/^[\w.~-]+$/);
            expect(parseWalk(text)).toEqual(walk);
        }
        expect(walkText({ setup: setupCount - 1, starter: 0, moves: Array<number>(20).fill(3) }).length).toBeLessThan(30);
        for (const broken of ['', 'b', 'x12', 'bzzzzz', 'b12.', 'b12.~', 'b12.~z', 'b12 A', 'b123456789']) expect(parseWalk(broken)).toBeNull();
    });
});
