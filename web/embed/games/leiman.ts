// All of Leiman's game that a reader loads with it.
export { default as Board } from '../../src/games/leiman/Board.svelte';
export { parts } from '../../src/games/leiman/parts';
