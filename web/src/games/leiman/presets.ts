// The ways to play that are offered by name; the first is where everybody starts.
import type { Preset } from '../../shared/games';

export const leimanPresets: Preset[] = [
    { id: 'single', options: { stones: 1 } },
    { id: 'match', options: { stones: 3 } },
];
