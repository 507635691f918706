// All of Henn's game that a reader loads with it.
export { default as Board } from '../../src/games/henn/Board.svelte';
export { default as Patterns } from '../../src/games/henn/Defs.svelte';
export { parts } from '../../src/games/henn/parts';
