// Keeps the focus for keyboard players: the chosen element is gone with its focus, and when there is a choice again,
// its first element gets the focus. A mouse or a finger never moves it.
export function returning(box: () => HTMLElement | undefined, selector: string) {
    let keys = false;
    return {
        /** Something was chosen; a click that came from a key has no count. */
        chose: (event: MouseEvent) => void (keys = event.detail === 0),
        again: () => {
            if (keys && (document.activeElement === null || document.activeElement === document.body))
                box()?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
        },
    };
}
