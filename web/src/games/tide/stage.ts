// Turn the Tide on the stage: a trick from the cards turned over to the next two tides, and the end of a round.
import type { TideView } from './view';
import type { TurnTheTideEvent } from '../../shared/events/records';
import type { EventOf } from '../../shared/stage/events';
import type { Beat, Caption, Marks, Step } from '../../shared/stage/types';

const set = <T>(list: T[], seat: number, value: T): T[] => list.map((old, i) => (i === seat ? value : old));

/** A charge falls on everybody with the same deepest tide; where they have nothing to give it goes on to the next. */
type Charged = EventOf<'turn_the_tide', 'preserver_lost' | 'eliminated'>;
function charges(events: Charged[], view: TideView): Charged[][] {
    const groups: Charged[][] = [];
    for (const event of events) {
        const before = groups.at(-1)?.[0];
        if (before && view.tide[before.seat] === view.tide[event.seat]) groups.at(-1)!.push(event);
        else groups.push([event]);
    }
    return groups;
}

export function directTide(before: TideView, events: TurnTheTideEvent[], after: TideView): Step {
    const beats: Beat[] = [];
    let scene = before;
    let marks: Marks = {};
    const of = <K extends TurnTheTideEvent['kind']>(...kinds: K[]) => events.filter((event): event is EventOf<'turn_the_tide', K> => (kinds as string[]).includes(event.kind));
    const beat = (kind: string, ms: number, caption: Caption | null, sound: Beat['sound'], now: Marks = {}) => {
        beats.push({ kind, view: scene, ms, caption, sound, marks: { ...marks, ...now } });
    };

    const [revealed] = of('revealed');
    if (revealed) {
        const { cards } = revealed;
        const strongest = Math.max(...cards.map((card) => card ?? 0));
        const highest = cards.indexOf(strongest);
        scene = {
            ...scene,
            last_trick: cards,
            chosen: scene.chosen.map(() => false),
            choice: scene.choice.map(() => null),
            hands: scene.hands.map((hand, seat) => hand && hand.filter((card) => card !== cards[seat])),
        };
        marks = { revealed: true };
        beat('reveal', 600, { key: 'stage.tide.reveal' }, 'card');
        marks = { ...marks, highest: highest };
        beat('highest', 450, { key: 'stage.tide.highest', values: { who: { seat: highest }, n: strongest } }, null);
    }

    for (const event of of('tide_taken')) {
        const { seat, level } = event;
        scene = { ...scene, tide: set(scene.tide, seat, level) };
        marks = {
            ...marks,
            ...(marks.taken?.length ? { second: seat } : {}),
            taken: [...(marks.taken ?? []), { level, seat }],
            notes: [...(marks.notes ?? []), { seat, kind: 'took', n: level }],
        };
        beat('take', 650, { event }, 'tide', { flying: { level, seat } });
    }

    const groups = charges(of('preserver_lost', 'eliminated'), scene);
    for (const [i, group] of groups.entries()) {
        const seats = group.map((event) => event.seat);
        const level = scene.tide[seats[0]!] ?? 0;
        const more = group.length > 1;
        beat('charge', 450, { key: i > 0 ? 'stage.tide.passedOn' : more ? 'stage.tide.deepestMany' : 'stage.tide.deepest', values: { who: { seat: seats[0]! }, level, n: seats.length } }, null, { charged: seats, passedOn: i > 0 });
        const lost = group.filter((event) => event.kind === 'preserver_lost');
        const under = group.filter((event) => event.kind === 'eliminated');
        for (const event of lost) scene = { ...scene, preservers: set(scene.preservers, event.seat, event.left) };
        for (const event of under) scene = { ...scene, eliminated: set(scene.eliminated, event.seat, true) };
        marks = {
            ...marks,
            notes: [...(marks.notes ?? []), ...group.map((event) => ({ seat: event.seat, kind: event.kind === 'eliminated' ? ('eliminated' as const) : ('lost' as const) }))],
            // Who goes under has nothing to pay with.
            ...(lost.length ? { paid: { seats: lost.map((event) => event.seat), level } } : {}),
            ...(under.length ? { washed: [...(marks.washed ?? []), ...under.map((event) => event.seat)] } : {}),
        };
        if (under.length) beat('under', 900, under.length > 1 ? { key: 'stage.tide.under', values: { names: { seats: under.map((event) => event.seat) } } } : { event: under[0]! }, 'under', { charged: seats, under: under.map((event) => event.seat), lost: lost.map((event) => event.seat) });
        else beat('ring', 550, more ? { key: 'tide.paysShort', values: { names: { seats } } } : { event: lost[0]! }, 'ring', { charged: seats, lost: seats });
    }
    const trace: Marks = { ...marks };
    // What lay on an island that went under goes with it.
    scene = { ...scene, tide: scene.tide.map((level, seat) => (scene.eliminated[seat] ? null : level)) };

    const [ended] = of('round_ended');
    if (ended) {
        marks = { ...marks, points: [] };
        scene = { ...scene, upturned: null };
        beat('roundEnd', 700, { event: ended }, 'end');
        const scored = of('scored');
        for (const event of scored) {
            const { seat, points } = event;
            const out = scene.eliminated[seat]!;
            marks = { ...marks, points: [...marks.points!, { seat, points, lowest: event.lowest_tide, out }] };
            scene = { ...scene, scores: set(scene.scores, seat, event.total) };
            beat('score', 350 + 90 * Math.min(8, Math.abs(points)), { event }, out ? null : 'coin', { scoring: seat });
        }
        if (of('won').length === 0) {
            beats.push({ kind: 'roundTable', view: scene, ms: 0, caption: null, sound: null, marks, hold: { round: ended.round, events: [ended, ...scored, ...of('eliminated')] } });
            marks = {};
            scene = { ...after, upturned: null, tides_left: after.tides_left + (after.upturned ? 2 : 0), chosen: after.chosen.map(() => false), choice: after.choice.map(() => null), last_trick: null };
            beat('pass', 1000, { key: 'tide.passing' }, 'card', { passing: true });
        }
    } else if (revealed) {
        beat('aside', 350, { key: 'stage.tide.aside' }, null, { aside: true });
        scene = { ...scene, upturned: null, trick: scene.trick + 1 };
    }

    const [tides] = of('tides_turned_up');
    if (tides) {
        marks = ended ? {} : { ...trace, aside: true };
        scene = { ...scene, upturned: tides.levels, tides_left: scene.tides_left - 2 };
        beat('tides', 450, { event: tides }, 'card');
    }
    return { beats, trace: ended && of('won').length === 0 ? {} : { ...trace, aside: true } };
}

/** Without hands and secret choices. */
export const coveredTide = (view: TideView): TideView => ({ ...view, hands: view.hands.map(() => null), choice: view.choice.map(() => null) });
