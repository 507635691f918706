import type { Patterns } from './parse';

/** What the server tells about the people at a table, whatever they play. */
export const roomPatterns: Patterns = {
    outOfTime: 'NAME ran out of time; a bot plays on',
    removed: 'NAME was asked to leave',
    sat: 'NAME sits down',
    back: 'NAME is back',
    deviceAsks: 'another device asks for the seat of NAME',
    deviceIn: 'NAME now plays from another device too',
    deviceOut: 'NAME lets no other device in',
    oneDevice: 'NAME plays from one device again',
    leftBot: 'NAME left; a bot plays on',
    left: 'NAME left',
    begins: 'the game begins',
    botMoved: 'time is up: a bot moves for NAME',
    undid: 'NAME takes the last action back',
    refused: 'NAME does not agree',
    askedEnd: 'NAME asks to end the game here',
    askedBack: 'NAME asks to take an action back',
    ended: 'everybody agrees to end the game here',
    tookBack: 'NAME takes an action back',
    resigned: 'NAME resigns',
};
