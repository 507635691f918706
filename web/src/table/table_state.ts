// The state of a table in a list: its players, the reason of its wait, and since when.
import { listText, sameDay, whenText } from '../shared/i18n/format.svelte';
import { t } from '../shared/i18n/text.svelte';
import type { ListedTable, OwnTable } from '../shared/net/api';
import { levelName, seatName } from '../shared/words.svelte';

export function namesAt({ game, summary }: ListedTable): string[] {
    return summary.seats.map((name, i) =>
        name === null ? '' : name.startsWith('bot ') ? `${seatName(game, [], i)} (${levelName(name.slice(4))})` : name,
    );
}

export function stateOf(table: ListedTable | OwnTable): string {
    const { phase, summary } = table;
    const names = namesAt(table);
    const named = (seats: number[]) => listText(seats.map((seat) => names[seat] ?? ''));
    if ('your_turn' in table && table.your_turn) return t('status.yourTurn');
    if (phase === 'open' && 'seat' in table && summary.asked?.includes(table.seat)) return t('company.isAsked');
    if (phase === 'open') return t('lobby.free', { n: summary.seats.filter((seat) => seat === null).length });
    if (phase === 'running' && 'to_act' in table && table.to_act.length)
        return t('lobby.turnOf', { who: named(table.to_act) });
    if (phase === 'running') return t('lobby.running');
    if (!summary.result?.length) return t('lobby.noResult');
    if ('seat' in table && table.seat >= 0 && summary.result.includes(table.seat)) return t('lobby.won');
    return t('lobby.wonBy', { names: named(summary.result) });
}

/** The time since the turn began, in the player's own games; else since the last event. */
export function timeOf(table: ListedTable | OwnTable, now = Date.now()): { at: number; text: string } {
    const since = 'since' in table ? table.since : undefined;
    if (since === undefined) return { at: table.at, text: whenText(table.at, now) };
    return {
        at: since,
        text: t(sameDay(since, now) ? 'lobby.sinceHour' : 'lobby.since', { at: whenText(since, now) }),
    };
}
