// The reasons for a move as far as the board itself shows them: the tile it covers, and the number of movable tiles
// after it.
import { cells } from './geometry';
import { canMove } from './loose';

type Stacks = Record<string, string>;
export type Colour = 'b' | 'p';
export type Fact =
    | { kind: 'stuck' | 'covers' | 'neutral' }
    | { kind: 'fewer'; n: number; m: number }
    | { kind: 'own'; n: number };

/** How many tiles a colour could move if it were its turn. */
const movable = (stacks: Stacks, colour: Colour): number =>
    cells.filter((cell) => [colour, 'n'].includes((stacks[cell] ?? '').slice(-1)) && canMove(stacks, cell)).length;

export function factsOf(stacks: Stacks, action: string, own: Colour): Fact[] {
    const [from = '', to = ''] = action.split('-');
    const other: Colour = own === 'b' ? 'p' : 'b';
    const tile = (stacks[from] ?? '').slice(-1);
    const after = { ...stacks, [from]: (stacks[from] ?? '').slice(0, -1), [to]: (stacks[to] ?? '') + tile };
    const facts: Fact[] = [];
    if ((stacks[to] ?? '').endsWith(other)) facts.push({ kind: 'covers' });
    const [n, m] = [movable(after, other), movable(stacks, other)];
    if (n === 0) facts.push({ kind: 'stuck' });
    else if (n < m) facts.push({ kind: 'fewer', n, m });
    else if (tile === 'n') facts.push({ kind: 'neutral' });
    return facts.length ? facts : [{ kind: 'own', n: movable(after, own) }];
}
