// The README's examples, and a longer run, from an installed package against the server at the given address.
import { RefusedError, Springtide } from 'springtide-client';
import WebSocket from 'ws';

const expect = (what, good, found) => {
    console.log(`${good ? 'ok' : 'FAILED'} ${what}${good ? '' : `: ${JSON.stringify(found)}`}`);
    if (!good) process.exitCode = 1;
};

const server = new Springtide(process.argv[2]);
const made = await server.http.newToken({ name: 'Robot' });
server.token = made.value.token;
const guest = server.token;
await server.http.claim({ name: 'Robot', password: 'a long password' });

const elsewhere = new Springtide(process.argv[2]);
const wrong = await elsewhere.http.login({ name: 'Robot', password: 'another password' });
expect('a refusal is a value with a code and a sentence', !wrong.ok && wrong.error.code === 'forbidden' && wrong.error.message.length > 10, wrong);
await elsewhere.http.login({ name: 'Robot', password: 'a long password' });
expect('login begins a session of its own', elsewhere.token !== '' && elsewhere.token !== guest, elsewhere.token);
const me = await elsewhere.http.me();
expect('and goes on being logged in', me.ok && me.value.name === 'Robot' && me.value.claimed, me);

const line = await elsewhere.connect(WebSocket);
const { table } = await line.ask('create', { game: 'high_tide_leiman', players: 2, seats: ['open', { bot: 'random' }], options: { stones: '1' } });
await line.ask('watch', { table });
const { seat } = await line.ask('join', { table });
expect('it sits down', seat === 0, seat);
try {
    await line.ask('play', { table, action: 'e1-d1' });
    expect('a game that has not begun takes no move', false);
} catch (error) {
    expect('a refusal is thrown with its reason', error instanceof RefusedError && error.reason !== '' && error.message.length > 10, String(error));
}
await line.ask('ready', { table });
let moves = 0;
for await (const push of line.pushes()) {
    if (!('seq' in push) || push.table !== table) continue;
    if (push.over) break;
    if (push.legal?.length) {
        try {
            await line.ask('play', { table, action: push.legal[0], at: push.seq });
            moves += 1;
        } catch (error) {
            if (error.code !== 'stale' && error.code !== 'not_your_turn') throw error;
        }
    }
}
expect('it plays a game to its end', moves > 3, moves);
line.close();
await elsewhere.http.logout({});
expect('logout ends it', (await elsewhere.http.sessions()).ok === false || elsewhere.token !== guest, elsewhere.token);
const nobody = await new Springtide('http://127.0.0.1:1').http.games();
expect('a server that is not there is a refusal, too', !nobody.ok && nobody.error.code === 'unavailable', nobody);
