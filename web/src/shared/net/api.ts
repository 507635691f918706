// The server behind this page, if there is one. `/api/me` also makes us a guest with a cookie. Shapes and calls are
// made from
// docs/api (schema.ts).
import type { GameId } from '../games';
import { Connection, type Wire } from './connection';
import {
    fetchCarrier,
    httpClient,
    type Answered,
    type ListedTable,
    type Me,
    type OwnTable,
    type RankedPlayer,
} from './schema';

export type { Answered, ListedTable, Me, OwnTable, RankedPlayer } from './schema';

const server = httpClient(fetchCarrier());

/** Null if there is no server, or none can be reached. */
export async function fetchMe(): Promise<Me | null> {
    const answer = await server.me();
    return answer.ok ? answer.value : null;
}
export const postName = (name: string): Promise<Answered<Me>> => server.rename({ name });
export const postClaim = (name: string, password: string): Promise<Answered<Me>> => server.claim({ name, password });
export const postLogin = (name: string, password: string): Promise<Answered<Me>> => server.login({ name, password });
export const postPassword = (name: string, password: string, old: string): Promise<Answered<Me>> =>
    server.claim({ name, password, old_password: old });
export const postLogoutEverywhere = (): Promise<Answered<Me>> => server.logoutEverywhere();
export const postLogout = (): Promise<Answered<object>> => server.logout();

export async function lobby(): Promise<ListedTable[] | null> {
    const answer = await server.lobby();
    return answer.ok ? answer.value.tables : null;
}
export async function mine(): Promise<OwnTable[] | null> {
    const answer = await server.mine();
    return answer.ok ? answer.value.tables : null;
}
export async function leaderboard(game: GameId): Promise<RankedPlayer[] | null> {
    const answer = await server.leaderboard(game);
    return answer.ok ? answer.value.players : null;
}

/** Those of bot accounts, which are rated apart. */
export async function botLeaderboard(game: GameId): Promise<RankedPlayer[] | null> {
    const answer = await server.botLeaderboard(game);
    return answer.ok ? answer.value.players : null;
}

export async function record(table: string): Promise<string> {
    const answer = await server.record(table);
    if (!answer.ok) throw new Error(`the record was refused: ${answer.error.message}`);
    return answer.value;
}

/** With a table its id is in the address, so that a balancer can send all players of a table to one node. */
export function connect(table = ''): Connection {
    const address = `${location.origin.replace(/^http/, 'ws')}/ws?lines&events${table && `&table=${encodeURIComponent(table)}`}`;
    return new Connection(() => new WebSocket(address) as unknown as Wire);
}

/** The link for a friend; with a key, for the seat that is reserved for them. */
export const inviteLink = (table: string, key = ''): string => `${location.origin}/t/${table}${key && `?key=${key}`}`;
