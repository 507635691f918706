// The solver's results for a position of Leiman's game, and positions as text.
import { cells, rows } from '../geometry';
import type { HighTideLeimanView } from '../../../shared/events/views';
import type { AskEngine } from '../../../shared/engine/engine';
import type { Answer } from '../../../shared/engine/module';
import { placedText } from './setups';

export interface Verdict {
    /** 0 is blue, 1 is pink. */
    winner: number;
    /** Blue's visible tiles less pink's at the end. */
    margin: number;
}
export interface Analysis extends Verdict {
    moves: (Verdict & { action: string })[];
    /** Best play of both to the end of the round. */
    line: string[];
}
export type { HighTideLeimanView as LeimanView } from '../../../shared/events/views';
/** As much of a view as makes a position. */
type Position = Pick<HighTideLeimanView, 'cells' | 'to_move' | 'last_mover'>;

/** Memory for proven results, in KiB: a phone can spare it. */
const memory = 16384;

/** Only the winner, here and after every move: available at once, unlike the whole analysis. */
export interface Winners {
    winner: number;
    moves: { action: string; winner: number }[];
}
export async function analyseQuickly(ask: AskEngine, table: unknown): Promise<Winners | null> {
    const answer = await ask({ op: 'analyse', table, memory, quick: true });
    return answer.ok ? (answer as Answer & Winners) : null;
}

/** How long the round lasts if the winner hurries and the loser delays. */
export interface Forced {
    winner: number;
    length: number;
    line: string[];
}
export async function forcedLength(ask: AskEngine, table: unknown): Promise<Forced | null> {
    const answer = await ask({ op: 'length', table, memory });
    return answer.ok ? (answer as Answer & Forced) : null;
}

export async function analyse(ask: AskEngine, table: unknown): Promise<Analysis | null> {
    const answer = await ask({ op: 'analyse', table, memory });
    return answer.ok ? (answer as Answer & Analysis) : null;
}

const letter = (seat: number | null) => (seat === null ? '-' : 'bp'[seat]!);
export function positionText({ cells: stacks, to_move, last_mover }: Position): string {
    const board = rows.map((row) => row.map((cell) => stacks[cell] || '.').join(',')).join('/');
    return `${board} ${letter(to_move ?? 0)} ${letter(last_mover)}`;
}

/** Every way to lift a tile and set it down somewhere else, allowed or not: for setting up a position. */
export function allWays(stacks: Record<string, string>): string[] {
    return cells.flatMap((from) =>
        stacks[from] ? cells.filter((to) => to !== from).map((to) => `${from}-${to}`) : [],
    );
}
export function lift(stacks: Record<string, string>, action: string): Record<string, string> {
    const [from = '', to = ''] = action.split('-');
    const tile = stacks[from]!.slice(-1);
    return { ...stacks, [from]: stacks[from]!.slice(0, -1), [to]: `${stacks[to] ?? ''}${tile}` };
}

/** The explorer's address for a position with a player to move. */
export const explorePath = (view: Position): string =>
    `#/explore/${placedText({ stacks: cells.map((cell) => view.cells[cell] ?? ''), mover: view.to_move ?? 0, last: view.last_mover })}`;
