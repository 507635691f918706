// A game with a friend: a table for the two of them, the friend's seat kept until they answer.
import type { GameId } from '../shared/games';
import { connect } from '../shared/net/api';
import type { Refusal } from '../shared/events/refusal';

/** The fewest that each game is for. */
export const fewest: Record<GameId, number> = { turn_the_tide: 3, high_tide_henn: 2, high_tide_leiman: 2 };
/** The connection stays until the table's own page has loaded, so that the player does not seem to leave. */
const handOverMs = 8000;

export async function inviteFriend(
    game: GameId,
    person: string,
): Promise<{ ok: true; table: string } | { ok: false; error: Refusal | undefined }> {
    const line = connect();
    const fail = (error: Refusal | undefined) => {
        line.close();
        return { ok: false as const, error };
    };
    const made = await line.request('create', { game, players: fewest[game], clock: { kind: 'none' }, listed: false });
    if (!made.ok) return fail(made.error);
    const { table } = made;
    const joined = await line.request('join', { table });
    if (!joined.ok) return fail(joined.error);
    const invited = await line.request('invite', { table, seat: 1, person });
    if (!invited.ok) return fail(invited.error);
    setTimeout(() => line.close(), handOverMs);
    return { ok: true, table };
}
