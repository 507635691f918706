// Henn's High Tide: the next view from what happened.
import type { Steps } from '../../shared/events/steps';
import { fill, put, without } from '../../shared/events/lists';
import type { HighTideHennEvent } from '../../shared/events/records';
import type { BeachView, Colour, HighTideHennView as View, Pair } from '../../shared/events/views';
import type { BaywatchView } from '../../shared/net/schema';
import { colourLetters as colours, tileOrder } from './pieces';

export const foldHenn: Steps<View, HighTideHennEvent> = {
    towels_piled: (view, { pile }) => ({ ...view, pile }),
    coins_laid: (view, { beach, coins }) =>
        onBeach(view, beach, (now) => ({ ...now, coins: Object.fromEntries(coins.map((value, i) => [i + 1, value])) })),
    surfer_dealt: (view, { seat, beach }) => ({ ...view, surfers: put(view.surfers!, seat, beach) }),
    surfer_shown: (view, { seat, beach }) => ({ ...view, surfers: put(view.surfers!, seat, beach) }),
    tile_turned_up: (view, { tile }) => baywatch(view, (now) => ({ ...now, on_offer: tile, stack: now.stack - 1 })),
    shark_alert: (view, { beach }) => ({ ...view, alert: beach }),
    round_begun: (view, { round, pile, rental, dice_of_each }) => {
        const bag = Object.fromEntries(colours.map((colour) => [colour, dice_of_each])) as Record<Colour, number>;
        const next: View = {
            ...view,
            round,
            pile,
            rental,
            bag,
            pool: [],
            track: fill(view.track, null),
            rolled: null,
            active: null,
        };
        return next.baywatch ? baywatch(next, (now) => ({ ...now, open_dice: null, open_dice_of: null })) : next;
    },
    turn_comes: (view, { seat }) => ({ ...view, active: seat, pile: without(view.pile, seat) }),
    towel_put_back: (view, { seat }) => ({ ...view, pile: [seat, ...view.pile] }),
    asked: (view, { phase }) => ({ ...view, phase }),
    rental_moved: (view, { space }) => ({ ...view, rental: space }),
    rolled: (view, { dice }) => ({ ...view, rolled: dice, bag: drawn(view.bag, dice) }),
    pair_taken: (view, { dice, space }) => ({
        ...view,
        track: put(view.track, space - 1, null),
        rolled: dice,
        taken_from: space,
    }),
    accepted: (view) => view,
    laid_down: (view, { dice, space }) => ({ ...view, track: put(view.track, space - 1, { dice }), rolled: null }),
    rerolled: (view, { dice }) => ({ ...view, rolled: dice }),
    steps: (view, { steps }) => ({ ...view, steps }),
    moved: (view, { seat, beach, from, to }) => onBeach(view, beach, (now) => arrive(leave(now, seat, from), seat, to)),
    moved_into_water: (view, { seat, beach, from }) =>
        onBeach(view, beach, (now) => drown(leave(now, seat, from), seat)),
    move_lost: (view) => view,
    towel_laid: (view, { seat, space }) => ({
        ...view,
        track: put(view.track, space - 1, { towel: seat }),
        rolled: null,
        taken_from: null,
    }),
    pooled: (view, { dice }) => ({ ...view, pool: [...view.pool, ...dice].sort(byColourThenNumber) }),
    waves_rolled: (view, { dice, space }) => ({
        ...view,
        bag: drawn(view.bag, dice),
        track: put(view.track, space - 1, { dice }),
    }),
    wave: (view, { beach, water }) =>
        onBeach(view, beach, (now) => {
            if (!now.coins) return { ...now, water };
            return {
                ...now,
                water,
                coins: Object.fromEntries(Object.entries(now.coins).filter(([space]) => Number(space) < water)),
            };
        }),
    flooded: (view, { seat, beach }) =>
        onBeach(view, beach, (now) => {
            const from = Object.keys(now.spaces).find((space) => now.spaces[space]!.includes(seat));
            return drown(leave(now, seat, Number(from)), seat);
        }),
    shark: (view, { spaces }) => ({ ...view, sharks: without(view.sharks!, spaces) }),
    coin_taken: (view, { seat, beach, space, value, face_down }) => {
        const taken = onBeach(view, beach, (now) => {
            const coins = { ...now.coins };
            delete coins[space];
            return { ...now, coins };
        });
        return own(taken, seat, beach, face_down ? null : value);
    },
    own_coin: (view, { seat, beach, value }) => own(view, seat, beach, value),
    coin_left: (view) => view,
    coins_shown: (view, { seat, coins }) => ({ ...view, coins: put(view.coins!, seat, coins) }),
    tile_used: (view, { seat, tile }) =>
        baywatch(view, (now) => ({ ...now, tiles: put(now.tiles, seat, without(now.tiles[seat]!, tile)) })),
    open_dice: (view, { seat, dice }) => baywatch(view, (now) => ({ ...now, open_dice: dice, open_dice_of: seat })),
    tile_won: (view, { seat, tile }) =>
        baywatch(view, (now) => {
            const tiles = [...now.tiles[seat]!, tile].sort((a, b) => tileOrder.indexOf(a) - tileOrder.indexOf(b));
            return { ...now, on_offer: null, tiles: put(now.tiles, seat, tiles) };
        }),
    game_ended: (view) => {
        const zeros = () => fill(seatsOf(view), 0);
        const parts = [...colours, ...(view.coins ? ['coins'] : []), ...(view.baywatch ? ['baywatch'] : [])];
        return {
            ...view,
            active: null,
            scores: zeros(),
            scoring: Object.fromEntries(parts.map((part) => [part, zeros()])),
            winners: [],
        };
    },
    beach_scored: (view, { seat, beach, points }) => score(view, beach, seat, points),
    coins_scored: (view, { seat, points }) => score(view, 'coins', seat, points),
    last_point: (view, { seat }) => score(view, 'baywatch', seat, 1),
    won: (view, { seat }) => ({ ...view, winners: [...(view.winners ?? []), seat] }),
};

