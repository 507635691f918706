// Leiman's High Tide on the stage: a tile hops; a round ends with its reason, the count and the stone.
import { cells } from './geometry';
import { canMove } from './loose';
import type { LeimanBeat, LeimanMarks } from './marks';
import { foldLeiman } from './fold';
import type { HighTideLeimanEvent } from '../../shared/events/records';
import { viewAfter } from '../../shared/events/steps';
import type { HighTideLeimanView } from '../../shared/events/views';
import type { Caption, Step } from '../../shared/stage/types';

/** The cells whose top tile counts, blue first, in the order in which they are counted. */
export const counted = (stacks: Record<string, string>): string[] =>
    ['b', 'p'].flatMap((letter) => cells.filter((cell) => stacks[cell]?.endsWith(letter)));

export function directLeiman(
    before: HighTideLeimanView,
    events: HighTideLeimanEvent[],
): Step<'high_tide_leiman', LeimanMarks> {
    const beats: LeimanBeat[] = [];
    let scene = before;
    let last: LeimanMarks['last'];
    const beat = (
        kind: string,
        ms: number,
        caption: Caption | null,
        sound: LeimanBeat['sound'],
        marks: LeimanMarks = {},
    ) => {
        beats.push({ kind, view: scene, ms, caption, sound, marks: { ...marks, last } });
    };
    for (const event of events) {
        const earlier = scene;
        scene = viewAfter(foldLeiman, scene, event);
        if (event.kind === 'tile_moved') {
            const { from, to } = event;
            const [old, stacks] = [earlier.cells, scene.cells];
            const tile = old[from]!.slice(-1);
            last = { from, to };
            beat('hop', 420, { event }, 'tile', { hop: { from, to, tile } });
            // The effects of the move on other tiles: a short glint.
            const others = cells.filter((cell) => cell !== from && cell !== to && stacks[cell]);
            const changed = others.filter((cell) => canMove(old, cell) !== canMove(stacks, cell));
            const freed = changed.filter((cell) => canMove(stacks, cell));
            const held = changed.filter((cell) => !freed.includes(cell));
            if (freed.length + held.length > 0) beat('glint', 420, { event }, null, { freed, held });
        } else if (event.kind === 'round_won') {
            const stuck = 1 - (scene.last_mover ?? 0);
            const [blue, pink] = scene.visible;
            const winner = event.seat;
            const won = scene;
            scene = earlier; // the stone is given when the tiles are counted
            beat(
                'blocked',
                1100,
                { key: 'stage.leiman.blocked', values: { who: { seat: stuck }, n1: blue!, n2: pink! } },
                'end',
                { blocked: stuck },
            );
            const count = blue! + pink!;
            beat(
                'count',
                400 + 110 * count,
                { key: 'stage.leiman.counted', values: { n1: blue!, n2: pink! } },
                'tile',
                { counted: count },
            );
            scene = won;
            beat('stone', 700, { event }, 'coin', { counted: count, stone: winner });
            const over = events.some(({ kind }) => kind === 'match_won');
            if (!over)
                beats.push({
                    kind: 'roundTable',
                    view: scene,
                    ms: 0,
                    caption: null,
                    sound: null,
                    marks: { counted: count, last },
                    hold: { round: event.round, events: [event] },
                });
        } else if (event.kind === 'player_lays') {
            last = undefined;
            beat('clear', 500, { event }, 'card');
        } else if (event.kind === 'tile_laid') {
            beat('tile', 160, { event }, 'tile');
        } else if (event.kind === 'side_chosen') {
            beat('side', 900, { event }, 'card');
        } else if (event.kind === 'laid_out') {
            last = undefined;
            beat('lay', 500, { event }, 'card');
        }
    }
    return { beats, trace: { last } };
}
