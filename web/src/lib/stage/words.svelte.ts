// A beat's caption in the reader's words.
import { listText } from '../i18n/format.svelte';
import { t } from '../i18n/text.svelte';
import type { GameId } from '../games';
import type { SeatInfo } from '../table/client';
import { tell } from '../events/tell';
import { beachName, seatName, type Letter } from '../words.svelte';
import type { Caption } from './types';

export function captionText(game: GameId, seats: SeatInfo[], caption: Caption | null): string {
    if (caption === null) return '';
    if ('event' in caption) return tell(game, seats, caption.event).map(({ text }) => text).join(', ');
    const values: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(caption.values ?? {})) {
        if (typeof value !== 'object') values[name] = value;
        else if ('seats' in value) values[name] = listText(value.seats.map((seat) => seatName(game, seats, seat)));
        else values[name] = 'seat' in value ? seatName(game, seats, value.seat) : beachName(value.colour as Letter);
    }
    return t(caption.key, values);
}
