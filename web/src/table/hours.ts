// Playing hours: the slot of the day in which the time of a correspondence clock runs.
import { t } from '../shared/i18n/text.svelte';
import type { PlayingHours } from '../shared/net/schema';

const day = 24 * 60;
const wrapped = (minutes: number): number => ((minutes % day) + day) % day;

/** "18:30" as minutes after midnight; null for what is none. */
export function minutesOf(text: string): number | null {
    const found = /^(\d{1,2}):(\d{2})$/.exec(text);
    const minutes = found ? Number(found[1]) * 60 + Number(found[2]) : -1;
    return minutes >= 0 && minutes < day && Number(found![2]) < 60 ? minutes : null;
}
export const timeOf = (minutes: number): string =>
    `${String(Math.floor(wrapped(minutes) / 60)).padStart(2, '0')}:${String(wrapped(minutes) % 60).padStart(2, '0')}`;

/** How far this device is ahead of UTC. */
export const ownOffset = (): number => -new Date().getTimezoneOffset();

/** The host's choice; nothing if that is all day or impossible. */
export function hoursFrom(from: string, to: string): PlayingHours | null {
    const [begin, end] = [minutesOf(from), minutesOf(to)];
    return begin === null || end === null || begin === end ? null : { from: begin, to: end, offset: ownOffset() };
}

/** So many slots make a day: by this a time in the slot is a time of days. */
export const dayOf = ({ from, to }: PlayingHours): number => day / wrapped(to - from);

/** In the reader's time zone. */
export function hoursText({ from, to, offset }: PlayingHours, here = ownOffset()): string {
    return t('fact.hours', { from: timeOf(from - offset + here), to: timeOf(to - offset + here) });
}
