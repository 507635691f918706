import { describe, expect, it } from 'vitest';
import {
    exchanged,
    exchanges,
    isSetup,
    mirrored,
    parsePlaced,
    parseWalk,
    placedPosition,
    placedText,
    setupCount,
    setupNumber,
    setupOf,
    setupText,
    swapped,
    turned,
    twins,
    walkText,
} from '../../src/games/leiman/solved/setups';

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
        expect(setupText(setupOf(0), 0)).toMatch(
            /^[bpn](,[bpn]){2}\/[bpn](,[bpn]){3}\/[bpn](,[bpn]){4}\/[bpn](,[bpn]){3}\/[bpn](,[bpn]){2} b -$/,
        );
    });
    it('and moves make a short address that is read again', () => {
        for (const walk of [
            { setup: 0, starter: 0, moves: [] },
            { setup: setupCount - 1, starter: 1, moves: [0, 5, 63, 64, 76] },
        ]) {
            const text = walkText(walk);
            expect(text).toMatch(/^[\w.~-]+$/);
            expect(parseWalk(text)).toEqual(walk);
        }
        expect(walkText({ setup: setupCount - 1, starter: 0, moves: Array<number>(20).fill(3) }).length).toBeLessThan(
            30,
        );
        for (const broken of ['', 'b', 'x12', 'bzzzzz', 'b12.', 'b12.~', 'b12.~z', 'b12 A', 'b123456789'])
            expect(parseWalk(broken)).toBeNull();
    });
    it('keep their rings when two tiles change places', () => {
        const setup = setupOf(423_456);
        const pairs = exchanges(setup);
        expect(pairs.length).toBeGreaterThan(80);
        for (const pair of pairs) {
            expect(isSetup(exchanged(setup, pair))).toBe(true);
            expect(exchanged(setup, pair)).not.toEqual(setup);
            expect(exchanged(exchanged(setup, pair), pair)).toEqual(setup);
        }
    });
});

describe('any position', () => {
    const placed = {
        stacks: ['pb', '', '', '', 'n', 'np', 'bpn', 'b', 'p', 'n', 'bp', '', 'b', 'b', 'pn', '', 'pb', '', ''],
        mover: 0,
        last: 1,
    };
    it('is fifteen signs that are read again', () => {
        expect(placedText(placed)).toBe('xCkAzhsSMYESwkA'); // as `springtide explore` writes it
        expect(parsePlaced(placedText(placed))).toEqual(placed);
        const start = { stacks: setupOf(12), mover: 1, last: null };
        expect(parsePlaced(placedText(start))).toEqual(start);
        expect(placedPosition(placed)).toBe('pb,.,./.,n,np,bpn/b,p,n,bp,./b,b,pn,./pb,.,. b p');
    });
    it('is none where a sign is missing, foreign or too much', () => {
        const text = placedText(placed);
        for (const broken of [
            text.slice(0, -1),
            `${text}A`,
            text.replace(/^x./, 'xZ'),
            'x',
            text.replace(/.$/, '_'),
            `xA${'_'.repeat(13)}`,
        ])
            expect(parsePlaced(broken), broken).toBeNull();
    });
});
