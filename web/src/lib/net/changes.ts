// What the server tells of a table is what changed since the last time: paths, and the values that are there now.
export type Change = [path: (string | number)[], value: unknown];

/** The value after these changes. What lies on their paths is copied, so that whoever still shows the old one may go on. */
export function changed<T>(before: T, changes: readonly Change[]): T {
    return changes.reduce((value, [path, now]) => put(value, path, now) as T, before);
}

function put(value: unknown, path: readonly (string | number)[], now: unknown): unknown {
    const [first, ...rest] = path;
    if (first === undefined) return now;
    const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string | number, unknown>;
    copy[first] = put(copy[first], rest, now);
    return copy;
}
