// The engine's sentences, read into small records: what kind of thing happened, to which seat, with which values.
import type { GameId } from '../games';
import { hennPatterns } from './henn';
import { leimanPatterns } from './leiman';
import { roomPatterns } from './room';
import { tidePatterns } from './tide';

export interface Happened {
    /** "room.…" for what happens at every table. */
    kind: string;
    seat: number | null;
    values: Record<string, string>;
}
/** The words of a sentence in capital letters stand for what changes: WHO is a seat, all others are values. */
export type Patterns = Record<string, string>;

const seatNames: Record<GameId, string[]> = {
    turn_the_tide: ['player 1', 'player 2', 'player 3', 'player 4', 'player 5'],
    high_tide_henn: ['red', 'brown', 'green', 'beige', 'pink', 'blue'],
    high_tide_leiman: ['blue', 'pink'],
};
const colour = 'black|purple|blue|orange|yellow|white';
const words: Record<string, string> = {
    DIE: `(?:${colour}) [1-6]`,
    COLOUR: colour,
    POINTS: '(?:no|-?\\d+) points?',
    PRESERVERS: '(?:no|-?\\d+) preservers?',
    PLACE: 'the bar|space \\d+',
    TILE: '[a-z_]+[-+a-z0-9 ]*',
    REASON: '[a-z ]+',
    LIST: '.+',
    N: '-?\\d+',
    CELL: '[a-e][1-5]',
    SIZE: 'large|small',
    STUFF: 'blue|pink|neutral',
    NAME: '.+',
};

interface Compiled {
    kind: string;
    names: string[];
    regex: RegExp;
}

function compile(game: GameId, patterns: Patterns): Compiled[] {
    return Object.entries(patterns).map(([kind, sentence]) => {
        const names: string[] = [];
        const source = sentence.replace(/\b([A-Z]+)(\d?)\b/g, (_, word: string, number: string) => {
            names.push((word + number).toLowerCase());
            return `(${word === 'WHO' ? seatNames[game].join('|') : words[word]})`;
        });
        return { kind, names, regex: new RegExp(`^${source}$`) };
    });
}

const ofRooms = Object.fromEntries(Object.entries(roomPatterns).map(([kind, sentence]) => [`room.${kind}`, sentence]));
const compiled: Record<GameId, Compiled[]> = {
    turn_the_tide: compile('turn_the_tide', { ...tidePatterns, ...ofRooms }),
    high_tide_henn: compile('high_tide_henn', { ...hennPatterns, ...ofRooms }),
    high_tide_leiman: compile('high_tide_leiman', { ...leimanPatterns, ...ofRooms }),
};

/** A board reads the whole log again with every move; each sentence is taken apart once. */
const read = new Map<string, Happened | null>();
const mostRead = 5000;

/** Null for a sentence that is not known. */
export function parseEvent(game: GameId, line: string): Happened | null {
    const key = `${game} ${line}`;
    let happened = read.get(key);
    if (happened === undefined) {
        happened = parse(game, line);
        if (read.size >= mostRead) read.clear();
        read.set(key, happened);
    }
    return happened;
}

function parse(game: GameId, line: string): Happened | null {
    for (const { kind, names, regex } of compiled[game]) {
        const match = regex.exec(line);
        if (!match) continue;
        const happened: Happened = { kind, seat: null, values: {} };
        names.forEach((name, i) => {
            const text = match[i + 1] ?? '';
            if (name.startsWith('who')) {
                const seat = seatNames[game].indexOf(text);
                if (name === 'who') happened.seat = seat;
                else happened.values[name] = String(seat);
            } else happened.values[name] = text.replace(/^no (?=point|preserver)/, '0 ').replace(/ (point|preserver)s?$/, '');
        });
        return happened;
    }
    return null;
}

/** What only the one who acted may know; at one device it is told to nobody, for the hand shows it. */
export function isPrivate(line: string): boolean {
    return / chooses the \d+$| holds [\d ]+$/.test(line);
}
