// The story in lines: one for every turn, with its dice, cards and tiles, and the sentences behind it.
import type { GameEvents } from '../shared/events/records';
import type { AnyEvent } from '../shared/events/told';
import type { GameId } from '../shared/games';
import type { SeatInfo } from '../shared/table_client';
import type { Letter } from './henn/pieces';
import { isRoomEvent, tellStep } from './tell';

/** A drawing in a line. */
export type LogMark =
    | { kind: 'die'; die: string }
    | { kind: 'again' }
    | { kind: 'track'; space: number }
    | { kind: 'beach'; beach: Letter; to: number | null; water?: boolean }
    | { kind: 'coin'; beach: Letter }
    | { kind: 'tile'; tile: string; won: boolean }
    | { kind: 'piece'; seat: number; points?: number }
    | { kind: 'card'; seat: number; card: number; tide: number | null; lost: boolean; out: boolean }
    | { kind: 'scored'; seat: number; points: number; lowest: boolean }
    | { kind: 'climb'; tile: 'b' | 'p' | 'n'; from: string; to: string; height: number };

export interface LogLine {
    /** Whose turn it tells; null for what happens to all. */
    seat: number | null;
    marks: LogMark[];
    /** The sentences behind the marks; of a line without marks the line itself. */
    details: string[];
    /** The step of the story in which it began. */
    at: number;
}

interface Told {
    event: AnyEvent;
    at: number;
}
/** Events that are one line, and how they are drawn. */
interface Group {
    seat: number | null;
    at: number;
    events: AnyEvent[];
    marks: LogMark[];
}

/** The lines of one chapter: its events, each with the number of its step. */
export function linesOf(game: GameId, seats: SeatInfo[], told: readonly Told[]): LogLine[] {
    const groups: Group[] = [];
    const draw = { turn_the_tide: drawTide, high_tide_leiman: drawLeiman, high_tide_henn: drawHenn };
    for (const { event, at } of told) {
        const open = groups.at(-1);
        const drawn: Drawn | null =
            isRoomEvent(event) || !Object.hasOwn(draw, game) ? null : draw[game](event as never, open ?? null);
        if (drawn?.joins && open) {
            open.events.push(event);
            open.marks.push(...drawn.marks);
        } else {
            groups.push({ seat: drawn?.seat ?? null, at, events: [event], marks: drawn?.marks ?? [] });
        }
    }
    return groups.flatMap(({ seat, at, events, marks }): LogLine[] => {
        const lines = tellStep(game, seats, events);
        const details = lines.map(({ text }) => text);
        if (marks.length > 0) return [{ seat, marks, details, at }];
        return lines.map(({ text, seat: about }) => ({ seat: about, marks: [], details: [text], at }));
    });
}

interface Drawn {
    seat: number | null;
    marks: LogMark[];
    /** It belongs to the line that is open. */
    joins: boolean;
}

function drawLeiman(event: GameEvents['high_tide_leiman']): Drawn | null {
    if (event.kind !== 'tile_moved') return null;
    const { seat, tile, from, to, height } = event;
    return { seat, marks: [{ kind: 'climb', tile, from, to, height }], joins: false };
}

function drawTide(event: GameEvents['turn_the_tide'], open: Group | null): Drawn | null {
    const card = (seat: number) =>
        open?.marks.find((mark) => mark.kind === 'card' && mark.seat === seat) as
            | Extract<LogMark, { kind: 'card' }>
            | undefined;
    const joins = { seat: null, marks: [], joins: true };
    switch (event.kind) {
        case 'revealed':
            return {
                seat: null,
                marks: event.cards
                    .flatMap((shown, seat) => (shown === null ? [] : [{ seat, card: shown }]))
                    .sort((a, b) => b.card - a.card)
                    .map(({ seat, card: shown }) => ({
                        kind: 'card' as const,
                        seat,
                        card: shown,
                        tide: null,
                        lost: false,
                        out: false,
                    })),
                joins: false,
            };
        case 'tide_taken':
        case 'preserver_lost':
        case 'eliminated': {
            // A player who is out of the round has no card in the line: a sentence says it.
            const mark = card(event.seat);
            if (!mark) return null;
            if (event.kind === 'tide_taken') mark.tide = event.level;
            else if (event.kind === 'preserver_lost') mark.lost = true;
            else mark.out = true;
            return joins;
        }
        case 'scored': {
            const { seat, points, lowest_tide: lowest } = event;
            const mark: LogMark = { kind: 'scored', seat, points, lowest };
            return { seat: null, marks: [mark], joins: open?.marks[0]?.kind === 'scored' };
        }
        default:
            return null;
    }
}

/** Events of a turn that have no mark. */
const inTurn = new Set([
    'accepted',
    'asked',
    'steps',
    'towel_put_back',
    'towel_laid',
    'pooled',
    'move_lost',
    'own_coin',
    'coin_left',
    'rental_moved',
    'open_dice',
]);

function drawHenn(event: GameEvents['high_tide_henn'], open: Group | null): Drawn | null {
    const turn = open !== null && open.events[0]?.kind === 'turn_comes' ? open : null;
    const mark = (seat: number, ...marks: LogMark[]): Drawn => ({ seat, marks, joins: turn?.seat === seat });
    const dice = (pair: readonly [string, string]): LogMark[] => pair.map((die) => ({ kind: 'die', die }));
    switch (event.kind) {
        case 'turn_comes':
            return { seat: event.seat, marks: [], joins: false };
        case 'rolled':
            return mark(event.seat, ...dice(event.dice));
        case 'pair_taken':
            return mark(event.seat, { kind: 'track', space: event.space }, ...dice(event.dice));
        case 'laid_down':
            return mark(event.seat, { kind: 'track', space: event.space });
        case 'rerolled':
            return mark(event.seat, { kind: 'again' }, ...dice(event.dice));
        case 'moved':
            return mark(event.seat, { kind: 'beach', beach: event.beach, to: event.to });
        case 'moved_into_water':
            return mark(event.seat, { kind: 'beach', beach: event.beach, to: null });
        case 'coin_taken':
            return mark(event.seat, { kind: 'coin', beach: event.beach });
        case 'tile_used':
        case 'tile_won':
            return mark(event.seat, { kind: 'tile', tile: event.tile, won: event.kind === 'tile_won' });
        case 'wave': {
            const { beach, water } = event;
            const waves = open?.events[0]?.kind === 'wave';
            return { seat: null, marks: [{ kind: 'beach', beach, to: water, water: true }], joins: waves };
        }
        case 'flooded':
            return {
                seat: null,
                marks: [{ kind: 'piece', seat: event.seat }],
                joins: open?.events[0]?.kind === 'wave',
            };
        case 'beach_scored': {
            const { beach, seat, points } = event;
            const before = open?.marks[0];
            const same = before?.kind === 'beach' && before.beach === beach && open?.events[0]?.kind === 'beach_scored';
            const paid: LogMark = { kind: 'piece', seat, points };
            return { seat: null, marks: same ? [paid] : [{ kind: 'beach', beach, to: -1 }, paid], joins: same };
        }
        default:
            return turn && inTurn.has(event.kind) ? { seat: null, marks: [], joins: true } : null;
    }
}
