// The tables at which somebody at this device resigned: a seat given up for good cannot be taken back.
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
