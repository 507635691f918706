import type { Patterns } from './parse';

export const tidePatterns: Patterns = {
    hand: 'WHO holds LIST',
    preservers: 'WHO receives PRESERVERS',
    leftOut: 'left out are LIST',
    tides: 'tide cards N1 and N2 are turned up',
    chose: 'WHO has chosen',
    chosenCard: 'WHO chooses the N',
    revealed: 'WHO reveals the N',
    took: 'WHO takes tide N',
    lost: 'WHO loses a preserver and has PRESERVERS left',
    eliminated: 'WHO has no preserver to lose and is out of the round',
    roundEndedTwo: 'round N ends: at most two players are left',
    roundEndedTwelve: 'round N ends: all twelve tricks are played',
    scoredLowest: 'WHO scores POINTS with the lowest tide, N in all',
    scored: 'WHO scores POINTS, N in all',
    passed: 'WHO gets the cards of WHO2',
    won: 'WHO wins with POINTS',
};
