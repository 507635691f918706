import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AskEngine } from '../../src/shared/engine/engine';
import { checkDice, commitmentTo, type Kept } from '../../src/table/dice';

const id = '0123456789abcdef0123456789abcdef';
const record = (fields: Record<string, string>) =>
    Object.entries(fields)
        .map(([name, value]) => `[${name} "${value}"]`)
        .join('\n');
const honest = {
    Table: id,
    Commitment: 'c'.repeat(64),
    Secret: 's'.repeat(64),
    Contribution0: 'mine',
    Contribution1: 'theirs',
};
const engine =
    (ok: boolean): AskEngine =>
    () =>
        Promise.resolve({ ok } as Awaited<ReturnType<AskEngine>>);

async function kept(): Promise<Kept> {
    return {
        commitment: honest.Commitment,
        seat: 0,
        contribution: 'mine',
        commitments: [await commitmentTo(id, 0, 'mine'), await commitmentTo(id, 1, 'theirs')],
    };
}

describe('the dice', () => {
    it('are fair where all is as it was seen', async () => {
        expect(await checkDice(id, record(honest), engine(true), await kept())).toBe('fair');
    });
    it('are not, where anything was exchanged', async () => {
        const mine = await kept();
        expect(await checkDice(id, record({ ...honest, Commitment: 'd'.repeat(64) }), engine(true), mine)).toBe(
            'secretChanged',
        );
        expect(await checkDice(id, record({ ...honest, Contribution0: 'another' }), engine(true), mine)).toBe(
            'contributionChanged',
        );
        expect(await checkDice(id, record({ ...honest, Contribution1: 'chosen later' }), engine(true), mine)).toBe(
            'othersChanged',
        );
        expect(await checkDice(id, record(honest), engine(false), mine)).toBe('forged');
    });
    it('cannot be compared by a page that was not there', async () => {
        expect(await checkDice(id, record(honest), engine(true), null)).toBe('unchecked');
    });
    it('are committed to as docs/explanation/fairness.md says', async () => {
        expect(readFileSync(join(__dirname, '../../../docs/explanation/fairness.md'), 'utf8')).toContain(
            'springtide contribution 1',
        );
        // From `printf 'springtide contribution 1\n0123…\n1\ntheirs\n' | sha256sum`.
        expect(await commitmentTo(id, 1, 'theirs')).toBe(
            'ff1cddcebc47693ee087765979c59f21e8b10948900ef292de20718c66d3ec61',
        );
    });
});
