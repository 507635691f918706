import type { Patterns } from './parse';

/** What the server tells about the people at a table, whatever they play. */
export const roomPatterns: Patterns = {
    out_of_time: 'NAME ran out of time; a bot plays on',
    removed: 'NAME was asked to leave',
    sat: 'NAME sits down',
    back: 'NAME is back',
    device_asks: 'another device asks for the seat of NAME',
    second_device: 'NAME now plays from another device too',
    device_refused: 'NAME lets no other device in',
    one_device: 'NAME plays from one device again',
    left_to_bot: 'NAME left; a bot plays on',
    drawn_anew: 'the dice are committed anew; everybody says again that they are ready',
    left: 'NAME left',
    begun: 'the game begins',
    bot_moves: 'time is up: a bot moves for NAME',
    took_back: 'NAME takes the last action back',
    disagreed: 'NAME does not agree',
    asks_end: 'NAME asks to end the game here',
    asks_takeback: 'NAME asks to take an action back',
    agreed_end: 'everybody agrees to end the game here',
    took_back_agreed: 'NAME takes an action back',
    resigned: 'NAME resigns',
};
