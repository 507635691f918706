// The least of a game: a move is counted.
export const game = {
    name: 'tide',
    setup: () => ({ seq: 0, by: -1, action: '' }),
    turn: { activePlayers: { all: '' } },
    moves: {
        play: {
            client: false,
            move: ({ G, playerID }, action) => ({ seq: G.seq + 1, by: Number(playerID), action }),
        },
    },
};
