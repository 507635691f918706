// All of Turn the Tide that a reader loads with it.
export { default as Board } from '../../src/games/tide/Board.svelte';
export { parts } from '../../src/games/tide/parts';
