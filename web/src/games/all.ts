// The parts of every game. <springtide-board> has a list of its own (embed/games.ts): its reader loads one game.
import type { GameParts } from '../shared/game_parts';
import type { GameId } from '../shared/games';
import { parts as henn } from './henn/parts';
import { parts as leiman } from './leiman/parts';
import type { GameMarks } from './marks';
import { parts as tide } from './tide/parts';

export type AllParts = { [G in GameId]: GameParts<G, GameMarks[G]> };
export const all: AllParts = { turn_the_tide: tide, high_tide_leiman: leiman, high_tide_henn: henn };
