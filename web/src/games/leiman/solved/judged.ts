// A move and what it leads to, as far as it is known.
export interface Judged {
    action: string;
    winner: number;
    /** Blue's visible tiles less pink's at the end; not yet known: null. */
    margin: number | null;
}
/** The better for the mover the higher: a win on equal tiles is 1, a loss on equal tiles -1. */
export const gainOf = ({ winner, margin }: Omit<Judged, 'action'>, mover: number): number =>
    (winner === mover ? 1 : -1) * (1 + Math.abs(margin ?? 0));
export const byGain = (moves: readonly Judged[], mover: number): Judged[] =>
    [...moves].sort((a, b) => gainOf(b, mover) - gainOf(a, mover) || a.action.localeCompare(b.action));
