// Does the adaptive level keep a player winning about two of five? A bot of a fixed strength plays the person, game
// after game, the
// page's own code chooses who sits opposite, and the program's engine plays.
// node tools/measure_adaptive.mjs [--game turn_the_tide] [--players 3] [--person easy,medium,hard] [--games 60] [--ms
// 10]
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { buildFolder } from '../tests/browser/kit.mjs';

const args = process.argv.slice(2);
const option = (name, usual) => (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : usual);
const [game, players, games, ms] = [
    option('game', 'turn_the_tide'),
    Number(option('players', 3)),
    Number(option('games', 60)),
    Number(option('ms', 10)),
];
const people = option('person', 'easy,medium,hard').split(',');

const vite = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    server: { middlewareMode: true },
    appType: 'custom',
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true, include: [] },
});
const { fairShare, fitBots, ownRating } = await vite.ssrLoadModule('/src/table/adaptive.ts');
const { ratingOf } = await vite.ssrLoadModule('/src/table/ratings.ts');

const engine = spawn(join(buildFolder, 'release/springtide'), ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
async function ask(request) {
    engine.stdin.write(JSON.stringify(request) + '\n');
    const answer = JSON.parse((await lines.next()).value);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer;
}

async function playOnce(seats, person) {
    let now = await ask({ op: 'new', game, players, seed: randomBytes(16).toString('hex') });
    const { table } = now;
    while (!now.over) {
        const by = now.to_act[0];
        const { action } = await ask({ op: 'best', table, by, level: seats[by].level ?? person, ms });
        now = await ask({ op: 'play', table, by, action });
    }
    const { view } = await ask({ op: 'view', table, for: 'all' });
    await ask({ op: 'close', table });
    return view.winners ?? [view.winner];
}

console.log(
    `${game}, ${players} players, ${games} games each, ${ms} ms a move; fair is ${fairShare(players).toFixed(2)}`,
);
for (const person of people) {
    const history = [];
    for (let i = 0; i < games; ++i) {
        const me = i % players;
        const seats = fitBots(
            game,
            Array.from({ length: players }, (_, seat) => ({ kind: seat === me ? 'person' : 'bot' })),
            history,
        );
        history.push({ at: 0, game, me, seats, winners: await playOnce(seats, person), points: [], record: '' });
    }
    const share = (played) =>
        played.reduce((sum, { me, winners }) => sum + (winners.includes(me) ? 1 / winners.length : 0), 0) /
        played.length;
    const met = {};
    for (const { seats } of history) for (const { level } of seats) if (level) met[level] = (met[level] ?? 0) + 1;
    const error = Math.sqrt((fairShare(players) * (1 - fairShare(players))) / games);
    console.log(
        `${person} (rating ${ratingOf(game, person)}) won ${share(history).toFixed(3)}, of the last half ${share(history.slice(games / 2)).toFixed(3)} (one standard error ${error.toFixed(3)}); ` +
            `taken for ${Math.round(ownRating(game, history))} at the end; met ${Object.entries(met)
                .map(([level, n]) => `${n} ${level}`)
                .join(', ')}`,
    );
}
engine.kill();
await vite.close();
