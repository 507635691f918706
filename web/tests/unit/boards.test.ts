import type { TurnTheTideEvent } from '../../src/shared/events/records';
import { describe, expect, it } from 'vitest';
import { choiceOf, choiceText, manyWays, tileOf } from '../../src/games/henn/actions';
import everything from '../../src/games/henn/everything.json';
import { onPlates, ties, type HennView } from '../../src/games/henn/view';
import { factsOf } from '../../src/games/leiman/advice';
import { cells, lift, nameAt, place, topLift, towards } from '../../src/games/leiman/geometry';
import { canMove } from '../../src/games/leiman/loose';
import type { Outlook } from '../../src/shared/net/schema';
import { speak } from '../../src/shared/i18n/text.svelte';
import { shownThisRound } from '../../src/games/tide/memory';
import { halves } from '../../src/games/tide/view';
import { chaptersOf } from '../../src/table/chapters';
import type { LogEntry } from '../../src/shared/table_client';
import { realEngine } from './engine';

describe("Leiman's board", () => {
    it('has 19 cells; neighbours are one tile apart, also on the screen', () => {
        expect(cells.length).toBe(19);
        expect(place('c3')).toEqual({ x: 0, y: 0 });
        expect(place('c4').x - place('c3').x).toBeCloseTo(86.6, 1);
        expect(place('b2').x).toBeCloseTo(-43.3, 1);
    });
    it('shows the middle of every top tile, however high the stack in front of it is', () => {
        const edge = 19.4; // where the upper edge of a top tile meets the middle of the tile behind it
        for (let height = 1; height <= 19; height += 1) {
            expect(-topLift(height) - edge).toBeGreaterThan(place('b2').y);
            for (let level = 1; level < height; level += 1)
                expect(lift(level, height)).toBeGreaterThan(lift(level - 1, height));
        }
        expect(topLift(2)).toBe(14);
        expect(topLift(0)).toBe(0);
    });
    it('shows the name of an empty place whole, however high the stacks before it are', () => {
        const name = nameAt(0);
        const [wide, high] = [9, 10]; // half the width of two characters with their outline, and their height
        for (const front of ['d2', 'd3']) {
            const at = { x: place(front).x - place('c3').x, y: place(front).y - place('c3').y };
            for (let height = 1; height <= 19; height += 1) {
                // The upper edges of the tile on top run from its middle down to both sides.
                const edge = (x: number) => at.y - topLift(height) - 38.8 + (Math.abs(x - at.x) / 42) * 19.4;
                for (const x of [name.x - wide, name.x + wide])
                    expect(name.y, `${front}, ${height} high`).toBeLessThan(edge(x) - 1);
                if (height === 1) continue;
                const badge = { x: at.x + 28, y: at.y - topLift(height) - 20 };
                const [dx, dy] = [
                    Math.max(0, Math.abs(badge.x - name.x) - wide),
                    Math.max(0, Math.abs(badge.y - (name.y - high / 2)) - high / 2),
                ];
                expect(Math.hypot(dx, dy), `the number of ${front}, ${height} high`).toBeGreaterThan(12.7);
            }
        }
    });
    it('is walked by arrow keys and ends at its edge', () => {
        expect(towards('c3', 'ArrowRight')).toBe('c4');
        expect(towards('c5', 'ArrowRight')).toBeNull();
        expect(towards('a1', 'ArrowUp')).toBeNull();
        expect(towards('a1', 'ArrowDown')).toBe('b1');
        expect(towards('c3', 'x')).toBeNull();
    });
});

describe('a glint', () => {
    it('knows which tiles could move exactly as the rules do (L5, L6, L7)', async () => {
        const ask = await realEngine();
        for (const seed of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
            let now = await ask({ op: 'new', game: 'high_tide_leiman', players: 2, options: { stones: 3 }, seed });
            const { table } = now;
            for (let step = 0; !now.over; step += 1) {
                const [by] = now.to_act as number[];
                const legal = (await ask({ op: 'legal', table, by })).actions as string[];
                const { cells: stacks } = (await ask({ op: 'view', table, for: 'all' })).view as {
                    cells: Record<string, string>;
                };
                const own = cells.filter(
                    (cell) =>
                        [by === 0 ? 'b' : 'p', 'n'].includes(stacks[cell]?.slice(-1) ?? '') && canMove(stacks, cell),
                );
                expect(own).toEqual(cells.filter((cell) => legal.some((action) => action.startsWith(cell))));
                now = await ask({ op: 'play', table, by, action: legal[(step * 7) % legal.length] });
            }
        }
    });
});

