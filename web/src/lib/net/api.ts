// The server behind this page, if there is one. `/api/me` also makes us a guest with a cookie.
import type { Refusal } from '../events/refusal';
import type { GameId } from '../games';
import { Connection, type Wire } from './connection';

export interface Rating {
    game: GameId;
    rating: number;
    deviation: number;
    games: number;
}
export interface Me {
    name: string;
    claimed: boolean;
    ratings: Rating[];
}
interface Summary {
    players: number;
    /** Names; null where nobody sits yet. */
    seats: (string | null)[];
    /** Seats that won; empty where a game was ended without a result. */
    result: number[] | null;
}
export interface ListedTable {
    table: string;
    game: GameId;
    phase: 'open' | 'running' | 'over';
    /** When something last happened there, in milliseconds. */
    at: number;
    summary: Summary;
}
export interface OwnTable extends ListedTable {
    seat: number;
    your_turn: boolean;
}
export type RankedPlayer = Omit<Rating, 'game'> & { name: string };
export type Answered<T> = { ok: true; value: T } | { ok: false; error: Refusal };

const unreachable: Refusal = { code: 'unavailable', message: '' };

async function ask<T>(path: string, body?: object): Promise<Answered<T>> {
    try {
        const headers = { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) };
        const response = await fetch(path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
        const value = (await response.json()) as T & { error?: Refusal };
        return response.ok ? { ok: true, value } : { ok: false, error: value.error ?? unreachable };
    } catch {
        return { ok: false, error: unreachable };
    }
}

/** Null where there is no server, or none can be reached. */
export async function fetchMe(): Promise<Me | null> {
    const answer = await ask<Me>('/api/me');
    return answer.ok ? answer.value : null;
}
export const postName = (name: string): Promise<Answered<Me>> => ask('/api/me', { name });
export const postClaim = (name: string, password: string): Promise<Answered<Me>> => ask('/api/claim', { name, password });
export const postLogin = (name: string, password: string): Promise<Answered<Me>> => ask('/api/login', { name, password });
export const postPassword = (name: string, password: string, old: string): Promise<Answered<Me>> => ask('/api/claim', { name, password, old_password: old });
export const postLogoutEverywhere = (): Promise<Answered<Me>> => ask('/api/logout-everywhere', {});
export const postLogout = (): Promise<Answered<object>> => ask('/api/logout', {});

async function tables<T>(path: string): Promise<T[] | null> {
    const answer = await ask<{ tables: T[] }>(path);
    return answer.ok ? answer.value.tables : null;
}
export const lobby = (): Promise<ListedTable[] | null> => tables('/api/lobby');
export const mine = (): Promise<OwnTable[] | null> => tables('/api/mine');
export async function leaderboard(game: GameId): Promise<RankedPlayer[] | null> {
    const answer = await ask<{ players: RankedPlayer[] }>(`/api/leaderboard/${game}`);
    return answer.ok ? answer.value.players : null;
}

export async function record(table: string): Promise<string> {
    const response = await fetch(`/api/tables/${encodeURIComponent(table)}/record`);
    if (!response.ok) throw new Error(`the record was answered with ${response.status}`);
    return response.text();
}

export function connect(): Connection {
    return new Connection(() => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws?lines&events`) as unknown as Wire);
}

/** Where a friend comes to sit down; with a key, at the seat that is kept for him. */
export const inviteLink = (table: string, key = ''): string => `${location.origin}/t/${table}${key && `?key=${key}`}`;
