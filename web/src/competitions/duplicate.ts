// Duplicate tables at the server.
import {
    fetchCarrier,
    httpClient,
    type Answered,
    type Duplicate,
    type DuplicateSetup,
    type DuplicateWays,
} from '../shared/net/schema';

export type { Duplicate, DuplicateSetup, DuplicateTable } from '../shared/net/schema';
export type Parting = DuplicateWays['partings'][number];
export type Place = Duplicate['tables'][number]['places'][number];

const server = httpClient(fetchCarrier());

export const make = (setup: DuplicateSetup): Promise<Answered<Duplicate>> => server.makeDuplicate(setup);
export const look = (id: string): Promise<Answered<Duplicate>> => server.duplicate(id);
export const sit = (id: string, table: number, seat: number): Promise<Answered<Duplicate>> =>
    server.sitDuplicate(id, { table, seat });
export const leave = (id: string, table: number, seat: number): Promise<Answered<Duplicate>> =>
    server.leaveDuplicate(id, { table, seat });
export const begin = (id: string, table?: number): Promise<Answered<Duplicate>> =>
    server.beginDuplicate(id, table === undefined ? {} : { table });
export const close = (id: string): Promise<Answered<Duplicate>> => server.closeDuplicate(id);
export async function ways(id: string): Promise<Parting[]> {
    const answer = await server.duplicateWays(id);
    return answer.ok ? answer.value.partings : [];
}

/** To everything, or to one table. */
export const duplicateLink = (id: string, table?: number): string =>
    `${location.origin}/duplicate/${id}${table === undefined ? '' : `?table=${table + 1}`}`;
export const teamLetter = (team: number): string => String.fromCharCode('A'.charCodeAt(0) + team);

export interface Row {
    table: number;
    seat: number;
    place: Place;
}
/** All players, the best result of their seat first; equal ones share a place. */
export function ranking({ tables }: Duplicate): (Row & { rank: number })[] {
    const rows = tables.flatMap(({ places }, table) =>
        places
            .map((place, seat) => ({ table, seat, place }))
            .filter(({ place }) => place.difference !== undefined && place.name !== null),
    );
    rows.sort((a, b) => b.place.difference! - a.place.difference!);
    return rows.map((row) => ({
        ...row,
        rank: 1 + rows.filter(({ place }) => place.difference! > row.place.difference!).length,
    }));
}
/** A sum means something only if people played for a team at more than one table. */
export function teamTable({ tables, teams }: Duplicate): { team: number; sum: number; names: string[] }[] {
    const all = teams.map((sum, team) => ({
        team,
        sum,
        names: tables.flatMap(({ places }) =>
            places.filter((place) => place.team === team && place.name !== null).map(({ name }) => name!),
        ),
    }));
    return all.some(({ names }) => names.length > 1) ? all.sort((a, b) => b.sum - a.sum) : [];
}
