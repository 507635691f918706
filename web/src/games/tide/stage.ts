// Turn the Tide on the stage: a trick from the cards turned over to the next two tides, and the end of a round. Only
// the fold computes the table after an event; this file chooses the beats that show it.
import type { TurnTheTideEvent } from '../../shared/events/records';
import { viewAfter } from '../../shared/events/steps';
import type { EventOf } from '../../shared/stage/events';
import type { Caption, Step } from '../../shared/stage/types';
import { foldTide } from './fold';
import type { TideBeat, TideMarks } from './marks';
import type { TideView } from './view';

/** A charge falls on all players with the same deepest tide; if they have nothing to give it passes to the next. */
type Charged = EventOf<'turn_the_tide', 'preserver_lost' | 'eliminated'>;
const isCharge = (event: TurnTheTideEvent | undefined): event is Charged =>
    event?.kind === 'preserver_lost' || event?.kind === 'eliminated';

export function directTide(
    before: TideView,
    events: TurnTheTideEvent[],
    after: TideView,
): Step<'turn_the_tide', TideMarks> {
    const beats: TideBeat[] = [];
    let scene = before;
    let folded = 0;
    const foldTo = (count: number) => {
        for (; folded < count; folded += 1) scene = viewAfter(foldTide, scene, events[folded]!);
    };
    let marks: TideMarks = {};
    let trace: TideMarks = {};
    let charges = 0;
    let ended: EventOf<'turn_the_tide', 'round_ended'> | null = null;
    let passed = false;
    const beat = (kind: string, ms: number, caption: Caption | null, sound: TideBeat['sound'], now: TideMarks = {}) => {
        beats.push({ kind, view: scene, ms, caption, sound, marks: { ...marks, ...now } });
    };

    const charge = (at: number) => {
        const level = scene.tide[(events[at] as Charged).seat] ?? 0;
        const group: Charged[] = [];
        for (
            let event = events[at];
            isCharge(event) && (scene.tide[event.seat] ?? 0) === level;
            event = events[at + group.length]
        )
            group.push(event);
        const seats = group.map((event) => event.seat);
        const [passedOn, more] = [charges > 0, group.length > 1];
        charges += 1;
        const key = passedOn ? 'stage.tide.passedOn' : more ? 'stage.tide.deepestMany' : 'stage.tide.deepest';
        beat('charge', 450, { key, values: { who: { seat: seats[0]! }, level, n: seats.length } }, null, {
            charged: seats,
            passedOn,
        });
        foldTo(at + group.length);
        const seatsOf = (kind: Charged['kind']) => group.flatMap((event) => (event.kind === kind ? [event.seat] : []));
        const [lost, under] = [seatsOf('preserver_lost'), seatsOf('eliminated')];
        trace = marks = {
            ...marks,
            notes: [
                ...(marks.notes ?? []),
                ...group.map(({ seat, kind }) => ({
                    seat,
                    kind: kind === 'eliminated' ? ('eliminated' as const) : ('lost' as const),
                })),
            ],
            // A player who goes under has nothing to pay with.
            ...(lost.length ? { paid: { seats: lost, level } } : {}),
            ...(under.length ? { washed: [...(marks.washed ?? []), ...under] } : {}),
        };
        if (under.length > 0) {
            const sinks = group.find(({ kind }) => kind === 'eliminated')!;
            const caption: Caption =
                under.length > 1 ? { key: 'stage.tide.under', values: { names: { seats: under } } } : { event: sinks };
            beat('under', 900, caption, 'under', { charged: seats, under, lost });
        } else {
            beat(
                'ring',
                550,
                more ? { key: 'tide.paysShort', values: { names: { seats } } } : { event: group[0]! },
                'ring',
                { charged: seats, lost: seats },
            );
        }
        return group.length;
    };

    for (let at = 0; at < events.length; at += 1) {
        const event = events[at]!;
        foldTo(at);
        switch (event.kind) {
            case 'revealed': {
                foldTo(at + 1);
                const strongest = Math.max(...event.cards.map((card) => card ?? 0));
                const highest = event.cards.indexOf(strongest);
                charges = 0;
                marks = { revealed: true };
                beat('reveal', 600, { key: 'stage.tide.reveal' }, 'card');
                trace = marks = { ...marks, highest };
                beat(
                    'highest',
                    450,
                    { key: 'stage.tide.highest', values: { who: { seat: highest }, n: strongest } },
                    null,
                );
                break;
            }
            case 'tide_taken': {
                foldTo(at + 1);
                const { seat, level } = event;
                trace = marks = {
                    ...marks,
                    ...(marks.taken?.length ? { second: seat } : {}),
                    taken: [...(marks.taken ?? []), { level, seat }],
                    notes: [...(marks.notes ?? []), { seat, kind: 'took', n: level }],
                };
                beat('take', 650, { event }, 'tide', { flying: { level, seat } });
                break;
            }
            case 'preserver_lost':
            case 'eliminated':
                at += charge(at) - 1;
                break;
            case 'trick_begun':
                beat('aside', 350, { key: 'stage.tide.aside' }, null, { aside: true });
                break;
            case 'round_ended':
                ended = event;
                marks = { ...marks, points: [] };
                foldTo(at + 1);
                beat('roundEnd', 700, { event }, 'end');
                break;
            case 'scored': {
                foldTo(at + 1);
                const { seat, points } = event;
                const out = scene.eliminated[seat]!;
                marks = { ...marks, points: [...marks.points!, { seat, points, lowest: event.lowest_tide, out }] };
                beat('score', 350 + 90 * Math.min(8, Math.abs(points)), { event }, out ? null : 'coin', {
                    scoring: seat,
                });
                break;
            }
            case 'hand_passed': {
                // The first hand goes: the round is looked at, then all hands pass at once.
                if (!ended) break;
                passed = true;
                const told = (['scored', 'eliminated'] as const).flatMap((kind) =>
                    events.filter((one) => one.kind === kind),
                );
                beats.push({
                    kind: 'roundTable',
                    view: scene,
                    ms: 0,
                    caption: null,
                    sound: null,
                    marks,
                    hold: { round: ended.round, events: [ended, ...told] },
                });
                const next = events.findIndex((one, i) => i > at && one.kind === 'tides_turned_up');
                at = (next < 0 ? events.length : next) - 1;
                foldTo(at + 1);
                // The public events have no hands in them: they come from the next view.
                scene = { ...scene, hands: after.hands };
                marks = {};
                beat('pass', 1000, { key: 'tide.passing' }, 'card', { passing: true });
                break;
            }
            case 'tides_turned_up':
                foldTo(at + 1);
                marks = passed ? {} : { ...trace, aside: true };
                beat('tides', 450, { event }, 'card');
                break;
            default:
        }
    }
    return { beats, trace: passed ? {} : { ...trace, aside: true } };
}

/** Without hands and secret choices. */
export const coveredTide = (view: TideView): TideView => ({
    ...view,
    hands: view.hands.map(() => null),
    choice: view.choice.map(() => null),
});
