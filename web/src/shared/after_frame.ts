/** Does something once the next picture is drawn, so that it costs that picture nothing; or once several are. Returns
 *  how to call it off. */
export function afterFrame(work: () => void, pictures = 1): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = () => (timer = setTimeout((pictures -= 1) > 0 ? wait : work));
    let frame = requestAnimationFrame(next);
    const wait = () => (frame = requestAnimationFrame(next));
    return () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
    };
}
