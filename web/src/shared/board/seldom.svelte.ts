// What is read from something that changes all the time, and is nearly always the same.

/**
 * A derived value is asked again by everybody who reads it, whenever something it comes from changes, even if only to
 * find the same answer: with
 * a whole drawing that reads it, a thousand times a beat. This one wakes its readers only when it is another one.
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
