// Turn the Tide as text: events, and the reasons of bots.
import { listText } from '../../shared/i18n/format.svelte';
import type { TurnTheTideEvent } from '../../shared/events/records';
import type { Line, ReasonBlanks, Words } from '../../shared/events/told';

export const tideWords: Words<TurnTheTideEvent> = {
    hand: ({ seat, cards }) => ['event.turn_the_tide.hand', seat, { list: listText(cards.map(String)) }],
    preservers_dealt: ({ seat, preservers }) => ['event.turn_the_tide.preservers_dealt', seat, { n: preservers }],
    left_out: ({ cards }) =>
        cards.length > 0 ? ['event.turn_the_tide.left_out', null, { list: listText(cards.map(String)) }] : [],
    round_begun: null,
    trick_begun: null,
    tides_turned_up: ({ levels: [n1, n2] }) => ['event.turn_the_tide.tides_turned_up', null, { n1, n2 }],
    chose: ({ seat }) => ['event.turn_the_tide.chose', seat],
    own_choice: ({ seat, card }) => ['event.turn_the_tide.own_choice', seat, { n: card }],
    choice_taken_back: null,
    revealed: ({ cards }) =>
        cards.flatMap((card, seat): Line[] =>
            card === null ? [] : [['event.turn_the_tide.revealed', seat, { n: card }]],
        ),
    tide_taken: ({ seat, level }) => ['event.turn_the_tide.tide_taken', seat, { n: level }],
    preserver_lost: ({ seat, left }) => ['event.turn_the_tide.preserver_lost', seat, { n: left }],
    eliminated: ({ seat }) => ['event.turn_the_tide.eliminated', seat],
    round_ended: ({ round, reason }) => [`event.turn_the_tide.round_ended.${reason}`, null, { n: round }],
    scored: ({ seat, points, lowest_tide, total }) => [
        lowest_tide ? 'event.turn_the_tide.scored.lowest' : 'event.turn_the_tide.scored',
        seat,
        { points, n: total },
    ],
    hand_passed: ({ seat, from }, name) => ['event.turn_the_tide.hand_passed', seat, { who2: name(from) }],
    won: ({ seat, points }) => ['event.turn_the_tide.won', seat, { points }],
};

export const tideReasons: ReasonBlanks = {
    deepest: ['level'],
    takes_lower: ['level', 'times'],
    takes_higher: ['level', 'times'],
    stays_out: ['times'],
    keeps: ['card'],
    still_to_come: ['level'],
};
