// Numbers, dates and times as the language writes them.
import { language } from './text.svelte';

export const numberText = (n: number): string => new Intl.NumberFormat(language()).format(n);
export const percentText = (n: number): string => new Intl.NumberFormat(language(), { style: 'percent' }).format(n);
export const signedText = (n: number): string => new Intl.NumberFormat(language(), { signDisplay: 'exceptZero' }).format(n);
export const dateText = (milliseconds: number): string =>
    new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(milliseconds);
export const listText = (words: string[]): string => new Intl.ListFormat(language()).format(words);

/** A span of time: "1:05", and from a day on "2 days". */
export function spanText(milliseconds: number): string {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    const days = Math.floor(seconds / 86400);
    if (days > 0) return new Intl.NumberFormat(language(), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
    const two = (n: number) => String(n).padStart(2, '0');
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
