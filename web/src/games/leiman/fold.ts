// Leiman's High Tide: the next view from what happened.
import { emptyTable, nextPlace } from './pie';
import type { Steps } from '../../shared/events/steps';
import type { HighTideLeimanEvent } from '../../shared/events/records';
import type { HighTideLeimanView } from '../../shared/events/views';

export const foldLeiman: Steps<HighTideLeimanView, HighTideLeimanEvent> = {
    first: (view) => view,
    laid_out: (view, { seat, rows }) => {
        const cells = Object.fromEntries(
            rows
                .split('/')
                .flatMap((row, i) =>
                    row.split(',').map((tiles, j) => ['abcde'[i]! + (j + 1), tiles === '.' ? '' : tiles]),
                ),
        );
        return { ...view, cells, visible: visible(cells), to_move: seat, last_mover: null };
    },
    tile_moved: (view, { seat, from, to }) => {
        const [stack, target] = [view.cells[from]!, view.cells[to]!];
        const cells = { ...view.cells, [from]: stack.slice(0, -1), [to]: target + stack.slice(-1) };
        return { ...view, cells, visible: visible(cells), to_move: 1 - seat, last_mover: seat };
    },
    round_won: (view, { seat }) => ({
        ...view,
        stones: [view.stones[0] + (seat === 0 ? 1 : 0), view.stones[1] + (seat === 1 ? 1 : 0)],
        round_winner: seat,
        to_move: null,
    }),
    loser_starts: (view, { round }) => ({ ...view, round }),
    player_lays: (view, { seat, round }) => {
        const cells = emptyTable();
        return {
            ...view,
            cells,
            visible: visible(cells),
            to_move: null,
            last_mover: null,
            round,
            pie: { lays: seat, next: nextPlace(cells), chooses: null },
        };
    },
    tile_laid: (view, { seat, cell, tile }) => {
        const cells = { ...view.cells, [cell]: tile };
        const next = nextPlace(cells);
        return {
            ...view,
            cells,
            visible: visible(cells),
            pie: { lays: next ? seat : null, next, chooses: next ? null : 1 - seat },
        };
    },
    side_chosen: (view) => ({ ...view, pie: { lays: null, next: null, chooses: null } }),
    match_won: (view, { seat, stones }) => ({ ...view, winner: seat, stones }),
};

/** The tiles visible from above, blue and pink (L9). */
function visible(cells: Record<string, string>): [number, number] {
    let [blue, pink] = [0, 0];
    for (const stack of Object.values(cells)) {
        if (stack.endsWith('b')) blue += 1;
        if (stack.endsWith('p')) pink += 1;
    }
    return [blue, pink];
}
