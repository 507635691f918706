import { describe, expect, it } from 'vitest';
import type { AskEngine } from '../../src/shared/engine/engine';
import { luckMargin, mistakes, reviewLuck, swings, turningPoints, type LuckReview } from '../../src/table/replay/luck';
import { readRecord } from '../../src/shared/record';
import { realEngine } from './engine';

const deal = [0, 1, 2].map((seat) => Array.from({ length: 12 }, (_, i) => seat + 1 + 3 * i).join(',')).join('|');
const record = readRecord(
    `[Springtide "1"]\n[Game "turn_the_tide"]\n[Players "3"]\n\nchance deal ${deal}\nchance tides 1 12\n0 34\n1 2\n2 3\nchance tides 1 2\n`,
)!;

/** Seat 0 gains by chance, then loses as much by its own choice. */
const small: LuckReview = {
    before: { shares: [0.4, 0.3, 0.3], points: [3, 3, 3] },
    events: [
        { event: 0, by: 'chance', action: 'a', shares: [0.6, 0.2, 0.2], points: [4, 2, 2] },
        {
            event: 1,
            by: 0,
            action: 'b',
            shares: [0.6, 0.2, 0.2],
            points: [4, 2, 2],
            mistake: false,
            advice: 'b',
            cost: 0,
            cost_points: 0,
        },
        {
            event: 2,
            by: 0,
            action: 'c',
            shares: [0.3, 0.35, 0.35],
            points: [2, 4, 4],
            mistake: true,
            advice: 'd',
            cost: 0.02,
            cost_points: 1,
        },
        {
            event: 3,
            by: 1,
            action: 'e',
            shares: [0.32, 0.34, 0.34],
            points: [2, 4, 4],
            mistake: true,
            advice: 'f',
            cost: 0.3,
            cost_points: 1,
        },
    ],
    balance: [],
};

describe('a review of luck', () => {
    it('asks the engine in pieces and joins them to what it would say at once', async () => {
        const ask = await realEngine();
        const told: number[][] = [];
        const found = (await reviewLuck(ask, record, (...done) => told.push(done) > 0))!;
        expect(told).toEqual([
            [0, 6],
            [4, 6],
        ]);
        const whole = (await ask({
            op: 'review',
            record: `${record.head}${record.lines.map(({ by, action }) => `${by} ${action}\n`).join('')}`,
            nodes: 2000,
        })) as unknown as LuckReview;
        expect(found.events).toEqual(whole.events);
        expect(found.before).toEqual(whole.before);
        for (const [seat, { luck, mistakes: own, rest }] of whole.balance.entries()) {
            expect(found.balance[seat]!.luck.share).toBeCloseTo(luck.share, 3);
            expect(found.balance[seat]!.mistakes.points).toBeCloseTo(own.points, 3);
            expect(found.balance[seat]!.rest.share).toBeCloseTo(rest.share, 3);
        }
        for (const [seat, { luck, mistakes: own, rest }] of found.balance.entries())
            expect(luck.share + own.share + rest.share).toBeCloseTo(
                found.events.at(-1)!.shares[seat]! - found.before.shares[seat]!,
                3,
            );
    });
    it('says how sure it is by how far the groups of simulations differ', () => {
        const nothing = { share: 0, points: 0 };
        const balance = {
            luck: { share: 0.1, points: 1 },
            mistakes: nothing,
            rest: nothing,
            luck_by_group: [0.0, 0.2, 0.0, 0.2],
        };
        expect(luckMargin(balance)).toBeCloseTo((2 * 0.1) / 2);
    });
    it('stops when nobody waits for it, and says so when the engine refuses', async () => {
        const asked: object[] = [];
        const ask: AskEngine = (request) => {
            asked.push(request);
            return Promise.resolve({ ok: false });
        };
        expect(await reviewLuck(ask, record, () => false)).toBeNull();
        expect(asked).toEqual([]);
        expect(await reviewLuck(ask, record, () => true)).toBeNull();
        expect(asked).toHaveLength(1);
    });
    it('lists the costliest mistake first', () => {
        expect(mistakes(small).map(({ action }) => action)).toEqual(['e', 'c']);
    });
    it('finds what changed the game most, whose game it was, and the moment after it', () => {
        const found = swings(small).slice(0, 2);
        expect(found.map(({ moment, by, seat }) => [moment, by, seat])).toEqual([
            [3, 0, 0],
            [1, 'chance', 0],
        ]);
        expect(found[0]!.change).toBeCloseTo(-0.3);
        expect(found[1]!.change).toBeCloseTo(0.2);
    });
    it('takes large jumps for turning points, in the order of the game', () => {
        expect(turningPoints(small)).toEqual([1, 3, 4]);
        const calm = {
            ...small,
            events: [
                ...small.events.slice(0, 1),
                ...Array.from({ length: 9 }, (_, i) => ({
                    ...small.events[0]!,
                    event: i + 1,
                    shares: [0.6 + (i + 1) / 100, 0.2, 0.2 - (i + 1) / 100],
                })),
            ],
        };
        expect(turningPoints(calm)).toHaveLength(3);
    });
});
