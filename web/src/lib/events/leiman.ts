import type { Patterns } from './parse';

export const leimanPatterns: Patterns = {
    first: 'WHO starts the match',
    laidOut: 'round N is laid out',
    moved: 'WHO moves the STUFF tile from CELL1 to CELL2, now N high',
    wonVisible: 'WHO wins round N by more tiles visible: visible blue N1, pink N2',
    wonHighest: 'WHO wins round N by the highest stack: visible blue N1, pink N2',
    wonLast: 'WHO wins round N by the last move: visible blue N1, pink N2',
    matchWon: 'WHO wins the match: stones blue N1, pink N2',
};
