// Plays, asks and is refused through a real client of the Model Context Protocol. Prints "ok …" or "FAILED …" a line.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const expect = (what, good, found) => {
    console.log(`${good ? 'ok' : 'FAILED'} ${what}${good ? '' : `: ${JSON.stringify(found)?.slice(0, 600)}`}`);
    if (!good) process.exitCode = 1;
};

const client = new Client({ name: 'test', version: '1' });
await client.connect(new StdioClientTransport({ command: process.argv[2], args: ['mcp'] }));
const call = async (name, given = {}) => {
    const answer = await client.callTool({ name, arguments: given });
    return { ...answer, text: answer.content[0].text };
};

expect('it says who it is and how to begin', client.getServerVersion().name === 'springtide' && client.getInstructions().includes('new_game'), client.getServerVersion());
const { tools } = await client.listTools();
expect('its tools have schemas', tools.map((tool) => tool.name).join() === 'list_games,rules,new_game,look,play,hint,review,solve,record'
    && tools.every((tool) => tool.inputSchema.type === 'object' && tool.description.length > 20), tools);
await client.ping();

const games = await call('list_games');
expect('three games', games.structuredContent.games.length === 3 && games.text.includes('high_tide_leiman'), games);
const rules = await call('rules', { game: 'high_tide_leiman', clause: 'L6' });
expect('a clause of the rules', rules.text.includes('two sides') && rules.text.length < 3000, rules);

for (const [game, players] of [['turn_the_tide', 3], ['high_tide_henn', 3], ['high_tide_leiman', 2]]) {
    let now = await call('new_game', { game, players, seat: 1, level: 'easy', seed: 'assistant', ...(game === 'high_tide_leiman' ? { options: { stones: 1 } } : {}) });
    const { table } = now.structuredContent;
    const hands = JSON.stringify(now.structuredContent.view.hands ?? []);
    expect(`${game}: it sees its own hand alone`, game !== 'turn_the_tide' || /^\[null,\[[\d,]+\],null\]$/.test(hands), hands);
    const early = await call('record', { table });
    expect(`${game}: the record waits for the end`, early.isError && early.text.includes('when the game is over'), early);
    const hint = await call('hint', { table, ms: 50 });
    expect(`${game}: a hint is a legal action`, now.structuredContent.legal.includes(hint.structuredContent.action) && hint.text.startsWith('Play '), hint);
    const wrong = await call('play', { table, action: 'z9-z8' });
    expect(`${game}: a wrong action is refused in the engine's words`, wrong.isError && wrong.structuredContent.error.code && wrong.text === wrong.structuredContent.error.message, wrong);
    const same = await call('look', { table });
    expect(`${game}: and nothing has changed`, same.structuredContent.board === now.structuredContent.board, same);
    let moves = 0;
    for (; !now.structuredContent.over && moves < 500; moves += 1)
        now = await call('play', { table, action: now.structuredContent.legal[0] });
    expect(`${game}: played to its end`, now.structuredContent.over && moves > 0 && now.text.includes('The game is over.'), now);
    const late = await call('play', { table, action: 'a1-a2' });
    expect(`${game}: over is over`, late.isError && late.structuredContent.error.code === 'over', late);
    const review = await call('review', { table });
    expect(`${game}: a review`, !review.isError && review.text.length > 10, review);
    const record = await call('record', { table });
    expect(`${game}: the record`, record.text.startsWith('[Springtide "1"]') && record.text.includes(`[Game "${game}"]`), record);
}

const solved = await call('solve', { position: '.,pbp,./.,pb,n,p/b,b,n,pb,p/b,n,bn,./n,.,p p b' });
expect('a position is solved', solved.text.startsWith('With best play of both the round goes to pink') && solved.structuredContent.moves.length > 3, solved);
for (const [tool, given, words] of [
    ['solve', {}, 'give a table or a position'],
    ['solve', { position: 'nonsense' }, ''],
    ['new_game', { game: 'chess' }, 'chess'],
    ['new_game', { game: 'turn_the_tide', level: 'champion' }, 'the levels are: random'],
    ['new_game', { game: 'turn_the_tide', players: 9 }, ''],
    ['new_game', { game: 'turn_the_tide', options: { cascades: true } }, 'cascades'],
    ['look', { table: 99 }, 'there is no table 99'],
    ['look', { table: 'one' }, 'whole number'],
    ['play', { table: 1 }, "'action' is missing"],
    ['rules', { game: 'turn_the_tide', clause: 'X9' }, 'no clause'],
    ['look', { table: 1, seat: 0 }, "no argument 'seat'"],
]) {
    const refused = await call(tool, given);
    expect(`${tool} ${JSON.stringify(given)} is refused in a sentence`, refused.isError && refused.text.includes(words) && refused.text.length > 15, refused);
}
for (const [method, code] of [['resources/list', -32601]]) {
    const error = await client.request({ method, params: {} }, { parse: (value) => value }).then(() => null, (reason) => reason);
    expect(`${method} is unknown here`, error?.code === code, String(error));
}
const unknown = await client.callTool({ name: 'cheat', arguments: {} }).then(() => null, (reason) => reason);
expect('an unknown tool is an error of the protocol', unknown?.code === -32602, String(unknown));
await client.close();
