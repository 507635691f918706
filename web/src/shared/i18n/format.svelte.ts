// Numbers, dates and times as the language writes them.
import { language } from './text.svelte';

/** The reader's own form of a language: with "en-GB" among the browser's languages, English hours are British. */
export const localeOf = (now: string, known: readonly string[] = globalThis.navigator?.languages ?? []): string =>
    known.find((one) => one.split('-')[0] === now) ?? now;

/** One formatter for every language: making one takes longer than a whole table of numbers. */
function once<Formatter>(make: (language: string) => Formatter): () => Formatter {
    const made = new Map<string, Formatter>();
    return () => {
        const now = language();
        let formatter = made.get(now);
        if (formatter === undefined) made.set(now, (formatter = make(now)));
        return formatter;
    };
}
const numbers = once((now) => new Intl.NumberFormat(now));
const percents = once((now) => new Intl.NumberFormat(now, { style: 'percent' }));
const signed = once((now) => new Intl.NumberFormat(now, { signDisplay: 'exceptZero' }));
const dates = once((now) => new Intl.DateTimeFormat(localeOf(now), { dateStyle: 'medium', timeStyle: 'short' }));
const hours = once((now) => new Intl.DateTimeFormat(localeOf(now), { timeStyle: 'short' }));
const thisYear = once(
    (now) =>
        new Intl.DateTimeFormat(localeOf(now), { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }),
);
const lists = once((now) => new Intl.ListFormat(now));
const days = once((now) => new Intl.NumberFormat(now, { style: 'unit', unit: 'day', unitDisplay: 'long' }));

export const numberText = (n: number): string => numbers().format(n);
export const percentText = (n: number): string => percents().format(n);
export const signedText = (n: number): string => signed().format(n);
export const dateText = (milliseconds: number): string => dates().format(milliseconds);
/** Both on the same day of the reader. */
export const sameDay = (one: number, other: number): boolean =>
    new Date(one).toDateString() === new Date(other).toDateString();
/** As short as a list allows: of today the hour, of this year without the year. */
export function whenText(milliseconds: number, now = Date.now()): string {
    if (sameDay(milliseconds, now)) return hours().format(milliseconds);
    return (new Date(milliseconds).getFullYear() === new Date(now).getFullYear() ? thisYear() : dates()).format(
        milliseconds,
    );
}
export const listText = (words: string[]): string => lists().format(words);

/** Makes the formatters that the end of a game needs, some of which take the browser 30 ms, while nothing moves. */
export function prepareFormats(): () => void {
    const make = () => void [signed(), lists()];
    if (typeof requestIdleCallback !== 'function') {
        const timer = setTimeout(make, 1000);
        return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(make, { timeout: 5000 });
    return () => cancelIdleCallback(idle);
}

/** A span of time: "1:05", and from a day on "2 days". */
export function spanText(milliseconds: number): string {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    const whole = Math.floor(seconds / 86400);
    if (whole > 0) return days().format(whole);
    const two = (n: number) => String(n).padStart(2, '0');
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
