/** Does something once the next picture is drawn, so that it costs that picture nothing. Returns how to call it off. */
export function afterFrame(work: () => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
    return () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
    };
}
