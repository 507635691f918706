// On the line an event is a row: its kind and the values of its fields, in the order of the description, without their
// names.
import type { GameId } from '../games';
import { eventFields, roomFields } from './records';
import type { AnyEvent } from './told';

/** The record of a row. A kind newer than this page has no fields here; the fold will not know it either. Of a game
 *  that this page
    has no words for, the values are kept without names. */
export function recordOf(game: GameId, [first, ...values]: readonly unknown[]): AnyEvent {
    const kind = String(first);
    if (!Object.hasOwn(eventFields, game) && !Object.hasOwn(roomFields, kind))
        return { kind, values } as unknown as AnyEvent;
    const known: Readonly<Record<string, readonly string[]>> = { ...eventFields[game], ...roomFields };
    const fields = Object.hasOwn(known, kind) ? known[kind]! : [];
    const record: Record<string, unknown> = { kind };
    fields.forEach((field, i) => {
        const mayBeAbsent = field.endsWith('?');
        if (!mayBeAbsent || values[i] !== null) record[mayBeAbsent ? field.slice(0, -1) : field] = values[i];
    });
    return record as unknown as AnyEvent;
}
