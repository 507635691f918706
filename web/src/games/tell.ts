// Events as text, in the reader's language.
import type { RoomEvent } from '../shared/events/records';
import type { AnyEvent, Line, Naming, Told } from '../shared/events/told';
import type { GameId } from '../shared/games';
import type { Key } from '../shared/i18n/languages';
import { t, tOr } from '../shared/i18n/text.svelte';
import type { LogEntry, SeatInfo } from '../shared/table_client';
import { seatName } from '../shared/words.svelte';
import { all } from './all';

/** Kinds that would only make the log longer. */
const quiet = new Set<string>([
    'chose',
    'tile_laid',
    'own_choice',
    'hand',
    'coins_laid',
    'hand_passed',
    'preservers_dealt',
    'tides_turned_up',
    'coin_left',
    'move_lost',
    'surfer_shown',
]);

export const isRoomEvent = (event: { kind: string }): event is RoomEvent => event.kind.startsWith('room.');
const roomKey = (event: RoomEvent): Key => `event.${event.kind}`;

/** In one sentence, several, or none; a kind newer than this page gets a generic sentence. */
export function tell(game: GameId, seats: SeatInfo[], event: AnyEvent): Told[] {
    if (isRoomEvent(event))
        return [
            { text: tOr(roomKey(event), t('event.unknown'), 'name' in event ? { name: event.name } : {}), seat: null },
        ];
    if (!Object.hasOwn(all, game)) return [tellPlainly(game, seats, event)];
    const known = all[game].words as Readonly<Record<string, ((event: never, name: Naming) => Line[] | Line) | null>>;
    if (!Object.hasOwn(known, event.kind)) return [{ text: t('event.unknown'), seat: null }];
    const name = (seat: number) => seatName(game, seats, seat);
    const lines = known[event.kind]?.(event as never, name) ?? [];
    return (isLine(lines) ? [lines] : lines).map(([key, seat, values = {}]) => ({
        text: t(key, seat === null ? values : { ...values, who: name(seat) }),
        seat,
    }));
}
/** An event of a game that has no words here: its kind, whom it concerns and its values. */
function tellPlainly(game: GameId, seats: SeatInfo[], { kind, ...values }: { kind: string; seat?: unknown }): Told {
    const { seat, ...others } = values;
    const of = typeof seat === 'number' ? seat : null;
    const { values: unnamed } = others as { values?: unknown };
    const said = Array.isArray(unnamed)
        ? unnamed.map(String)
        : Object.entries(others).map(
              ([name, value]) =>
                  `${name.replaceAll('_', ' ')} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
          );
    return {
        text: [...(of === null ? [] : [seatName(game, seats, of)]), kind.replaceAll('_', ' '), ...said].join(' · '),
        seat: of,
    };
}
const isLine = (lines: Line[] | Line): lines is Line => typeof lines[0] === 'string';

/** A step as the log tells it. */
export function tellStep(game: GameId, seats: SeatInfo[], events: readonly AnyEvent[]): Told[] {
    return events.flatMap((event) => (quiet.has(event.kind) ? [] : tell(game, seats, event)));
}

export const tellEntry = (game: GameId, seats: SeatInfo[], entry: LogEntry): Told[] =>
    tellStep(game, seats, entry.events);