function onBeach(view: View, beach: Colour, change: (now: BeachView) => BeachView): View {
    return { ...view, beaches: { ...view.beaches, [beach]: change(view.beaches[beach]) } };
}
function baywatch(view: View, change: (now: BaywatchView) => BaywatchView): View {
    return { ...view, baywatch: change(view.baywatch!) };
}

function leave(beach: BeachView, seat: number, space: number): BeachView {
    const { [space]: there = [], ...spaces } = beach.spaces;
    const left = without(there, seat);
    return { ...beach, spaces: left.length > 0 ? { ...spaces, [space]: left } : spaces };
}
/** To the right of the chairs already there (H14); at the bar there is no order. */
function arrive(beach: BeachView, seat: number, space: number): BeachView {
    const there = [...(beach.spaces[space] ?? []), seat];
    return { ...beach, spaces: { ...beach.spaces, [space]: space === 0 ? there.sort((a, b) => a - b) : there } };
}
const drown = (beach: BeachView, seat: number): BeachView => ({
    ...beach,
    wet: [...beach.wet, seat].sort((a, b) => a - b),
});

function drawn(bag: Record<Colour, number>, dice: Pair): Record<Colour, number> {
    const left = { ...bag };
    for (const die of dice) left[die[0] as Colour] -= 1;
    return left;
}
const byColourThenNumber = (a: string, b: string) =>
    colours.indexOf(a[0] as Colour) - colours.indexOf(b[0] as Colour) || Number(a[1]) - Number(b[1]);

function own(view: View, seat: number, beach: Colour, value: number | null): View {
    const coins: Record<string, number | null> = { ...view.coins![seat], [beach]: value };
    return {
        ...view,
        coins: put(
            view.coins!,
            seat,
            Object.fromEntries(colours.flatMap((colour) => (colour in coins ? [[colour, coins[colour]!]] : []))),
        ),
    };
}
function score(view: View, part: string, seat: number, points: number): View {
    const scoring = { ...view.scoring, [part]: put(view.scoring![part]!, seat, points) };
    return { ...view, scoring, scores: put(view.scores!, seat, view.scores![seat]! + points) };
}
/** Every seat has a chair on every beach, dry or wet. */
const seatsOf = ({ beaches }: View): number[] => [...Object.values(beaches.k.spaces).flat(), ...beaches.k.wet];
