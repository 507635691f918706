// The facts of a finished game: places, the causes of every point, and the players named by its end.
import { colourLetters } from './henn/pieces';
import { roundsOf } from './tide/rounds';
import { allEvents, type StageEvent } from '../shared/stage/events';
import type { GameId } from '../shared/games';
import type { Snapshot } from '../shared/table_client';

/** Points of one cause, by seat. */
export interface Cause {
    kind: 'rings' | 'lowest' | 'under' | 'beaches' | 'coins' | 'baywatch' | 'seen';
    /** Of Leiman's game: the round in which these tiles were seen. */
    round?: number;
    points: number[];
}

/** As much of a last view as says who got what. */
interface Ended {
    winner?: number | null;
    winners?: number[] | null;
    scores?: number[] | null;
    stones?: number[];
    points?: number[];
    scoring?: Record<string, number[]> | null;
}
const endOf = (snap: Snapshot): Ended => snap.view as Ended;

export const pointsOf = (snap: Snapshot): number[] => {
    const { scores, stones, points } = endOf(snap);
    return scores ?? stones ?? points ?? [];
};
export function winnersOf(snap: Snapshot): number[] {
    const { winners, winner } = endOf(snap);
    return snap.ended?.winners ?? winners ?? (winner === undefined || winner === null ? [] : [winner]);
}

/** The place of every seat. The rules settle ties for the first place; behind it equal points are an equal place. */
export function placesOf(points: readonly number[], winners: readonly number[], players: number): number[] {
    const isAhead = (other: number, seat: number) =>
        winners.includes(other) ? !winners.includes(seat) : !winners.includes(seat) && points[other]! > points[seat]!;
    const seats = Array.from({ length: players }, (_, seat) => seat);
    return seats.map((seat) => 1 + seats.filter((other) => isAhead(other, seat)).length);
}

const sum = (rows: readonly number[][], players: number): number[] =>
    Array.from({ length: players }, (_, seat) => rows.reduce((total, row) => total + (row[seat] ?? 0), 0));

/** Cause by cause, in the order in which they are counted; none where the story that tells them is not here. */
export function causesOf(snap: Snapshot): Cause[] {
    if (snap.ended) return [];
    const players = snap.seats.length;
    const events = allEvents(snap.log);
    const causes = {
        turn_the_tide: () => tideCauses(events, players),
        high_tide_leiman: () => leimanCauses(events),
        high_tide_henn: () => hennCauses(endOf(snap).scoring ?? {}, players),
    } satisfies Record<GameId, () => Cause[]>;
    const found = Object.hasOwn(causes, snap.game) ? causes[snap.game]() : [];
    const points = pointsOf(snap);
    const adds = sum(
        found.map((cause) => cause.points),
        players,
    );
    return snap.game === 'high_tide_leiman' || adds.every((n, seat) => n === points[seat]) ? found : [];
}

function tideCauses(events: StageEvent[], players: number): Cause[] {
    const rounds = roundsOf(events);
    const part = (kind: Cause['kind'], of: (points: number, lowest: boolean) => number): Cause => ({
        kind,
        points: sum(
            rounds.map((round) => round.map(({ points, lowest }) => of(points, lowest))),
            players,
        ),
    });
    return [
        part('rings', (points, lowest) => Math.max(0, points) - Number(lowest)),
        part('lowest', (_, lowest) => Number(lowest)),
        part('under', (points) => Math.min(0, points)),
    ].filter((cause) => cause.kind === 'rings' || cause.points.some((n) => n !== 0));
}

function leimanCauses(events: StageEvent[]): Cause[] {
    return events.flatMap((event) =>
        event.kind === 'round_won' ? [{ kind: 'seen' as const, round: event.round, points: [...event.visible] }] : [],
    );
}

function hennCauses(scoring: Record<string, number[]>, players: number): Cause[] {
    const beaches = colourLetters.flatMap((letter) => (scoring[letter] ? [scoring[letter]] : []));
    const others = (['coins', 'baywatch'] as const).flatMap((kind) =>
        scoring[kind] ? [{ kind, points: [...scoring[kind]] }] : [],
    );
    return beaches.length === 0 ? [] : [{ kind: 'beaches', points: sum(beaches, players) }, ...others];
}

/** The players whom the log names for a kind of end: resignation or time. */
export function namedIn(snap: Snapshot, kind: 'room.resigned' | 'room.out_of_time'): { seat: number; name: string }[] {
    const found = new Map<string, { seat: number; name: string }>();
    for (const entry of snap.log)
        for (const event of entry.events)
            if (event.kind === kind && 'name' in event) {
                const seat = snap.seats.findIndex(({ name }) => name === event.name);
                found.set(event.name, { seat: event.seat ?? seat, name: event.name });
            }
    return [...found.values()];
}
