/** A copy with another value at one place. */
export const put = <T>(list: readonly T[], at: number, value: T): T[] => {
    const copy = list.slice();
    copy[at] = value;
    return copy;
};
/** A copy without the first of these values. */
export const without = <T>(list: readonly T[], value: T): T[] => {
    const at = list.indexOf(value);
    return at < 0 ? list.slice() : [...list.slice(0, at), ...list.slice(at + 1)];
};
/** The same number for every one. */
export const fill = <T>(list: readonly unknown[], value: T): T[] => Array.from({ length: list.length }, () => value);
