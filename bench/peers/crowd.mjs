// Plays at 300 tables of three: node crowd.mjs colyseus|boardgame.io PORT MOVES_A_SECOND SECONDS
// Moves fall due at even times, at one table after the other; a latency is from then until who moved hears of the move.
const [, , kind, port, rate, seconds] = process.argv;
const tables = 300;
const players = 3;
const address = `127.0.0.1:${port}`;

/** Each gives the people of a table: `play(action)` and a list of what waits to be heard. */
async function colyseusTable(number) {
    const { Client } = await import('@colyseus/sdk');
    const people = [];
    for (let seat = 0; seat < players; ++seat) {
        const room = await new Client(`ws://${address}`).joinOrCreate('table', { table: number });
        const person = { sent: new Map(), play: (id) => room.send('play', { id, action: 'card 12' }) };
        room.onMessage('moved', (move) => heard(person, move.by === room.sessionId ? move.id : null));
        people.push(person);
    }
    return people;
}

async function boardgameTable(number) {
    const { Client } = (await import('boardgame.io/dist/cjs/client.js')).default;
    const { SocketIO } = (await import('boardgame.io/dist/cjs/multiplayer.js')).default;
    const { game } = await import('./tide_game.mjs');
    const people = [];
    for (let seat = 0; seat < players; ++seat) {
        const playerID = String(seat);
        const client = Client({ game, numPlayers: players, matchID: `table${number}`, playerID, debug: false, multiplayer: SocketIO({ server: `http://${address}` }) });
        client.start();
        const person = { sent: new Map(), play: (id) => client.moves.play(String(id)) };
        let seq = 0;
        client.subscribe((state) => {
            if (!state || state.G.seq === seq) return;
            seq = state.G.seq;
            heard(person, state.G.by === seat ? Number(state.G.action) : null);
        });
        while (!client.getState()) await new Promise((resolve) => setTimeout(resolve, 5));
        people.push(person);
    }
    return people;
}

const latencies = [];
let told = 0;
let measuring = false;
function heard(person, id) {
    if (measuring) ++told;
    if (id === null || !person.sent.has(id)) return;
    if (measuring) latencies.push(performance.now() - person.sent.get(id));
    person.sent.delete(id);
}

const all = [];
for (let i = 0; i < tables; ++i) all.push(await (kind === 'colyseus' ? colyseusTable(i) : boardgameTable(i)));
await new Promise((resolve) => setTimeout(resolve, 1000));
console.log('ready');

// After two seconds the measurement begins; who started this notes the server's time at both words.
let next = performance.now();
const begin = next + 2000;
const end = begin + 1000 * seconds;
let id = 0;
while (performance.now() < end) {
    const now = performance.now();
    if (!measuring && now >= begin) {
        measuring = true;
        console.log('begin');
    }
    for (; next <= now; next += 1000 / rate, ++id) {
        const person = all[id % tables][Math.floor(id / tables) % players];
        person.sent.set(id, next);
        person.play(id);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
}
console.log('end');
latencies.sort((a, b) => a - b);
const share = (part) => Number((latencies[Math.min(latencies.length - 1, Math.floor(part * latencies.length))] ?? 0).toFixed(2));
const moves = latencies.length;
console.log(JSON.stringify({ library: kind, tables, rate_asked: Number(rate), moves, moves_per_second: Math.round(moves / seconds), messages_per_move: Number((told / moves).toFixed(1)), p50_ms: share(0.5), p99_ms: share(0.99) }));
process.exit(0);
