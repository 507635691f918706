// Henn's High Tide on the stage: dice, deckchairs, towels, the rental; sharks, waves; the beaches paid one by one.
import type { Beach, HennView } from '../../boards/henn/view';
import type { Letter } from '../words.svelte';
import { beachOf, dieIn, num, spaceIn, word, type StageEvent } from './events';
import type { Beat, Caption, Marks, Step } from './types';

/** Takes a chair from wherever it stands on a beach. */
function lift(beach: Beach, seat: number): Beach {
    const spaces: Record<string, number[]> = {};
    for (const [space, seats] of Object.entries(beach.spaces)) {
        const rest = seats.filter((other) => other !== seat);
        if (rest.length) spaces[space] = rest;
    }
    return { ...beach, spaces, wet: beach.wet.filter((other) => other !== seat) };
}
/** Puts a chair on a space, right of those that stand there; into the water with null. */
function put(beach: Beach, seat: number, space: number | null): Beach {
    if (space === null) return { ...beach, wet: [...beach.wet, seat].sort((a, b) => a - b) };
    const there = [...(beach.spaces[space] ?? []), seat];
    // At the bar there is no order.
    return { ...beach, spaces: { ...beach.spaces, [space]: space === 0 ? there.sort((a, b) => a - b) : there } };
}
const spaceOf = (beach: Beach, seat: number): number => Number(Object.entries(beach.spaces).find(([, seats]) => seats.includes(seat))?.[0] ?? -1);
const walkTime = (spaces: number) => 200 + Math.min(600, 80 * Math.abs(spaces));

