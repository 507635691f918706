// Turn the Tide on the stage: a trick from the cards turned over to the next two tides, and the end of a round.
import type { TideView } from '../../boards/tide/view';
import { num, type StageEvent } from './events';
import type { Beat, Caption, Marks, Step } from './types';

const set = <T>(list: T[], seat: number, value: T): T[] => list.map((old, i) => (i === seat ? value : old));

/** A charge falls on everybody with the same deepest tide; where they have nothing to give it goes on to the next. */
function charges(events: StageEvent[], view: TideView): StageEvent[][] {
    const groups: StageEvent[][] = [];
    for (const event of events) {
        const before = groups.at(-1)?.[0];
        if (before && view.tide[before.seat!] === view.tide[event.seat!]) groups.at(-1)!.push(event);
        else groups.push([event]);
    }
    return groups;
}

export function directTide(before: TideView, events: StageEvent[], after: TideView): Step {
    const beats: Beat[] = [];
    let scene = before;
    let marks: Marks = {};
    const of = (...kinds: string[]) => events.filter((event) => kinds.includes(event.kind));
    const beat = (kind: string, ms: number, caption: Caption | null, sound: Beat['sound'], now: Marks = {}) => {
        beats.push({ kind, view: scene, ms, caption, sound, marks: { ...marks, ...now } });
    };

    const revealed = of('revealed');
    if (revealed.length) {
        const cards = scene.tide.map((_, seat) => {
            const event = revealed.find((one) => one.seat === seat);
            return event ? num(event, 'n') : null;
        });
        const highest = revealed.reduce((best, event) => (num(event, 'n') > num(best, 'n') ? event : best));
        scene = {
            ...scene,
            last_trick: cards,
            chosen: scene.chosen.map(() => false),
            choice: scene.choice.map(() => null),
            hands: scene.hands.map((hand, seat) => hand && hand.filter((card) => card !== cards[seat])),
        };
        marks = { revealed: true };
        beat('reveal', 600, { key: 'stage.tide.reveal' }, 'card');
        marks = { ...marks, highest: highest.seat! };
        beat('highest', 450, { key: 'stage.tide.highest', values: { who: { seat: highest.seat! }, n: num(highest, 'n') } }, null);
    }

    for (const event of of('took')) {
        const [seat, level] = [event.seat!, num(event, 'n')];
        scene = { ...scene, tide: set(scene.tide, seat, level) };
        marks = {
            ...marks,
            ...(marks.taken?.length ? { second: seat } : {}),
            taken: [...(marks.taken ?? []), { level, seat }],
            notes: [...(marks.notes ?? []), { seat, kind: 'took', n: level }],
        };
        beat('take', 650, { event }, 'tide', { flying: { level, seat } });
    }

    const groups = charges(of('lost', 'eliminated'), scene);
    for (const [i, group] of groups.entries()) {
        const seats = group.map((event) => event.seat!);
        const level = scene.tide[seats[0]!] ?? 0;
        const more = group.length > 1;
        beat('charge', 450, { key: i > 0 ? 'stage.tide.passedOn' : more ? 'stage.tide.deepestMany' : 'stage.tide.deepest', values: { who: { seat: seats[0]! }, level, n: seats.length } }, null, { charged: seats, passedOn: i > 0 });
        const lost = group.filter(({ kind }) => kind === 'lost');
        const under = group.filter(({ kind }) => kind === 'eliminated');
        for (const event of lost) scene = { ...scene, preservers: set(scene.preservers, event.seat!, num(event, 'preservers')) };
        for (const event of under) scene = { ...scene, eliminated: set(scene.eliminated, event.seat!, true) };
        marks = {
            ...marks,
            notes: [...(marks.notes ?? []), ...group.map((event) => ({ seat: event.seat!, kind: event.kind as 'lost' | 'eliminated' }))],
            paid: { seats: [...(marks.paid?.seats ?? []), ...seats], level: Math.max(level, marks.paid?.level ?? 0) },
        };
        if (under.length) beat('under', 900, under.length > 1 ? { key: 'stage.tide.under', values: { names: { seats: under.map((event) => event.seat!) } } } : { event: under[0]! }, 'under', { charged: seats, under: under.map((event) => event.seat!), lost: lost.map((event) => event.seat!) });
        else beat('ring', 550, more ? { key: 'tide.paysShort', values: { names: { seats } } } : { event: lost[0]! }, 'ring', { charged: seats, lost: seats });
    }
    const trace: Marks = { ...marks };
    // What lay on an island that went under goes with it.
    scene = { ...scene, tide: scene.tide.map((level, seat) => (scene.eliminated[seat] ? null : level)) };

    const [ended] = of('roundEnded', 'roundEndedTwo', 'roundEndedTwelve');
    if (ended) {
        marks = { ...marks, points: [] };
        scene = { ...scene, upturned: null };
        beat('roundEnd', 700, { event: ended }, 'end');
        const scored = of('scored', 'scoredLowest');
        for (const event of scored) {
            const seat = event.seat!;
            const points = num(event, 'points');
            const out = scene.eliminated[seat]!;
            marks = { ...marks, points: [...marks.points!, { seat, points, lowest: event.kind === 'scoredLowest', out }] };
            scene = { ...scene, scores: set(scene.scores, seat, num(event, 'n')) };
            beat('score', 350 + 90 * Math.min(8, Math.abs(points)), { event }, out ? null : 'coin', { scoring: seat });
        }
        if (of('won').length === 0) {
            beats.push({ kind: 'roundTable', view: scene, ms: 0, caption: null, sound: null, marks, hold: { round: num(ended, 'n'), events: [ended, ...scored, ...of('eliminated')] } });
            marks = {};
            scene = { ...after, upturned: null, tides_left: after.tides_left + (after.upturned ? 2 : 0), chosen: after.chosen.map(() => false), choice: after.choice.map(() => null), last_trick: null };
            beat('pass', 1000, { key: 'tide.passing' }, 'card', { passing: true });
        }
    } else if (revealed.length) {
        beat('aside', 350, { key: 'stage.tide.aside' }, null, { aside: true });
        scene = { ...scene, upturned: null, trick: scene.trick + 1 };
    }

    const [tides] = of('tides');
    if (tides) {
        marks = ended ? {} : { ...trace, aside: true };
        const pair = [num(tides, 'n1'), num(tides, 'n2')] as [number, number];
        scene = { ...scene, upturned: pair, tides_left: scene.tides_left - 2 };
        beat('tides', 450, { event: tides }, 'card');
    }
    return { beats, trace: ended && of('won').length === 0 ? {} : { ...trace, aside: true } };
}
