// Motion that needs places on the screen: a piece that comes from where another one lies.
import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { reducedMotion } from '../prefs.svelte';

interface From {
    /** Its origin; without it the piece simply appears. */
    from: string | null;
    /** How long the beat takes. */
    ms: number;
    /** In which part of the beat it is on its way: before that it lies where it comes from, after it at its place. */
    during?: readonly [number, number];
    /** Done in the picture in which it has come to rest. */
    landed?: () => void;
}

/** How much larger than it says a part of the page is drawn: ways are given in its own measure. */
const zoomOf = (node: Element): number => (node as { currentCSSZoom?: number }).currentCSSZoom ?? 1;

interface Place {
    x: number;
    y: number;
    width: number;
    zoom: number;
}
/** The middle of a piece on the screen, and how wide it is. */
function placeOf(piece: Element): Place {
    const { left, top, width, height } = piece.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, width, zoom: zoomOf(piece) };
}
/** Places that were read while the page was laid out, for what comes in the same task. */
const known = new Map<Element, Place>();
/** Reads where flights will begin and end before anything is written: then reading them lays out nothing. */
export function survey(pieces: Iterable<Element>): void {
    for (const piece of pieces) known.set(piece, placeOf(piece));
}

/** Flights that start in this task: each reads its place first, and then begins. */
const waiting: (() => (start: CSSNumberish) => void)[] = [];
function comes(read: (typeof waiting)[number]): void {
    if (waiting.push(read) === 1) queueMicrotask(setOff);
}

/**
 * A piece that flies in from another place of the page: once, when it appears. It reads its origin then, so that later
 * beats do not read it again.
 */
export function flyFrom(how: () => From): Attachment {
    return (node) => {
        const { from, ms, during: [leaves, lands] = [0, 1], landed } = untrack(how);
        if (from === null || ms === 0 || reducedMotion()) return;
        const source = (node.getRootNode() as ParentNode).querySelector(from);
        if (!source) return;
        let flight: Animation | undefined;
        comes(() => {
            const start = known.get(source) ?? placeOf(source);
            // A piece whose parent was surveyed comes to lie in the middle of it.
            const goal = known.get(node.parentElement!) ?? placeOf(node);
            return (now) => {
                if (start.width === 0 || goal.width === 0) return;
                const [dx, dy] = [(start.x - goal.x) / goal.zoom, (start.y - goal.y) / goal.zoom];
                const scale = Math.min(1.5, start.width / goal.width);
                // Eases in and out, with a little arc. Only transform changes: anything else would be painted again in
                // every frame.
                const at = (left: number, arc: number) =>
                    `translate(${left * dx}px, ${left * dy + arc}px) scale(${1 + (scale - 1) * left})`;
                flight = move(
                    node,
                    [
                        { transform: at(1, 0) },
                        { transform: at(1, 0), offset: leaves, easing: 'cubic-bezier(0.4, 0, 0.8, 0.6)' },
                        {
                            transform: at(0.5, -28),
                            offset: (leaves + lands) / 2,
                            easing: 'cubic-bezier(0.2, 0.4, 0.6, 1)',
                        },
                        { transform: at(0, 0), offset: lands },
                    ],
                    ms,
                    now,
                );
                if (landed) flight.onfinish = landed;
            };
        });
        // A removed piece would go on moving, and the page with it, frame by frame.
        return () => flight?.cancel();
    };
}

/**
 * The duration of all movements in a beat of `ms`; they end together, because every end costs its own style, paint and
 * layer work. A little before the beat ends, so that nothing moves when the next one opens.
 */
const spanOf = (ms: number): number => Math.max(ms * 0.8, ms - 80, 1);
export const lasting = (ms: number): string => `${spanOf(ms)}ms`;

/**
 * The duration of a piece's way in a beat of `ms`. Only a piece that changes its place gets another duration: a changed
 * style is computed again, and most pieces stay in place.
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
 * Starts movements with an explicit time for page and compositor. Otherwise the compositor reports the start, and for
 * that report every moving piece is styled, painted and laid into layers once more.
 */
function move(
    node: Element,
    frames: Keyframe[] | PropertyIndexedKeyframes,
    ms: number,
    start: CSSNumberish,
): Animation {
    const animation = node.animate(frames, { duration: spanOf(ms), fill: 'backwards' });
    animation.startTime = start;
    return animation;
}

/**
 * A piece that appears with a movement of its own. It should stand still for the first twentieth: the page styles once
 * more what the compositor has just begun to
 * move, and has nothing to paint then.
 */
export function appears(frames: PropertyIndexedKeyframes, ms: () => number): Attachment {
    return (node) => {
        if (!reducedMotion()) comes(() => (start) => move(node, frames, untrack(ms) || 1200, start));
    };
}

/**
 * All places are read before the first piece sets off, so that the page is laid out once and styled once. Here and not
 * in the frame, after the
 * layout that it does anyway: that frame would take longer than a picture, and one would be dropped.
 */
function setOff(): void {
    const begins = waiting.splice(0).map((read) => read());
    known.clear();
    const now = document.timeline.currentTime!;
    for (const begin of begins) begin(now);
}
