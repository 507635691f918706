// The ways to play that are offered by name; the first is where everybody starts.
import type { Preset } from '../../shared/games';

export const hennPresets: Preset[] = [
    { id: 'base', options: {} },
    { id: 'coins', options: { coins: true } },
    { id: 'sharks', options: { sharks: true, surfers: true } },
    { id: 'everything', options: { coins: true, sharks: true, surfers: true, baywatch: true } },
];
