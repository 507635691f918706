// Henn's High Tide on the stage: dice, deckchairs, towels, the rental; sharks, waves; the beaches paid one by one.
import { ties, type BeachView, type HennView } from './view';
import type { Letter } from './pieces';
import type { HighTideHennEvent } from '../../shared/events/records';
import type { EventOf } from '../../shared/stage/events';
import type { Beat, Caption, Marks, Step } from '../../shared/stage/types';

/** Takes a chair from wherever it stands on a beach. */
function lift(beach: BeachView, seat: number): BeachView {
    const spaces: Record<string, number[]> = {};
    for (const [space, seats] of Object.entries(beach.spaces)) {
        const rest = seats.filter((other) => other !== seat);
        if (rest.length) spaces[space] = rest;
    }
    return { ...beach, spaces, wet: beach.wet.filter((other) => other !== seat) };
}
/** Puts a chair on a space, right of those that stand there; into the water with null. */
function put(beach: BeachView, seat: number, space: number | null): BeachView {
    if (space === null) return { ...beach, wet: [...beach.wet, seat].sort((a, b) => a - b) };
    const there = [...(beach.spaces[space] ?? []), seat];
    // At the bar there is no order.
    return { ...beach, spaces: { ...beach.spaces, [space]: space === 0 ? there.sort((a, b) => a - b) : there } };
}
const walkTime = (spaces: number) => 200 + Math.min(600, 80 * Math.abs(spaces));

