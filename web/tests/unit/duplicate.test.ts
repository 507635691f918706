// What the page makes of duplicate tables, and actions in words.
import { beforeEach, describe, expect, it } from 'vitest';
import { actionWords } from '../../src/games/action_words';
import { speak } from '../../src/shared/i18n/text.svelte';
import { ranking, teamTable, type Duplicate } from '../../src/competitions/duplicate';

const set = (places: { team: number; name: string | null; difference?: number }[][], teams: number[]): Duplicate =>
    ({
        tables: places.map((table) => ({
            begun: true,
            over: true,
            table: 'x',
            places: table.map((place) => ({ bot: place.name === null, points: 1, ...place })),
        })),
        teams,
    }) as unknown as Duplicate;

describe('duplicate tables', () => {
    it('rank people by what they made of their seat, and leave bots out', () => {
        const rows = ranking(
            set(
                [
                    [
                        { team: 0, name: 'Ann', difference: 1 },
                        { team: 1, name: null, difference: 5 },
                    ],
                    [
                        { team: 1, name: 'Bob', difference: 1 },
                        { team: 0, name: 'Cid', difference: -2 },
                    ],
                ],
                [0, 0],
            ),
        );
        expect(rows.map(({ rank, place }) => [rank, place.name])).toEqual([
            [1, 'Ann'],
            [1, 'Bob'],
            [3, 'Cid'],
        ]);
    });
    it('have no ranking before they are over', () => {
        expect(ranking(set([[{ team: 0, name: 'Ann' }]], []))).toEqual([]);
    });
    it('name teams only where more than one person plays for one', () => {
        expect(teamTable(set([[{ team: 0, name: 'Ann' }], [{ team: 1, name: 'Bob' }]], [1, -1]))).toEqual([]);
        const teams = teamTable(
            set(
                [
                    [
                        { team: 0, name: 'Ann' },
                        { team: 1, name: 'Dee' },
                    ],
                    [
                        { team: 1, name: 'Bob' },
                        { team: 0, name: 'Cid' },
                    ],
                ],
                [-1, 1],
            ),
        );
        expect(teams.map(({ team, names }) => [team, names])).toEqual([
            [1, ['Dee', 'Bob']],
            [0, ['Ann', 'Cid']],
        ]);
    });
});

describe('an action without its position', () => {
    beforeEach(() => speak('en'));
    it('is said in the words of the table, not in notation', () => {
        expect(actionWords('turn_the_tide', '37')).toBe('the 37');
        expect(actionWords('high_tide_leiman', 'a1-b2')).toBe('from a1 to b2');
        for (const action of [
            'roll',
            'take 3',
            'accept',
            'decline',
            'reroll none',
            'reroll both',
            'reroll left',
            'coin take',
            'move',
            'pass',
            'first right',
            'use adjust +1 -1',
            'use reroll left',
            'use head_start y 2',
        ])
            expect(actionWords('high_tide_henn', action), action).not.toBe(action);
        expect(actionWords('high_tide_henn', 'reroll left')).toContain('left die');
    });
});
