// Weighs <springtide-board> without the engine: all files that a reader loads to play or to replay a game, whichever is
// more, in the longest language.
// node tools/weigh_embed.mjs      Status 1 if the heaviest game is more than 60 kB as a browser gets it (brotli), or if
//                                 a text that a board names was left out of its texts (vite.embed.config.ts).
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const most = 60_000;
const folder = fileURLToPath(new URL('../embed/dist/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
const languages = Object.keys(JSON.parse(readFileSync(new URL('../texts/languages.json', import.meta.url), 'utf8')));
const games = readdirSync(new URL('../embed/games/', import.meta.url)).map((name) => name.replace(/\.ts$/, ''));
/** A file and all files that it imports at once: `import … from` and not `import(…)`. */
function reached(start, seen = new Set()) {
    if (seen.has(start)) return seen;
    seen.add(start);
    const code = readFileSync(folder + start, 'utf8');
    for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([\w-]+\.js)["']/g)) reached(name, seen);
    return seen;
}
const chunk = (name) => files.find((file) => file.startsWith(`${name}-`));
function weigh(compress) {
    const size = (name) => compress(readFileSync(folder + name)).length;
    const texts = Math.max(...languages.map((language) => size(chunk(`${language}-texts`))));
    return games
        .map((game) =>
            Math.max(
                ...['offline', 'replay'].map((use) => {
                    const needed = new Set(
                        ['springtide-board.js', chunk(game), chunk(use), chunk('worker')].flatMap((name) => [
                            ...reached(name),
                        ]),
                    );
                    return texts + [...needed].reduce((sum, name) => sum + size(name), 0);
                }),
            ),
        )
        .sort((a, b) => a - b);
}
const brotli = weigh((bytes) => brotliCompressSync(bytes));
console.log(
    `<springtide-board> without the engine, by game: ${brotli.join(', ')} bytes as brotli, ${weigh((bytes) => gzipSync(bytes, { level: 9 })).join(', ')} as gzip`,
);
const source = fileURLToPath(new URL('../texts/en/', import.meta.url));
const keys = readdirSync(source)
    .flatMap((name) => Object.keys(JSON.parse(readFileSync(source + name, 'utf8'))))
    .filter((key) => /^\w+\.[\w.]+$/.test(key));
const chunks = files.map((name) => [name, readFileSync(folder + name, 'utf8')]);
const code = chunks
    .filter(([name]) => !name.includes('-texts-'))
    .map(([, text]) => text)
    .join('\n');
const missing = keys.filter(
    (key) =>
        code.includes(`"${key}"`) &&
        chunks.some(([name, text]) => name.includes('-texts-') && !text.includes(`"${key}"`)),
);
if (missing.length > 0) console.log(`texts that are named and left out: ${missing.join(', ')}`);
process.exit(brotli.length > 0 && brotli.at(-1) <= most && keys.length > 500 && missing.length === 0 ? 0 : 1);
