// Henn's High Tide on the stage: dice, deckchairs, towels, the rental; sharks, waves; the beaches paid one by one. Only
// the fold computes the table after an event; this file chooses the beats that show it.
import type { HighTideHennEvent } from '../../shared/events/records';
import { viewAfter } from '../../shared/events/steps';
import type { EventOf } from '../../shared/stage/events';
import type { Caption, Step } from '../../shared/stage/types';
import { foldHenn } from './fold';
import type { HennBeat, HennMarks } from './marks';
import { ties, type HennView } from './view';

const walkTime = (spaces: number) => 200 + Math.min(600, 80 * Math.abs(spaces));

export function directHenn(before: HennView, events: HighTideHennEvent[]): Step<'high_tide_henn', HennMarks> {
    const beats: HennBeat[] = [];
    /** The table before the current event, and with it. */
    let scene = before;
    let folded = 0;
    const foldTo = (count: number) => {
        for (; folded < count; folded += 1) scene = viewAfter(foldHenn, scene, events[folded]!);
    };
    const trace: HennMarks = { moved: [] };
    let places: NonNullable<HennMarks['places']> = [];
    /** The pair that is left at the end of a round: it lies on its beaches while the waves roll. */
    let left: HennMarks['left'];
    const beat = (
        kind: string,
        ms: number,
        caption: Caption | null,
        sound: HennBeat['sound'],
        marks: HennMarks = {},
    ) => {
        beats.push({
            kind,
            view: scene,
            ms,
            caption,
            sound,
            marks: { ...marks, ...(left ? { left } : {}), moved: [...trace.moved!] },
        });
    };
    /** A deckchair's last move stays marked. */
    const moved = (beach: string, seat: number, from: number, to: number | null) => {
        trace.moved = [
            ...trace.moved!.filter((one) => one.beach !== beach || one.seat !== seat),
            { beach, seat, from, to },
        ];
    };

    events.forEach((event, at) => {
        // Points count on the plates while they are paid: the table itself stays one scene, which is drawn once.
        const pays = event.kind === 'beach_scored' || event.kind === 'coins_scored' || event.kind === 'last_point';
        if (!pays) foldTo(at); // a wave has taken the deckchairs it floods with it
        const earlier = scene;
        if (!pays && event.kind !== 'tile_won' && event.kind !== 'wave') foldTo(at + 1);
        switch (event.kind) {
            case 'rolled':
                return beat('roll', 800, { event }, 'dice', { tumble: 'both' });
            case 'pair_taken':
                return beat('take', 450, { event }, 'step');
            case 'rerolled': {
                const { which } = event;
                return beat('reroll', 700, { event }, 'dice', { tumble: which.length > 1 ? 'both' : which[0]! });
            }
            case 'laid_down':
                return beat('lay', 500, { event }, 'step', { laid: event.space });
            case 'moved':
            case 'moved_into_water': {
                const { beach, seat, from } = event;
                const to = event.kind === 'moved' ? event.to : null;
                moved(beach, seat, from, to);
                const walking = { beach, seat, from };
                const shark = events[at - 1];
                if (to !== null && shark?.kind === 'shark' && shark.seat === seat && shark.beach === beach)
                    return beat('shark', walkTime(from - to) + 400, { event: shark }, 'step', {
                        shark: { beach, seat, spaces: shark.spaces },
                        walking,
                    });
                return beat('walk', walkTime((to ?? from + 3) - from), { event }, to === null ? 'under' : 'step', {
                    walking,
                });
            }
            case 'move_lost':
                return beat('lost', 500, { event }, null, { lit: event.beach });
            case 'coin_taken':
                return beat('coin', 600, { event }, 'coin', { coin: { beach: event.beach, seat: event.seat } });
            case 'towel_laid':
                return beat('towel', 400, { event }, 'towel', { towel: { seat: event.seat, space: event.space } });
            case 'rental_moved':
                return beat('rental', 400, { event }, 'step', { rental: event.space });
            case 'tile_used':
                return beat('tile', 700, { event }, 'card', { tile: event.tile });
            case 'tile_won':
                // Seen where it lies; then it leaves the offer and goes to its winner.
                beat('tileWon', 700, { event }, 'card', { tile: event.tile });
                foldTo(at + 1);
                return beat('tileGoes', 700, { event }, 'coin');
            case 'open_dice':
                return beat('openDice', 450, { event }, null);
            case 'waves_rolled':
                return beat('roll', 800, { event }, 'dice', { laid: event.space });
            case 'shark': {
                const { beach, seat, spaces } = event;
                const marks = { shark: { beach, seat, spaces } };
                // The next event has the distance that the deckchair goes back.
                if (seat === null) return beat('shark', 900, { event }, 'wave', marks);
                return beat(
                    'fin',
                    900,
                    { key: 'stage.henn.fin', values: { colour: { colour: beach } } },
                    'wave',
                    marks,
                );
            }
            case 'wave': {
                const { beach } = event;
                const space = 1 + scene.track.findIndex((there) => there && 'dice' in there);
                const there = scene.track[space - 1];
                if (!left && there && 'dice' in there) {
                    left = { space, dice: there.dice };
                    beat('pair', 600, { key: 'stage.henn.pair', values: { n: space } }, 'step');
                }
                const flood: EventOf<'high_tide_henn', 'flooded'>[] = [];
                for (const next of events.slice(at + 1)) {
                    if (next.kind !== 'flooded' || next.beach !== beach) break;
                    flood.push(next);
                }
                const from = scene.beaches[beach].water;
                foldTo(at + 1 + flood.length);
                const wet = flood.map(({ seat }) => ({ beach, seat }));
                beat('wave', 1000, { event }, 'wave', {
                    wave: { beach, from, to: event.water, large: event.size === 'large' },
                    wet,
                });
                for (const one of flood) beat('flooded', 600, { event: one }, 'under', { wet, lit: beach });
                return undefined;
            }
            case 'round_begun': {
                trace.moved = [];
                if (earlier.track.some((there) => there && 'towel' in there)) {
                    // The towels slide together while they still lie on the track.
                    const begun = scene;
                    scene = earlier;
                    beat('gather', 600, { key: 'stage.henn.gather' }, 'towel', { gather: true });
                    scene = begun;
                }
                left = undefined;
                return beat('round', 800, { event }, 'towel');
            }
            case 'shark_alert':
                return beat('alert', 700, { event }, 'wave', { lit: event.beach });
            case 'tile_turned_up':
                return beat('offer', 500, { event }, 'card', { tile: event.tile });
            case 'game_ended':
                trace.moved = [];
                left = undefined;
                return beat('over', 1100, { event }, 'end');
            case 'beach_scored': {
                const { beach } = event;
                places = [...places, { beach, seat: event.seat, points: event.points, reason: event.reason }];
                trace.places = places;
                const next = events[at + 1];
                // One beach is one beat: its places are set together.
                if (next?.kind === 'beach_scored' && next.beach === beach) return undefined;
                const gains = places.filter((one) => one.beach === beach);
                beat(
                    'beach',
                    1200,
                    {
                        key: 'stage.henn.paid',
                        values: { colour: { colour: beach }, names: { seats: gains.map((one) => one.seat) } },
                    },
                    'coin',
                    { lit: beach, places, gains },
                );
                for (const tie of ties(scene, gains)) {
                    const [ahead, behind] = [tie.seats.at(-1)!, tie.seats.at(-2)!];
                    beat(
                        'tie',
                        1300,
                        {
                            key: 'stage.henn.tie',
                            values: { who: { seat: ahead }, other: { seat: behind }, n: tie.space },
                        },
                        null,
                        { lit: beach, places, tie },
                    );
                }
                return undefined;
            }
            case 'coins_scored':
            case 'last_point': {
                // Not for a beach: it comes from the player's own plate.
                const gain = {
                    beach: '',
                    seat: event.seat,
                    points: event.kind === 'coins_scored' ? event.points : 1,
                    reason: event.kind,
                };
                places = [...places, gain];
                trace.places = places;
                return beat('extra', 700, { event }, 'coin', { places, gains: [gain] });
            }
            default:
                return undefined;
        }
    });
    return { beats, trace };
}

/** Coins and surfers only as far as the next view shows them. */
export const coveredHenn = (view: HennView, { coins, surfers }: HennView): HennView => ({
    ...view,
    ...(coins ? { coins } : {}),
    ...(surfers ? { surfers } : {}),
});
