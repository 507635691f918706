/** What was asked for, or why it was refused. */
export type Answered<T> = { ok: true; value: T } | { ok: false; error: Refusal };

/** Brings a request to the server; `fetchCarrier` does it with fetch. */
export interface Carrier {
    json<T>(method: string, path: string, body?: object): Promise<Answered<T>>;
    text(method: string, path: string): Promise<Answered<string>>;
}

/** `server`: its address, empty for the page's own. `token`: who asks, where no cookie says it. */
export function fetchCarrier(server = '', token = ''): Carrier {
    const unreachable: Refusal = { code: 'unavailable', message: '' };
    async function ask<T>(method: string, path: string, body: object | undefined, read: (response: Response) => Promise<T>): Promise<Answered<T>> {
        try {
            const headers = { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) };
            const response = await fetch(server + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
            if (response.ok) return { ok: true, value: await read(response) };
            return { ok: false, error: ((await response.json()) as { error?: Refusal }).error ?? unreachable };
        } catch {
            return { ok: false, error: unreachable };
        }
    }
    return {
        json: <T>(method: string, path: string, body?: object) => ask(method, path, body, (response) => response.json() as Promise<T>),
        text: (method, path) => ask(method, path, undefined, (response) => response.text()),
    };
}
