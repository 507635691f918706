// Playing hours on the page.
import { beforeEach, describe, expect, it } from 'vitest';
import { speak } from '../../src/shared/i18n/text.svelte';
import { dayOf, hoursFrom, hoursText, minutesOf, ownOffset, timeOf } from '../../src/table/hours';

describe('playing hours', () => {
    beforeEach(() => speak('en'));
    it('are read from what people type', () => {
        expect(minutesOf('18:30')).toBe(1110);
        for (const wrong of ['', '24:00', '12:60', '7', 'x:yy']) expect(minutesOf(wrong), wrong).toBeNull();
        expect(hoursFrom('20:00', '02:00')).toEqual({ from: 1200, to: 120, offset: ownOffset() });
        expect(hoursFrom('20:00', '20:00')).toBeNull();
        expect(timeOf(-30)).toBe('23:30');
    });
    it('are told in the time of who reads them', () => {
        expect(hoursText({ from: 1200, to: 120, offset: 60 }, 60)).toBe('Clocks run from 20:00 to 02:00');
        expect(hoursText({ from: 1200, to: 120, offset: 60 }, -300)).toBe('Clocks run from 14:00 to 20:00');
    });
    it('make a day of a slot', () => {
        expect(dayOf({ from: 1200, to: 120, offset: 0 })).toBe(4);
    });
});
