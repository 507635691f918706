// Ways to play each game, by name.
import type { GameId, Preset } from '../shared/games';
import { hennPresets } from './henn/presets';
import { leimanPresets } from './leiman/presets';
import { tidePresets } from './tide/presets';

export const presets: Record<GameId, Preset[]> = {
    high_tide_leiman: leimanPresets,
    turn_the_tide: tidePresets,
    high_tide_henn: hennPresets,
};

const usualWays: Preset[] = [{ id: 'usual', options: {} }];
/** A game this page has no board for is played as it is. */
export const presetsOf = (game: GameId): Preset[] => (Object.hasOwn(presets, game) ? presets[game] : usualWays);