describe("a reason in Leiman's game", () => {
    it('counts what can be moved after a move exactly as the rules do, and says what the move covers', async () => {
        const ask = await realEngine();
        const seen = new Set<string>();
        for (const seed of ['a', 'b', 'c', 'd']) {
            let now = await ask({ op: 'new', game: 'high_tide_leiman', players: 2, options: { stones: 1 }, seed });
            const { table } = now;
            for (let step = 0; !now.over; step += 1) {
                const [by] = now.to_act as number[];
                const actions = (await ask({ op: 'legal', table, by })).actions as string[];
                const { cells: stacks } = (await ask({ op: 'view', table, for: 'all' })).view as {
                    cells: Record<string, string>;
                };
                const action = actions[(step * 5) % actions.length]!;
                const facts = factsOf(stacks, action, by === 0 ? 'b' : 'p');
                expect(facts.length).toBeGreaterThan(0);
                expect(facts.some(({ kind }) => kind === 'covers')).toBe(
                    stacks[action.slice(3)]!.endsWith(by === 0 ? 'p' : 'b'),
                );
                now = await ask({ op: 'play', table, by, action });
                for (const fact of facts) {
                    seen.add(fact.kind);
                    if (fact.kind === 'stuck') expect(now.over).toBe(true);
                    if (fact.kind !== 'fewer') continue;
                    const answers = (await ask({ op: 'legal', table, by: 1 - by! })).actions as string[];
                    expect(new Set(answers.map((one) => one.slice(0, 2))).size).toBe(fact.n);
                    expect(fact.m).toBeGreaterThan(fact.n);
                }
            }
        }
        expect([...seen].sort()).toEqual(['covers', 'fewer', 'neutral', 'own', 'stuck']);
    });
});

describe('the story', () => {
    it('begins every round with what begins it, in all three games', async () => {
        const ask = await realEngine();
        for (const [game, players, options] of [
            ['high_tide_leiman', 2, {}],
            ['high_tide_henn', 3, { sharks: true, baywatch: true }],
            ['turn_the_tide', 3, {}],
        ] as const) {
            let now = await ask({ op: 'new', game, players, options, seed: 'story', for: 'all' });
            const { table } = now;
            const log: LogEntry[] = [{ by: null, events: now.events } as LogEntry];
            for (let step = 0; !now.over; step += 1) {
                const by = (now.to_act as number[])[0]!;
                const actions = (await ask({ op: 'legal', table, by })).actions as string[];
                now = await ask({ op: 'play', table, by, action: actions[(step * 3) % actions.length], for: 'all' });
                log.push({ by, events: now.events } as LogEntry);
            }
            const chapters = chaptersOf(game, log);
            expect(chapters.flatMap(({ parts }) => parts.flatMap(({ entry }) => entry.events))).toEqual(
                log.flatMap(({ events }) => events),
            );
            const rounds = [...new Set(chapters.flatMap(({ round }) => round ?? []))];
            expect(rounds.length, game).toBeGreaterThan(2);
            expect(rounds).toEqual(rounds.map((_, i) => i + 1));
            for (const { round, parts } of chapters)
                parts.forEach(({ entry }, part) =>
                    entry.events.forEach((event, i) => {
                        if (event.kind === 'laid_out' || (event.kind === 'round_begun' && game === 'high_tide_henn'))
                            expect([part, i, round], game).toEqual([0, 0, event.round]);
                    }),
                );
            // Whoever comes back gets the steps of a page as one: the headings are the same.
            const headings = (story: LogEntry[]) => chaptersOf(game, story).map(({ round, trick }) => [round, trick]);
            expect(headings([{ by: null, events: log.flatMap(({ events }) => events) }])).toEqual(headings(log));
            if (game !== 'turn_the_tide') continue;
            // A trick that is taken back and played again keeps its number.
            const played = log.findIndex(({ events }) => events.some(({ kind }) => kind === 'revealed'));
            expect(
                headings([
                    ...log.slice(0, played + 1),
                    { by: null, events: [{ kind: 'room.took_back_agreed', name: 'Anna' }] },
                    ...log.slice(played),
                ]).slice(0, 4),
            ).toEqual([
                [null, 0],
                [1, 1],
                [1, 1],
                [1, 2],
            ]);
        }
    });
});

