// One button: a seat at an open table, or at a new public one.
import type { GameId } from '../shared/games';
import { connect, type ListedTable } from '../shared/net/api';
import type { Reply } from '../shared/net/connection';

export type Speed = 'live' | 'days';

/** The seat is ours as long as a line is there: this one stays until the table's own page has come. */
const handOverMs = 8000;

export async function playNow(game: GameId, speed: Speed): Promise<Reply<'play_now'>> {
    const line = connect();
    const reply = await line.request('play_now', { game, speed });
    setTimeout(() => line.close(), reply.ok ? handOverMs : 0);
    return reply;
}

/** Could quick match bring a player to this table? */
export const fits = ({ game, phase, summary }: ListedTable, wanted: GameId, speed: Speed): boolean =>
    game === wanted && phase === 'open' && summary.clock === speed && summary.usual && summary.seats.includes(null);
/** Players at such open tables. */
export const waitingFor = (listed: ListedTable[], game: GameId, speed: Speed): number =>
    listed
        .filter((table) => fits(table, game, speed))
        .reduce(
            (sum, { summary }) =>
                sum + summary.seats.filter((name) => name !== null && !name.startsWith('bot ')).length,
            0,
        );
