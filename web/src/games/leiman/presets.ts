// The presets by name; the first is the default.
import type { Preset } from '../../shared/games';

export const leimanPresets: Preset[] = [
    { id: 'single', options: { stones: 1 } },
    { id: 'match', options: { stones: 3 } },
];
