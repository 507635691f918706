// Whether a film runs right now. Bots at this device wait for its end, so that nothing piles up behind it.
let busy = false;
let waiting: (() => void)[] = [];

export function setBusy(now: boolean): void {
    busy = now;
    if (busy) return;
    const free = waiting;
    waiting = [];
    for (const resolve of free) resolve();
}
export const whenQuiet = (): Promise<void> =>
    busy ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
