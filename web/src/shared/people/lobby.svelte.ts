// The player's tables and those of others, fetched every few seconds while the list is visible.
import { me } from '../net/account.svelte';
import { lobby as askLobby, mine as askMine, type ListedTable, type OwnTable } from '../net/api';

export const tables: { online: boolean; listed: ListedTable[]; own: OwnTable[] } = $state({
    online: false,
    listed: [],
    own: [],
});

/** A game in which it is one's turn, or a seat that a friend keeps for one. */
export const waitsForMe = ({ phase, your_turn, seat, summary }: OwnTable): boolean =>
    (phase === 'running' && your_turn) || (phase === 'open' && summary.asked?.includes(seat) === true);

const pauseMs = 4000;
let watchers = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let round = 0;

async function look(): Promise<void> {
    const current = ++round;
    if (!document.hidden && (await me())) {
        const [own, listed] = await Promise.all([askMine(), askLobby()]);
        if (current !== round) return;
        tables.online = true;
        // Lists that did not arrive stay as they were: a connection may break for a moment.
        if (own) tables.own = own;
        if (listed) tables.listed = listed;
    }
    clearTimeout(timer);
    if (watchers > 0 && current === round) timer = setTimeout(() => void look(), pauseMs);
}

/** Begins to look; gives what ends it. */
export function watchLobby(): () => void {
    watchers += 1;
    if (watchers === 1) void look();
    const again = () => void (document.hidden || look());
    document.addEventListener('visibilitychange', again);
    return () => {
        watchers -= 1;
        document.removeEventListener('visibilitychange', again);
        if (watchers === 0) clearTimeout(timer);
    };
}
