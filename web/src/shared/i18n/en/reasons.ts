// English: why a bot would play so.
export const reasons = {
    'why.turn_the_tide.deepest': 'Your {level} is the highest tide: it costs you if it stays.',
    'why.turn_the_tide.takes_lower': 'It should take the {level}, {times} times in 100.',
    'why.turn_the_tide.takes_higher': 'It should take the higher tide, the {level}, {times} times in 100.',
    'why.turn_the_tide.stays_out': 'It should take nothing, {times} times in 100.',
    'why.turn_the_tide.keeps': 'It keeps your {card} for later.',
    'why.turn_the_tide.still_to_come': 'The highest tide still in the deck is the {level}.',
    'why.turn_the_tide.wins': 'It wins {percent} % of such games, your next best card {next} %.',
    'why.turn_the_tide.mixes': 'It wins {percent} % of such games, as other cards would; nobody should foresee which one you play.',
    'why.high_tide_henn.goes_first': 'Your deckchair goes to the front on {colour}: {place}.',
    'why.high_tide_henn.in_reach_of_waves': 'On {colour} the next large wave may reach it: {n} dry {n?space:spaces} ahead.',
    'why.high_tide_henn.into_water': 'On {colour} it goes into the water.',
    'why.high_tide_henn.die_lost': 'On {colour} you are in the water already: that die does nothing.',
    'why.high_tide_henn.rolls_left': '{n} more {n?roll:rolls} may follow.',
    'why.high_tide_henn.tile': 'The tile “{tile}” is worth more now than later.',
    'why.high_tide_henn.wins': 'It wins {percent} % of the games played on, the next best choice {next} %.',
};
