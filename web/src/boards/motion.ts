// Motion that needs places on the screen: a piece that comes from where another one lies.
import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { reducedMotion } from '../lib/prefs.svelte';

interface From {
    /** Where it comes from; without it the piece simply appears. */
    from: string | null;
    /** How long the beat takes. */
    ms: number;
    /** In which part of the beat it is on its way: before that it lies where it comes from, after it at its place. */
    during?: readonly [number, number];
}

/** How much larger than it says a part of the page is drawn: ways are given in its own measure. */
const zoomOf = (node: Element): number => (node as { currentCSSZoom?: number }).currentCSSZoom ?? 1;

const waiting: { node: Element; source: Element; ms: number; during: readonly [number, number] }[] = [];

/** A piece that flies in from another place of the page: once, when it appears. How is asked then, so that later beats do not ask again. */
export function flyFrom(how: () => From): Attachment {
    return (node) => {
        const { from, ms, during = [0, 1] } = untrack(how);
        if (from === null || ms === 0 || reducedMotion()) return;
        const source = (node.getRootNode() as ParentNode).querySelector(from);
        if (!source) return;
        if (waiting.length === 0) queueMicrotask(setOff);
        waiting.push({ node, source, ms, during });
    };
}

/**
 * Whatever moves in a beat of `ms` moves for this long, and ends at one moment: every end is styled, painted and laid into layers by itself. A
 * little before the beat ends, so that nothing moves where the next one opens.
 */
const spanOf = (ms: number): number => Math.max(ms * 0.8, ms - 80, 1);
export const lasting = (ms: number): string => `${spanOf(ms)}ms`;

/**
 * How long a piece takes to its place in a beat of `ms`. Only a piece that goes to another place is told another time:
 * a style that changes is worked out again, and most pieces stand still.
 */
export function takesTo(): (piece: string, place: unknown, ms: number) => string {
    const known = new Map<string, { place: unknown; takes: string }>();
    return (piece, place, ms) => {
        const before = known.get(piece);
        if (before !== undefined && before.place === place) return before.takes;
        const takes = lasting(ms);
        known.set(piece, { place, takes });
        return takes;
    };
}

/**
 * All places are read before the first piece sets off, so that the page is laid out once and styled once. Here and not in the frame, after the
 * layout that it does anyway: that frame would take longer than a picture, and one would be dropped.
 */
function setOff(): void {
    const flights = waiting.splice(0).map((flight) => ({ ...flight, start: flight.source.getBoundingClientRect(), goal: flight.node.getBoundingClientRect(), zoom: zoomOf(flight.node) }));
    for (const { node, ms, during: [leaves, lands], start, goal, zoom } of flights) {
        if (start.width === 0 || goal.width === 0) continue;
        const [dx, dy] = [(start.left + start.width / 2 - goal.left - goal.width / 2) / zoom, (start.top + start.height / 2 - goal.top - goal.height / 2) / zoom];
        const scale = Math.min(1.5, start.width / goal.width);
        // Eases in and out, with a little arc. Nothing but transform: anything else is painted anew in every frame.
        const at = (left: number, arc: number) => `translate(${left * dx}px, ${left * dy + arc}px) scale(${1 + (scale - 1) * left})`;
        node.animate(
            [
                { transform: at(1, 0) },
                { transform: at(1, 0), offset: leaves, easing: 'cubic-bezier(0.4, 0, 0.8, 0.6)' },
                { transform: at(0.5, -28), offset: (leaves + lands) / 2, easing: 'cubic-bezier(0.2, 0.4, 0.6, 1)' },
                { transform: at(0, 0), offset: lands },
            ],
            { duration: spanOf(ms) },
        );
    }
}
