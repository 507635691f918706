// The presets by name; the first is the default.
import type { Preset } from '../../shared/games';

export const tidePresets: Preset[] = [
    { id: 'amigo', options: { edition: 'amigo' } },
    { id: 'gamewright', options: { edition: 'gamewright' } },
];