export function directHenn(before: HennView, events: StageEvent[], after: HennView): Step {
    const beats: Beat[] = [];
    let scene = before;
    const trace: Marks = { moved: [] };
    let places: NonNullable<Marks['places']> = [];
    let lit = '';
    const beat = (kind: string, ms: number, caption: Caption | null, sound: Beat['sound'], marks: Marks = {}) => {
        beats.push({ kind, view: scene, ms, caption, sound, marks: { ...marks, moved: [...trace.moved!] } });
    };
    const onBeach = (letter: string, change: (beach: Beach) => Beach) => {
        scene = { ...scene, beaches: { ...scene.beaches, [letter]: change(scene.beaches[letter as Letter]) } };
    };
    const onTrack = (space: number, there: HennView['track'][number]) => {
        scene = { ...scene, track: scene.track.map((old, i) => (i === space - 1 ? there : old)) };
    };
    const pair = (event: StageEvent) => [dieIn(event, 'die1'), dieIn(event, 'die2')] as [string, string];

    events.forEach((event, at) => {
        const seat = event.seat;
        switch (event.kind) {
            case 'rolled': {
                const dice = pair(event);
                const bag = { ...scene.bag };
                for (const die of dice) bag[die[0] as Letter] -= 1;
                scene = { ...scene, rolled: dice, bag, active: seat };
                return beat('roll', 800, { event }, 'dice', { tumble: 'both' });
            }
            case 'took':
                onTrack(num(event, 'n'), null);
                scene = { ...scene, rolled: pair(event), taken_from: num(event, 'n') };
                return beat('take', 450, { event }, 'step');
            case 'rerolled': {
                const dice = pair(event);
                const same = (i: 0 | 1) => scene.rolled?.[i] === dice[i];
                scene = { ...scene, rolled: dice };
                return beat('reroll', 700, { event }, 'dice', { tumble: same(0) ? 'right' : same(1) ? 'left' : 'both' });
            }
            case 'declined': {
                const space = num(event, 'n');
                onTrack(space, { dice: pair(event) });
                scene = { ...scene, rolled: null };
                return beat('lay', 500, { event }, 'step', { laid: space });
            }
            case 'moved':
            case 'movedInWater': {
                const letter = beachOf(event);
                const from = spaceIn(event, 'place1');
                const to = event.kind === 'moved' ? spaceIn(event, 'place2') : null;
                onBeach(letter, (beach) => put(lift(beach, seat!), seat!, to));
                trace.moved = [...trace.moved!.filter((one) => one.beach !== letter || one.seat !== seat), { beach: letter, seat: seat!, from, to }];
                return beat('walk', walkTime((to ?? from + 3) - from), { event }, to === null ? 'under' : 'step', { walking: { beach: letter, seat: seat!, from } });
            }
            case 'moveLost':
                return beat('lost', 500, { event }, null, { lit: beachOf(event) });
            case 'coinTaken': {
                const letter = beachOf(event);
                onBeach(letter, (beach) => {
                    const coins = { ...beach.coins };
                    delete coins[word(event, 'n2')];
                    return { ...beach, coins };
                });
                scene = { ...scene, coins: scene.coins!.map((own, i) => (i === seat ? { ...own, [letter]: num(event, 'n1') } : own)) };
                return beat('coin', 600, { event }, 'coin', { coin: { beach: letter, seat: seat! } });
            }
            case 'towelLaid': {
                const space = num(event, 'n');
                onTrack(space, { towel: seat! });
                scene = { ...scene, rolled: null };
                return beat('towel', 400, { event }, 'towel', { towel: { seat: seat!, space } });
            }
            case 'rentalMoved':
            case 'rentalOff': {
                const space = event.kind === 'rentalOff' ? null : num(event, 'n');
                scene = { ...scene, rental: space };
                return beat('rental', 400, { event }, 'step', { rental: space });
            }
            case 'tileUsed':
                return beat('tile', 700, { event }, 'card', { tile: word(event, 'tile').split(' ')[0]! });
            case 'tileWon':
                return beat('tileWon', 800, { event }, 'coin', { tile: word(event, 'tile').split(' ')[0]! });
            case 'openDice':
                return beat('openDice', 450, { event }, null);
            case 'wavesRolled': {
                const space = num(event, 'n');
                onTrack(space, { dice: pair(event) });
                return beat('roll', 800, { event }, 'dice', { laid: space });
            }
            case 'sharkNobody':
                return beat('shark', 900, { event }, 'wave', { shark: { beach: beachOf(event), seat: null, spaces: num(event, 'n') } });
            case 'shark': {
                const letter = beachOf(event);
                const from = spaceOf(scene.beaches[letter as Letter], seat!);
                const to = Math.max(0, from - num(event, 'n'));
                const marks = { shark: { beach: letter, seat, spaces: num(event, 'n') } };
                beat('fin', 900, { key: 'stage.henn.fin', values: { colour: { colour: letter } } }, 'wave', marks);
                onBeach(letter, (beach) => put(lift(beach, seat!), seat!, to));
                return beat('shark', walkTime(from - to) + 300, { event }, 'step', { ...marks, walking: { beach: letter, seat: seat!, from } });
            }
            case 'wave': {
                const letter = beachOf(event);
                const flood: StageEvent[] = [];
                for (let next = at + 1; events[next]?.kind === 'flooded' && beachOf(events[next]!) === letter; next += 1) flood.push(events[next]!);
                const from = scene.beaches[letter as Letter].water;
                onBeach(letter, (beach) => flood.reduce((now, one) => put(lift(now, one.seat!), one.seat!, null), { ...beach, water: num(event, 'n') }));
                if (scene.beaches[letter as Letter].coins) {
                    onBeach(letter, (beach) => ({ ...beach, coins: Object.fromEntries(Object.entries(beach.coins!).filter(([space]) => Number(space) < beach.water)) }));
                }
                const wet = flood.map((one) => ({ beach: letter, seat: one.seat! }));
                beat('wave', 1000, { event }, 'wave', { wave: { beach: letter, from, to: num(event, 'n'), large: word(event, 'size') === 'large' }, wet });
                for (const one of flood) beat('flooded', 600, { event: one }, 'under', { wet, lit: letter });
                return undefined;
            }
            case 'roundStarted': {
                // The towels go from the track to the pile, the dice into the bag: the table is as the round begins.
                trace.moved = [];
                const { round, pile, rental, active, phase } = after;
                if (num(event, 'n') === round && !after.track.some((there) => there !== null) && after.rolled === null) scene = { ...after, ...(after.alert === undefined ? {} : { alert: scene.alert ?? null }), ...(scene.baywatch ? { baywatch: scene.baywatch } : {}) };
                else scene = { ...scene, round: num(event, 'n'), pile, rental, active, phase, track: scene.track.map(() => null), rolled: null, pool: [] };
                return beat('round', 800, { event }, 'towel');
            }
            case 'alertRaised':
                scene = { ...scene, alert: beachOf(event) as Letter };
                return beat('alert', 700, { event }, 'wave', { lit: beachOf(event) });
            case 'tileRevealed':
                if (scene.baywatch) scene = { ...scene, baywatch: { ...scene.baywatch, on_offer: word(event, 'tile') } };
                return beat('offer', 500, { event }, 'card', { tile: word(event, 'tile') });
            case 'gameEnded':
            case 'gameEndedWet':
                trace.moved = [];
                return beat('over', 1100, { event }, 'end');
            case 'beachScored': {
                lit = beachOf(event);
                places = [...places, { beach: lit, seat: seat!, points: num(event, 'points'), reason: word(event, 'reason') }];
                trace.places = places;
                const next = events[at + 1];
                // One beach is one beat: its places are set together.
                if (next?.kind === 'beachScored' && beachOf(next) === lit) return undefined;
                return beat('beach', 1000, { key: 'result.beach', values: { colour: { colour: lit } } }, 'coin', { lit, places });
            }
            case 'coinsScored':
            case 'lastPoint':
                return beat('extra', 700, { event }, 'coin', { places });
            default:
                return undefined;
        }
    });
    return { beats, trace };
}
