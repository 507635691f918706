// How far the talk of each table was read on this device; of tables at which one sits the server knows it, too.
const name = 'springtide.read';
const most = 100;

function kept(): [string, number][] {
    try {
        const all: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
        return Array.isArray(all) ? (all as [string, number][]) : [];
    } catch {
        return [];
    }
}

export const unread = {
    /** The last event of the talk that was read at this table; 0 for none. */
    readTo: (table: string): number => kept().find(([id]) => id === table)?.[1] ?? 0,
    /** The tables that were read last are remembered. */
    keep(table: string, seq: number): void {
        const others = kept().filter(([id]) => id !== table);
        try {
            localStorage.setItem(name, JSON.stringify([...others, [table, seq]].slice(-most)));
        } catch {
            // A browser that keeps nothing counts from the start next time.
        }
    },
    count: (chat: readonly { seq: number }[], readTo: number): number => chat.filter(({ seq }) => seq > readTo).length,
};
