// A beat's caption in the reader's words.
import { listText } from '../../shared/i18n/format.svelte';
import { t, tOr } from '../../shared/i18n/text.svelte';
import type { GameId } from '../../shared/games';
import type { SeatInfo } from '../../shared/table_client';
import { tell } from '../../games/tell';
import { seatName } from '../../shared/words.svelte';
import type { Caption } from '../../shared/stage/types';

export function captionText(game: GameId, seats: SeatInfo[], caption: Caption | null): string {
    if (caption === null) return '';
    if ('event' in caption)
        return tell(game, seats, caption.event)
            .map(({ text }) => text)
            .join(', ');
    const values: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(caption.values ?? {})) {
        if (typeof value !== 'object') values[name] = value;
        else if ('seats' in value) values[name] = listText(value.seats.map((seat) => seatName(game, seats, seat)));
        else
            values[name] =
                'seat' in value ? seatName(game, seats, value.seat) : tOr(`beach.${value.colour}`, value.colour);
    }
    return t(caption.key, values);
}
