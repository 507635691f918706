// Motion that needs places on the screen: a piece that comes from where another one lies.
import { reducedMotion } from '../lib/prefs.svelte';

interface From {
    /** Where it comes from; without it the piece simply appears. */
    from: string | null;
    ms: number;
    /** Waits there before it sets off. */
    delay?: number;
}

/** A transition for a piece that flies in from another place of the page. */
export function flyFrom(node: Element, { from, ms, delay = 0 }: From) {
    const source = from === null ? null : document.querySelector(from)?.getBoundingClientRect();
    const goal = node.getBoundingClientRect();
    if (!source || source.width === 0 || goal.width === 0 || ms === 0 || reducedMotion()) return { duration: 0 };
    const [dx, dy] = [source.left + source.width / 2 - goal.left - goal.width / 2, source.top + source.height / 2 - goal.top - goal.height / 2];
    const scale = Math.min(1.5, source.width / goal.width);
    return {
        duration: ms,
        delay,
        // Eases in and out, with a little arc. Nothing but transform: anything else is painted anew in every frame.
        css: (t: number) => {
            const done = t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2;
            const arc = -28 * Math.sin(Math.PI * done);
            return `transform: translate(${(1 - done) * dx}px, ${(1 - done) * dy + arc}px) scale(${1 + (scale - 1) * (1 - done)});`;
        },
    };
}