export function directHenn(before: HennView, events: HighTideHennEvent[], after: HennView): Step {
    const beats: Beat[] = [];
    let scene = before;
    const trace: Marks = { moved: [] };
    let places: NonNullable<Marks['places']> = [];
    let lit = '';
    /** The pair that is left at the end of a round: it lies on its beaches while the waves roll. */
    let left: Marks['left'];
    const beat = (kind: string, ms: number, caption: Caption | null, sound: Beat['sound'], marks: Marks = {}) => {
        beats.push({ kind, view: scene, ms, caption, sound, marks: { ...marks, ...(left ? { left } : {}), moved: [...trace.moved!] } });
    };
    const onBeach = (letter: string, change: (beach: BeachView) => BeachView) => {
        scene = { ...scene, beaches: { ...scene.beaches, [letter]: change(scene.beaches[letter as Letter]) } };
    };
    const onTrack = (space: number, there: HennView['track'][number]) => {
        scene = { ...scene, track: scene.track.map((old, i) => (i === space - 1 ? there : old)) };
    };

    events.forEach((event, at) => {
        switch (event.kind) {
            case 'rolled': {
                const { dice, seat } = event;
                const bag = { ...scene.bag };
                for (const die of dice) bag[die[0] as Letter] -= 1;
                scene = { ...scene, rolled: dice, bag, active: seat };
                return beat('roll', 800, { event }, 'dice', { tumble: 'both' });
            }
            case 'pair_taken':
                onTrack(event.space, null);
                scene = { ...scene, rolled: event.dice, taken_from: event.space };
                return beat('take', 450, { event }, 'step');
            case 'rerolled': {
                const { dice, which } = event;
                scene = { ...scene, rolled: dice };
                return beat('reroll', 700, { event }, 'dice', { tumble: which.length > 1 ? 'both' : which[0]! });
            }
            case 'laid_down': {
                const { space, dice } = event;
                onTrack(space, { dice });
                scene = { ...scene, rolled: null };
                return beat('lay', 500, { event }, 'step', { laid: space });
            }
            case 'moved':
            case 'moved_into_water': {
                const { beach: letter, seat, from } = event;
                const to = event.kind === 'moved' ? event.to : null;
                // Driven back by a shark: shown with it.
                if (to !== null && (scene.beaches[letter].spaces[to] ?? []).includes(seat)) return undefined;
                onBeach(letter, (beach) => put(lift(beach, seat!), seat!, to));
                trace.moved = [...trace.moved!.filter((one) => one.beach !== letter || one.seat !== seat), { beach: letter, seat: seat!, from, to }];
                return beat('walk', walkTime((to ?? from + 3) - from), { event }, to === null ? 'under' : 'step', { walking: { beach: letter, seat: seat!, from } });
            }
            case 'move_lost':
                return beat('lost', 500, { event }, null, { lit: event.beach });
            case 'coin_taken': {
                const { beach: letter, seat, space, value } = event;
                onBeach(letter, (beach) => {
                    const coins = { ...beach.coins };
                    delete coins[space];
                    return { ...beach, coins };
                });
                scene = { ...scene, coins: scene.coins!.map((own, i) => (i === seat ? { ...own, [letter]: value } : own)) };
                return beat('coin', 600, { event }, 'coin', { coin: { beach: letter, seat: seat! } });
            }
            case 'towel_laid': {
                const { seat, space } = event;
                onTrack(space, { towel: seat! });
                scene = { ...scene, rolled: null };
                return beat('towel', 400, { event }, 'towel', { towel: { seat: seat!, space } });
            }
            case 'rental_moved': {
                const { space } = event;
                scene = { ...scene, rental: space };
                return beat('rental', 400, { event }, 'step', { rental: space });
            }
            case 'tile_used':
                return beat('tile', 700, { event }, 'card', { tile: event.tile });
            case 'tile_won':
                beat('tileWon', 700, { event }, 'card', { tile: event.tile });
                // It leaves the offer and goes to its winner.
                if (scene.baywatch) scene = { ...scene, baywatch: { ...scene.baywatch, on_offer: null, tiles: scene.baywatch.tiles.map((own, i) => (i === event.seat ? [...own, event.tile] : own)) } };
                return beat('tileGoes', 700, { event }, 'coin');
            case 'open_dice':
                if (scene.baywatch) scene = { ...scene, baywatch: { ...scene.baywatch, open_dice: event.dice, open_dice_of: event.seat } };
                return beat('openDice', 450, { event }, null);
            case 'waves_rolled': {
                const { space, dice } = event;
                onTrack(space, { dice });
                return beat('roll', 800, { event }, 'dice', { laid: space });
            }
            case 'shark': {
                const { beach: letter, seat, spaces } = event;
                const marks = { shark: { beach: letter, seat, spaces } };
                if (seat === null) return beat('shark', 900, { event }, 'wave', marks);
                beat('fin', 900, { key: 'stage.henn.fin', values: { colour: { colour: letter } } }, 'wave', marks);
                // How far the chair goes back is told by its own event.
                const next = events[at + 1];
                if (next?.kind !== 'moved' || next.seat !== seat || next.beach !== letter) return undefined;
                onBeach(letter, (beach) => put(lift(beach, seat), seat, next.to));
                trace.moved = [...trace.moved!, { beach: letter, seat, from: next.from, to: next.to }];
                return beat('shark', walkTime(next.from - next.to) + 400, { event }, 'step', { ...marks, walking: { beach: letter, seat, from: next.from } });
            }
            case 'wave': {
                const letter = event.beach;
                const space = 1 + scene.track.findIndex((there) => there && 'dice' in there);
                const there = scene.track[space - 1];
                if (!left && there && 'dice' in there) {
                    left = { space, dice: there.dice };
                    beat('pair', 600, { key: 'stage.henn.pair', values: { n: space } }, 'step');
                }
                const flood: EventOf<'high_tide_henn', 'flooded'>[] = [];
                for (const next of events.slice(at + 1)) {
                    if (next.kind !== 'flooded' || next.beach !== letter) break;
                    flood.push(next);
                }
                const from = scene.beaches[letter as Letter].water;
                onBeach(letter, (beach) => flood.reduce((now, one) => put(lift(now, one.seat!), one.seat!, null), { ...beach, water: event.water }));
                if (scene.beaches[letter as Letter].coins) {
                    onBeach(letter, (beach) => ({ ...beach, coins: Object.fromEntries(Object.entries(beach.coins!).filter(([space]) => Number(space) < beach.water)) }));
                }
                const wet = flood.map((one) => ({ beach: letter, seat: one.seat! }));
                beat('wave', 1000, { event }, 'wave', { wave: { beach: letter, from, to: event.water, large: event.size === 'large' }, wet });
                for (const one of flood) beat('flooded', 600, { event: one }, 'under', { wet, lit: letter });
                return undefined;
            }
            case 'round_begun': {
                // The towels go from the track to the pile, the dice into the bag: the table is as the round begins.
                trace.moved = [];
                if (scene.track.some((there) => there && 'towel' in there)) beat('gather', 600, { key: 'stage.henn.gather' }, 'towel', { gather: true });
                left = undefined;
                const { round, pile, rental, active, phase } = after;
                // The open dice were those of the last round.
                if (scene.baywatch) scene = { ...scene, baywatch: { ...scene.baywatch, open_dice: null, open_dice_of: null } };
                if (event.round === round && !after.track.some((there) => there !== null) && after.rolled === null) scene = { ...after, ...(after.alert === undefined ? {} : { alert: scene.alert ?? null }), ...(scene.baywatch ? { baywatch: scene.baywatch } : {}) };
                else scene = { ...scene, round: event.round, pile, rental, active, phase, track: scene.track.map(() => null), rolled: null, pool: [] };
                return beat('round', 800, { event }, 'towel');
            }
            case 'shark_alert':
                scene = { ...scene, alert: event.beach };
                return beat('alert', 700, { event }, 'wave', { lit: event.beach });
            case 'tile_turned_up':
                if (scene.baywatch) scene = { ...scene, baywatch: { ...scene.baywatch, on_offer: event.tile } };
                return beat('offer', 500, { event }, 'card', { tile: event.tile });
            case 'game_ended':
                trace.moved = [];
                left = undefined;
                return beat('over', 1100, { event }, 'end');
            case 'beach_scored': {
                lit = event.beach;
                places = [...places, { beach: lit, seat: event.seat, points: event.points, reason: event.reason }];
                trace.places = places;
                const next = events[at + 1];
                // One beach is one beat: its places are set together.
                if (next?.kind === 'beach_scored' && next.beach === lit) return undefined;
                const gains = places.filter(({ beach }) => beach === lit);
                beat('beach', 1200, { key: 'stage.henn.paid', values: { colour: { colour: lit }, names: { seats: gains.map((one) => one.seat) } } }, 'coin', { lit, places, gains });
                for (const tie of ties(scene, gains)) {
                    const [ahead, behind] = [tie.seats.at(-1)!, tie.seats.at(-2)!];
                    beat('tie', 1300, { key: 'stage.henn.tie', values: { who: { seat: ahead }, other: { seat: behind }, n: tie.space } }, null, { lit, places, tie });
                }
                return undefined;
            }
            case 'coins_scored':
            case 'last_point': {
                // Not for a beach: it comes from the player's own plate.
                const gain = { beach: '', seat: event.seat, points: event.kind === 'coins_scored' ? event.points : 1, reason: event.kind };
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
export const coveredHenn = (view: HennView, { coins, surfers }: HennView): HennView => ({ ...view, ...(coins ? { coins } : {}), ...(surfers ? { surfers } : {}) });
