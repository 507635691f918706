// What <springtide-board> costs a reader without the engine: all that a board loads which plays or replays, whichever
// is more, in the
// longest language.
// node tools/weigh_embed.mjs      Status 1 if the heaviest board is more than 60 kB as a browser gets it (brotli), or
// if a text that
//                                   a board names was left out of its texts (vite.embed.config.ts).
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const most = 60_000;
const folder = fileURLToPath(new URL('../embed/dist/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
function weigh(compress) {
    const size = (name) => compress(readFileSync(folder + name)).length;
    const of = (start) => files.filter((name) => name.startsWith(start)).map(size);
    const always =
        files
            .filter((name) => !/^(Board|Defs|\w+-texts|offline|replay)-/.test(name))
            .reduce((sum, name) => sum + size(name), 0) +
        Math.max(...['de-texts-', 'en-texts-', 'fr-texts-'].flatMap(of)) +
        Math.max(...of('offline-'), ...of('replay-'));
    // The patterns of towels and sand come with Henn's board alone.
    const patterns = (name) => (readFileSync(folder + name, 'utf8').includes('url(#chair-') ? of('Defs-')[0] : 0);
    return files
        .filter((name) => name.startsWith('Board-'))
        .map((name) => always + size(name) + patterns(name))
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
process.exit(brotli.length === 3 && brotli[2] <= most && keys.length > 500 && missing.length === 0 ? 0 : 1);
