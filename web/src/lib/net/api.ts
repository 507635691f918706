// The server behind this page, if there is one. `/api/me` also makes us a guest with a cookie.
import type { GameId } from '../games';
import { Connection, type Wire } from './connection';

export interface Me {
    name: string;
}
export interface LobbyTable {
    table: string;
    game: GameId;
    phase: string;
    players: number;
    seats: (string | null)[];
}
export interface OwnTable {
    table: string;
    game: GameId;
    phase: string;
    your_turn: boolean;
}

async function get<T>(path: string): Promise<T | null> {
    try {
        const response = await fetch(path, { headers: { accept: 'application/json' } });
        return response.ok ? ((await response.json()) as T) : null;
    } catch {
        return null;
    }
}

let asked: Promise<Me | null> | undefined;
/** Null where there is no server, or none can be reached. */
export function me(): Promise<Me | null> {
    asked ??= get<Me>('/api/me').then((answer) => {
        if (!answer) asked = undefined;
        return answer;
    });
    return asked;
}
export const lobby = async (): Promise<LobbyTable[]> => (await get<{ tables: LobbyTable[] }>('/api/lobby'))?.tables ?? [];
export const mine = async (): Promise<OwnTable[]> => (await get<{ tables: OwnTable[] }>('/api/mine'))?.tables ?? [];

export async function record(table: string): Promise<string> {
    const response = await fetch(`/api/tables/${encodeURIComponent(table)}/record`);
    return response.text();
}

export function connect(): Connection {
    return new Connection(() => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`) as unknown as Wire);
}

/** Where a friend comes to sit down. */
export const inviteLink = (table: string): string => `${location.origin}/t/${table}`;
