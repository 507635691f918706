// A stage for lessons and replays, without actions. Pushed steps play beat by beat; a jump is shown as it is.
import { prefs } from '../../shared/prefs.svelte';
import { play as sound } from '../../shared/sound';
import type { Snapshot } from '../../shared/table_client';
import { Stage, type Shown, type Speed } from './stage';

export interface Staged {
    readonly shown: Shown | undefined;
    readonly busy: boolean;
    push(snap: Snapshot): void;
    /** Shows a moment without telling how it came about. */
    jump(snap: Snapshot): void;
    skip(): void;
    close(): void;
}

export function staged(speed: () => Speed = () => (prefs.pace === 'instant' ? 'none' : prefs.pace)): Staged {
    let shown = $state.raw<Shown | undefined>();
    const stage = new Stage({
        speed,
        away: () => document.hidden,
        holds: false,
        later: (work, ms) => {
            const timer = setTimeout(work, ms);
            return () => clearTimeout(timer);
        },
        show: (next) => {
            shown = next;
            if (next.beat?.sound) sound(next.beat.sound);
        },
    });
    return {
        get shown() {
            return shown;
        },
        get busy() {
            return shown?.beat !== null && shown !== undefined;
        },
        push: (snap) => stage.push(snap),
        jump: (snap) => stage.jump(snap),
        skip: () => stage.skip(),
        close: () => stage.close(),
    };
}