describe("Henn's end", () => {
    it('names the spaces on which only the order of the chairs decided (H21)', () => {
        const dry = { water: 15, spaces: {}, wet: [] };
        const view = {
            beaches: {
                k: { ...dry, spaces: { '0': [0], '9': [1, 2] } },
                p: { ...dry, spaces: { '3': [0, 1], '7': [2] } },
                b: dry,
                o: dry,
                y: dry,
                w: { ...dry, spaces: { '4': [2, 0] } },
            },
            surfers: [null, null, 'w'],
        } as unknown as HennView;
        const paid = [
            { beach: 'k', seat: 2, reason: 'first' },
            { beach: 'k', seat: 1, reason: 'second' },
            { beach: 'p', seat: 2, reason: 'first' },
            { beach: 'w', seat: 0, reason: 'first' },
        ];
        // Purple: nobody on space 3 was paid. White: a surfer on the sand takes no place.
        expect(ties(view, paid)).toEqual([{ beach: 'k', space: 9, seats: [1, 2] }]);
    });
    it('adds up on a plate what has arrived, and not what still flies', () => {
        const places = [
            { seat: 0, points: 4 },
            { seat: 1, points: 2 },
            { seat: 0, points: 1 },
            { seat: 2, points: 4 },
        ];
        expect(onPlates(places, places.slice(2), 3)).toEqual([4, 2, 0]);
        expect(onPlates(places, [], 3)).toEqual([5, 2, 4]);
    });
});

describe("Henn's choices", () => {
    it('name a die as it counts after recolour and adjust', async () => {
        await speak('en');
        const steps = [
            { beach: 'w', spaces: 6 },
            { beach: 'p', spaces: -2 },
        ] as const;
        const text = (action: string) => choiceText(action, ['k5', 'p2'], [...steps]);
        expect(text('use backward left')).toContain('white 6');
        expect(text('use recolour left y')).toContain('white 6');
        expect(text('first right')).toBe('Move purple 2 first');
        expect(text('use reroll left')).toContain('black 5');
    });
    it('are never a long list: a tile with many ways is one choice, in games of lots with everything', async () => {
        const ask = await realEngine();
        await speak('en');
        const seen = new Set<string>();
        for (let lot = 0; lot < 12; lot += 1) {
            let now = await ask({
                op: 'new',
                game: 'high_tide_henn',
                players: 3,
                options: everything,
                seed: `choices ${lot}`,
            });
            const table = now.table as number;
            for (let turn = 0; !now.over; turn += 1) {
                const by = (now.to_act as number[])[0]!;
                const legal = await ask({ op: 'legal', table, by, leads_to: true });
                const actions = legal.actions as string[];
                const outlooks = legal.leads_to as Outlook[];
                const folded = manyWays(actions);
                const view = (await ask({ op: 'view', table, for: by })).view as HennView;
                for (const tile of folded) {
                    seen.add(tile);
                    const ways = actions.flatMap((action, i) =>
                        tileOf(action) === tile ? [choiceOf(view, action, outlooks[i])] : [],
                    );
                    expect(new Set(ways.map(({ brief }) => brief)).size, tile).toBe(ways.length);
                    for (const { text, brief, steps, action } of ways) {
                        expect(text).toContain(brief);
                        if (tile === 'head_start') expect(steps, action).toHaveLength(1);
                    }
                }
                const first =
                    actions.filter((action) => !folded.some((tile) => action.startsWith(`use ${tile} `))).length +
                    folded.length;
                expect(first, actions.join()).toBeLessThanOrEqual(8);
                now = await ask({ op: 'play', table, by, action: actions[(turn * 7 + lot) % actions.length] });
            }
        }
        expect(seen.size).toBeGreaterThan(1);
    });
});

describe('the cards of Turn the Tide', () => {
    it('carry 24 preservers in all (T2)', () => {
        expect(Array.from({ length: 60 }, (_, i) => halves(i + 1)).reduce<number>((sum, n) => sum + n, 0)).toBe(48);
    });
    it('are remembered for the round in which they were shown', () => {
        const entry = (...events: TurnTheTideEvent[]) => ({ by: 0, events });
        const ended = { kind: 'round_ended', round: 1, reason: 'played_out' } as const;
        const log = [
            entry({ kind: 'revealed', cards: [40] }),
            entry({ kind: 'revealed', cards: [null, 7] }, ended),
            entry({ kind: 'revealed', cards: [null, null, 9] }),
        ];
        expect([...shownThisRound(log)]).toEqual([[9, 2]]);
        expect([...shownThisRound(log.slice(0, 1))]).toEqual([[40, 0]]);
    });
});
