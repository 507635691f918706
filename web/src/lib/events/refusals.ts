// Engine and server say why they refuse in an English sentence with a code. The sentences a person can meet are known
// here, so that they can be told in any language.
/** A blank stands for what changes; a test holds these against the sources of server and engine. */
export const sentences: Record<string, string> = {
    muted: 'the host has muted you',
    removed: 'the host asked you to leave this table',
    noSpectators: 'this table is not open to spectators',
    closed: 'this table is not open to you any more',
    noTable: 'there is no such table',
    talksFast: 'you talk too fast; wait a few seconds',
    messageLength: 'a message has 1 to 500 characters',
    begun: 'the game has begun already',
    mayWatch: 'the game has begun; you may watch, or use the key of your seat',
    seatTaken: 'seat {n} is not open',
    noSeat: 'no seat is open at this table',
    wrongKey: 'this link opens no seat here any more; ask for a new one',
    mustLetIn: 'the device that has this seat must let you in first',
    othersAsk: 'another device asks for this seat already',
    recordClosed: 'this record is open only to those who played',
    nameLength: 'a name has 1 to 24 characters',
    nameSeen: 'a name has only characters that can be seen',
    nameSpace: 'a name neither begins nor ends with a space',
    nameClaimed: 'somebody claimed that name; if it is you, log in',
    nameJustClaimed: 'somebody claimed that name just now',
    nameKept: 'you claimed your name; only its small and large letters can change',
    password: 'a password has 8 to 200 characters',
    wrongLogin: 'the name or the password is wrong',
    asked: 'that is being asked already',
    notAsked: 'nobody has asked for that',
    nothingBack: 'there is nothing of yours to take back',
    noUndo: 'your last action cannot be taken back any more; ask with takeback',
    resigned: 'you resigned',
    minded: 'a bot has your seat; join to take it back',
    manyTables: 'you have made many tables; please wait a little',
    stopping: 'the server is stopping; connect again in a moment',
    notStored: 'this could not be stored; try again',
    wasFirst: 'somebody was first; look again and send it once more',
    noAction: "'{text}' is no action; write {form}",
    turnOf: 'to act now: {names}',
    emptyCell: '{cell} is empty',
    wrongTile: 'the tile on {cell} is {colour}; you move your own colour or neutral (L4)',
    notBeside: '{cell2} is not beside {cell} (L5)',
    lower: 'a tile must end higher than it was: the stack on {cell2} is lower than the one on {cell} (L5)',
    held: 'the tile on {cell} is held: it needs two sides in a row that touch nothing (L6)',
    breaks: 'lifting the tile on {cell} would break the tiles into separate groups (L7)',
    cardPlayed: 'the {n} was already played in this round (T10)',
    cardNotThere: 'the {n} is not in the hand of {who}; choose one of {list}',
    mustTake: 'no space above the rental is free, so a pair must be taken (H9)',
    noPair: 'no dice lie on that space (H9)',
    noPairNow: 'after rolling, pairs on the track cannot be taken any more in this turn (H11)',
    mustAccept: 'only one space is free, so the roll must be accepted (H10)',
    oneDie: 'of a pair from space 2 only one die may be rolled again (H12)',
    askedNow: 'asked now is {form}',
    noTiles: 'there are no tiles without the expansion Baywatch',
    tileLater: 'the tile {tile} is won at the end of this round and used from the next one on (HB3)',
    tileMissing: 'you do not have the tile {tile}',
};

const blank = /\{\w+\}/g;
const known = Object.entries(sentences).map(([kind, sentence]) => {
    const literal = sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    return { kind, names: [...sentence.matchAll(blank)].map(([name]) => name.slice(1, -1)), regex: new RegExp(`^${literal.replace(blank, '(.+?)')}$`) };
});

/** The kind of a sentence and its values; null if it is not among those known. */
export function kindOf(message: string): { kind: string; values: Record<string, string> } | null {
    for (const { kind, names, regex } of known) {
        const match = regex.exec(message);
        if (match) return { kind, values: Object.fromEntries(names.map((name, i) => [name, match[i + 1]!])) };
    }
    return null;
}
