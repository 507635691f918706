// The games of <springtide-board>: each is loaded when a board shows it, so its reader does not pay for the others.
import type { Component } from 'svelte';
import type { AllParts } from '../src/games/all';
import type { AnyMarks, GameMarks } from '../src/games/marks';
import type { BoardProps } from '../src/shared/board/props';
import type { GameParts } from '../src/shared/game_parts';
import type { GameId } from '../src/shared/games';

interface Loaded<G extends GameId> {
    Board: Component<BoardProps<G, GameMarks[G]>>;
    /** Patterns that the drawings of the board refer to. */
    Patterns?: Component;
    parts: GameParts<G, GameMarks[G]>;
}
const load: { [G in GameId]: () => Promise<Loaded<G>> } = {
    turn_the_tide: () => import('./games/tide'),
    high_tide_henn: () => import('./games/henn'),
    high_tide_leiman: () => import('./games/leiman'),
};

/** In place of src/games/all.ts: what was loaded. */
export const all: Partial<AllParts> = {};

export interface AnyGame {
    Board: Component<BoardProps<GameId, AnyMarks>>;
    Patterns?: Component;
}
/** A game with its parts, ready to be folded, told and staged. */
export async function bring<G extends GameId>(game: G): Promise<AnyGame> {
    const loaded = await load[game]();
    (all as Partial<Record<GameId, object>>)[game] = loaded.parts;
    return loaded as unknown as AnyGame;
}
