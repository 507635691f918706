// The presets by name; the first is the default.
import type { Preset } from '../../shared/games';
import everything from './everything.json';

export const hennPresets: Preset[] = [
    { id: 'base', options: {} },
    { id: 'coins', options: { coins: true } },
    { id: 'sharks', options: { sharks: true, surfers: true } },
    { id: 'everything', options: everything },
];
