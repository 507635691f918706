// The ways to play that are offered by name; the first is where everybody starts.
import type { Preset } from '../../shared/games';

export const tidePresets: Preset[] = [
    { id: 'amigo', options: { edition: 'amigo' } },
    { id: 'gamewright', options: { edition: 'gamewright' } },
];
