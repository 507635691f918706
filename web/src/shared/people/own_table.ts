// A club night's clocks run soon after a round begins: the page takes each player to their table by itself, once.
const key = 'taken-to';

/** Goes there, unless this tab went there before: players who return to the standings may stay. */
export function goToOwnTable(
    table: string | null | undefined,
    visit: (path: string) => void,
    kept: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
): void {
    if (!table || kept.getItem(key) === table) return;
    kept.setItem(key, table);
    visit(`/t/${table}`);
}
