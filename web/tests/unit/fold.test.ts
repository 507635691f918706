// What happens when events and view do not go together. That they do go together is proven in tests/fold.
import { describe, expect, it } from 'vitest';
import { fold } from '../../src/games/fold';
import type { HighTideLeimanView, TurnTheTideView } from '../../src/shared/events/views';

const view: HighTideLeimanView = {
    cells: { a1: 'b', a2: 'p' },
    to_move: 0,
    last_mover: null,
    stones: [0, 0],
    stones_to_win: 1,
    round: 1,
    visible: [1, 1],
    round_winner: null,
    winner: null,
};
const moved = { kind: 'tile_moved', seat: 0, from: 'a1', to: 'a2', height: 2, tile: 'b' } as const;

describe('a fold', () => {
    it('leaves the view it began with as it is', () => {
        const before = structuredClone(view);
        expect(fold('high_tide_leiman', view, [moved])).toMatchObject({
            cells: { a1: '', a2: 'pb' },
            visible: [1, 0],
            to_move: 1,
            last_mover: 0,
        });
        expect(view).toEqual(before);
    });
    it('of a kind it does not know asks for a whole view', () => {
        expect(fold('high_tide_leiman', view, [{ kind: 'tile_eaten' } as never])).toBeNull();
        expect(fold('high_tide_leiman', view, [{ kind: 'toString' } as never])).toBeNull();
    });
    it('of a view that does not fit asks for a whole view', () => {
        expect(fold('high_tide_leiman', view, [{ ...moved, from: 'z9' }])).toBeNull();
        expect(fold('high_tide_leiman', null, [moved])).toBeNull();
    });
    it('begins anew with a whole view', () => {
        expect(fold('high_tide_leiman', null, [{ kind: 'view', view }, moved])).toMatchObject({ last_mover: 0 });
    });
    it('clears the islands that went under where the next tides follow at once', () => {
        const trick = {
            round: 1,
            trick: 3,
            tide: [5, 12, 2],
            eliminated: [false, true, false],
            upturned: [5, 12],
            tides_left: 18,
        } as TurnTheTideView;
        const next = fold('turn_the_tide', trick, [{ kind: 'tides_turned_up', levels: [8, 11], trick: 4 }]);
        expect(next).toMatchObject({ trick: 4, tide: [5, null, 2], upturned: [8, 11], tides_left: 16 });
    });
});
