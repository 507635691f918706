// The tutorials: real tables with prepared chance events and prepared answers of the others. A test plays each of them
// through the engine, so that none can drift from the rules.
import type { GameId } from '../../shared/games';
import type { Key } from '../../shared/i18n/languages';

export interface Lesson {
    /** Another game, so many steps on: all seats play their first legal action until then. */
    anew?: { seed: string; steps: number };
    /** The actions before it, and their actors. */
    before?: [number | 'chance', string][];
    say: Key;
    /** The actions that the learner may choose; without it, reading on is enough. */
    play?: string[];
    /** The part of the board the words are about: each board knows its own names for them. */
    spot?: string;
}
/** Every game has a first chapter; Leiman's has a second one, from its solution. */
export type ChapterId = GameId | 'high_tide_leiman_more';
export const gameOf = (chapter: ChapterId): GameId =>
    chapter === 'high_tide_leiman_more' ? 'high_tide_leiman' : chapter;

export interface Script {
    players: number;
    options: Record<string, unknown>;
    lessons: Lesson[];
}

export const scripts: Record<ChapterId, Script> = {
    high_tide_leiman: {
        players: 2,
        options: { first: 'blue', stones: 1 },
        lessons: [
            { before: [['chance', 'setup b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b']], say: 'learn.leiman.1' },
            { say: 'learn.leiman.2', play: ['a1-a2'], spot: 'cells a1 a2' },
            { say: 'learn.leiman.3', spot: 'cells a1 a2' },
            { before: [[1, 'e1-d1']], say: 'learn.leiman.4', play: ['c1-d1'], spot: 'cells c1 d1' },
            { say: 'learn.leiman.5' },
            { before: [[1, 'b4-c4']], say: 'learn.leiman.6', play: ['a3-a2', 'a3-b3'], spot: 'cells a3' },
            { say: 'learn.leiman.7' },
            { anew: { seed: 'lesson 14', steps: 20 }, say: 'learn.leiman.8', play: ['c4-b3'], spot: 'cells c4 b3' },
            { say: 'learn.leiman.9' },
        ],
    },
    // tests/unit/tutorial.test.ts checks the text's claims about these moves with the solver.
    high_tide_leiman_more: {
        players: 2,
        options: { first: 'blue', stones: 1 },
        lessons: [
            { before: [['chance', 'setup b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b']], say: 'learn.more.1' },
            { say: 'learn.more.2', play: ['a3-a2'], spot: 'cells a3 a2' },
            { say: 'learn.more.3', spot: 'cells a1 a2' },
            { before: [[1, 'e2-e3']], say: 'learn.more.4', play: ['d1-e1', 'd1-d2'], spot: 'cells b4 c5 d4 e1' },
            { say: 'learn.more.5' },
            { say: 'learn.more.6' },
        ],
    },
    turn_the_tide: {
        players: 3,
        options: {},
        lessons: [
            {
                before: [
                    [
                        'chance',
                        'deal 2,9,16,22,27,33,38,44,50,53,56,60|1,5,11,14,19,25,30,36,41,47,52,58|3,7,12,17,20,24,29,35,40,46,51,59',
                    ],
                    ['chance', 'tides 4 7'],
                ],
                say: 'learn.tide.1',
                spot: 'tides',
            },
            { say: 'learn.tide.2', spot: 'hand' },
            { say: 'learn.tide.3', play: ['44'], spot: 'card-44' },
            {
                before: [
                    [1, '41'],
                    [2, '12'],
                    ['chance', 'tides 2 11'],
                ],
                say: 'learn.tide.4',
                spot: 'islands',
            },
            { say: 'learn.tide.5', play: ['2', '9'], spot: 'tides' },
            {
                before: [
                    [1, '52'],
                    [2, '46'],
                    ['chance', 'tides 9 10'],
                ],
                say: 'learn.tide.6',
                spot: 'islands',
            },
            { say: 'learn.tide.7', play: ['16', '22', '27'], spot: 'hand' },
            {
                before: [
                    [1, '58'],
                    [2, '59'],
                    ['chance', 'tides 1 12'],
                ],
                say: 'learn.tide.8',
            },
            { anew: { seed: 'lesson 176', steps: 104 }, say: 'learn.tide.9', play: ['27'], spot: 'card-27' },
            { say: 'learn.tide.10' },
        ],
    },
    high_tide_henn: {
        players: 3,
        options: {},
        lessons: [
            { before: [['chance', 'towels 0,1,2']], say: 'learn.henn.1', spot: 'beaches' },
            { say: 'learn.henn.2', play: ['roll'], spot: 'ask' },
            { before: [['chance', 'roll y2 b1']], say: 'learn.henn.3', play: ['decline'], spot: 'ask' },
            { before: [['chance', 'roll o6 w4']], say: 'learn.henn.4', play: ['accept'], spot: 'ask' },
            { say: 'learn.henn.5', spot: 'track' },
            {
                before: [
                    [1, 'take 1'],
                    [1, 'reroll none'],
                ],
                say: 'learn.henn.6',
                spot: 'track',
            },
            {
                before: [
                    [2, 'roll'],
                    ['chance', 'roll k5 p3'],
                    [2, 'accept'],
                    ['chance', 'roll o4 k2'],
                ],
                say: 'learn.henn.7',
                spot: 'beach-o',
            },
            { say: 'learn.henn.8' },
            { anew: { seed: 'lesson 1', steps: 34 }, say: 'learn.henn.9', play: ['reroll none'], spot: 'ask' },
            { say: 'learn.henn.10' },
        ],
    },
};
