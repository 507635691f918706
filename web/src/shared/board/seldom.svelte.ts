// A value read from a source that changes all the time, while the value itself nearly never does.

/**
 * All readers of a derived value ask it again whenever one of its sources changes, even if only to find the same
 * answer: with a whole drawing that reads it, a thousand times a beat. This one wakes its readers only when it is
 * another one.
 */
export function seldom<T>(of: () => T): { readonly now: T } {
    let now = $state.raw(of());
    $effect(() => {
        now = of();
    });
    return {
        get now() {
            return now;
        },
    };
}
