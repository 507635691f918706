import { describe, expect, it } from 'vitest';
import { estimate } from '../../src/lib/estimate';
import { readRecord } from '../../src/lib/replay/record';
import { realEngine } from './engine';

const deal = [0, 1, 2].map((seat) => Array.from({ length: 12 }, (_, i) => seat + 1 + 3 * i).join(',')).join('|');
const record = readRecord(`[Springtide "1"]\n[Game "turn_the_tide"]\n[Players "3"]\n\nchance deal ${deal}\nchance tides 4 7\n0 1\n1 2\n2 3\nchance tides 1 2\n1 5\n`)!;

describe('an estimate', () => {
    it('asks a bot about every decision of one seat', async () => {
        const ask = await realEngine();
        const told: number[] = [];
        const found = await estimate(ask, record, 1, (done) => told.push(done) > 0);
        expect(found!.map(({ moment, action }) => [moment, action])).toEqual([[3, '2'], [6, '5']]);
        for (const { advice } of found!) expect(Number(advice) % 3).toBe(2);
        expect(told).toEqual([0, 1]);
    });
    it('stops when nobody waits for it', async () => {
        expect(await estimate(await realEngine(), record, 1, () => false)).toBeNull();
    });
});
