// The tables at which a player at this device resigned: an abandoned seat cannot be recovered.
const key = 'springtide-resigned';
const read = (): string[] => {
    try {
        return JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
    } catch {
        return [];
    }
};
let tables = $state.raw(read());

export const hasResigned = (table: string): boolean => tables.includes(table);
export function noteResigned(table: string): void {
    tables = [...tables, table];
    sessionStorage.setItem(key, JSON.stringify(tables));
}
