import { realEngine } from './engine';
import { describe, expect, it, vi } from 'vitest';
import { history, outcome, remember, type Played } from '../../src/table/history';
import { cards, csv, dice, givenIn, givenInAll, opponents, summaries } from '../../src/table/replay/stats';

const head = (game: string) => `[Springtide "1"]\n[Game "${game}"]\n[Players "3"]\n\n`;
const base: Played = {
    at: 0,
    game: 'high_tide_henn',
    me: 0,
    seats: [{ kind: 'person' }, { kind: 'bot', level: 'easy' }, { kind: 'bot', level: 'easy' }],
    winners: [0],
    points: [12, 7, 9],
    record: head('high_tide_henn'),
};
const tide: Played = {
    ...base,
    game: 'turn_the_tide',
    me: 1,
    seats: [{ kind: 'bot', level: 'hard' }, { kind: 'person' }, { kind: 'bot', level: 'hard' }],
};

describe('statistics', () => {
    it('add up results by game and edition, wherever they were played', () => {
        const edition = (name: string) => head('high_tide_henn').replace('\n\n', `\n[edition "${name}"]\n\n`);
        const games = [
            { ...base, record: edition('de') },
            { ...base, record: edition('de'), winners: [1, 2], points: [2, 9, 9], table: 'x' },
            { ...base, record: edition('en') },
            tide,
            { ...base, me: null },
        ];
        expect(summaries(games)).toEqual([
            { game: 'turn_the_tide', edition: '', played: 1, won: 0, points: 7, over: [7], balance: [-5] },
            { game: 'high_tide_henn', edition: 'de', played: 2, won: 1, points: 7, over: [12, 2], balance: [3, -4] },
            { game: 'high_tide_henn', edition: 'en', played: 1, won: 1, points: 12, over: [12], balance: [3] },
        ]);
    });
    it('tell bots and people apart as opponents, each once in a game', () => {
        const people: Played = {
            ...base,
            winners: [1],
            table: 'x',
            seats: [
                { kind: 'person', name: 'Me' },
                { kind: 'person', name: 'easy' },
                { kind: 'bot', level: 'easy' },
            ],
        };
        expect(opponents([base, people, { ...base, me: null }], 'high_tide_henn')).toEqual([
            { level: 'easy', played: 2, won: 1 },
            { name: 'easy', played: 1, won: 0 },
        ]);
    });
    it('remember an online table once', () => {
        const kept = new Map<string, string>();
        vi.stubGlobal('localStorage', {
            getItem: (key: string) => kept.get(key) ?? null,
            setItem: (key: string, text: string) => kept.set(key, text),
        });
        for (const table of ['a', 'b', 'a']) remember({ ...base, table });
        remember(base);
        remember(base);
        expect(history().map(({ table }) => table)).toEqual(['a', 'b', undefined, undefined]);
        vi.unstubAllGlobals();
    });
    it('read the end of each game from its view', () => {
        expect(outcome({ winner: 1, stones: [1, 3] })).toEqual({ winners: [1], points: [1, 3] });
        expect(outcome({ winners: [0, 2], scores: [4, 1, 4] })).toEqual({ winners: [0, 2], points: [4, 1, 4] });
        expect(outcome({ winner: null, stones: [0, 1] })).toEqual({ winners: [], points: [0, 1] });
    });
    it('count every die that was rolled, and how far it may stray', () => {
        const found = dice([
            givenIn(
                [
                    { kind: 'rolled', seat: 0, dice: ['y2', 'b1'] },
                    { kind: 'rerolled', seat: 0, dice: ['y4', 'b2'], which: ['left', 'right'] },
                    { kind: 'rerolled', seat: 1, dice: ['y3', 'b6'], which: ['right'] },
                ],
                0,
            ),
        ]);
        expect(found.map(({ came }) => came)).toEqual([1, 2, 0, 1, 0, 1]);
        expect(found[0]!.expected).toBeCloseTo(5 / 6);
        expect(found[0]!.band).toBeCloseTo(1.96 * Math.sqrt(25 / 36));
        expect(dice([givenIn([{ kind: 'hand', seat: 0, cards: [1] }], 0)])).toEqual([]);
    });
    it('sort one’s own first hand by weather', () => {
        const events = [
            { kind: 'hand', seat: 0, cards: [1, 2, 3] },
            { kind: 'hand', seat: 1, cards: [13, 14, 25, 60] },
            { kind: 'hand', seat: 1, cards: [7] },
        ] as const satisfies object[];
        const given = (seat: number | null) =>
            givenIn(
                events.map((event) => ({ ...event, cards: [...event.cards] })),
                seat,
            );
        expect(cards([given(1)]).map(({ came, expected }) => [came, expected])).toEqual([
            [0, 2.4],
            [2, 2.4],
            [1, 2.4],
            [0, 2.4],
            [1, 2.4],
        ]);
        expect(cards([given(null)])).toEqual([]);
    });
    it('are read from the records of old games, which the engine plays again', async () => {
        const hands = [0, 1, 2]
            .map((seat) => Array.from({ length: 12 }, (_, i) => seat + 1 + 3 * i).join(','))
            .join('|');
        const dealt = `${head('turn_the_tide')}chance deal ${hands}\nchance tides 4 7\n`;
        const rolled = `${head('high_tide_henn')}chance towels 0,1,2\n0 roll\nchance roll y2 b1\n0 accept\n1 roll\nchance roll o6 w6\n`;
        const found = await givenInAll(await realEngine(), [
            { ...tide, record: dealt },
            { ...base, record: rolled },
            { ...base, record: `${head('high_tide_henn')}0 fly\n` },
        ]);
        expect(found).toEqual([
            { dice: [], hand: Array.from({ length: 12 }, (_, i) => 2 + 3 * i) },
            { dice: [2, 1, 6, 6], hand: [] },
        ]);
    });
    it('leave as a table for other programs', () => {
        const online: Played = {
            ...tide,
            table: 'x',
            seats: [{ kind: 'person', name: '=1+1' }, { kind: 'person' }, { kind: 'person', name: 'Ann, "A"' }],
            record: head('turn_the_tide').replace('\n\n', '\n[edition "amigo"]\n\n'),
        };
        expect(csv([tide, online, { ...base, me: null }]).split('\n')).toEqual([
            'ended,game,edition,where,seat,won,points,all points,opponents',
            '1970-01-01T00:00:00.000Z,turn_the_tide,,device,1,0,7,12 7 9,hard; hard',
            `1970-01-01T00:00:00.000Z,turn_the_tide,amigo,online,1,0,7,12 7 9,"'=1+1; Ann, ""A"""`,
            '1970-01-01T00:00:00.000Z,high_tide_henn,,device,,,,12 7 9,person; easy; easy',
            '',
        ]);
    });
});
