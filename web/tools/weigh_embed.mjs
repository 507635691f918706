// What <springtide-board> costs a reader without the engine: all that a board with play and replay loads, in the longest language.
//   node tools/weigh_embed.mjs      Status 1 if the heaviest board is more than 60 kB as a browser gets it (brotli).
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const most = 60_000;
const folder = fileURLToPath(new URL('../embed/dist/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
function weigh(compress) {
    const size = (name) => compress(readFileSync(folder + name)).length;
    const of = (start) => files.filter((name) => name.startsWith(start)).map(size);
    const always = files.filter((name) => !/^(Board|index)-/.test(name)).reduce((sum, name) => sum + size(name), 0) + Math.max(...of('index-'));
    return of('Board-').map((board) => always + board).sort((a, b) => a - b);
}
const brotli = weigh((bytes) => brotliCompressSync(bytes));
console.log(`<springtide-board> without the engine, by game: ${brotli.join(', ')} bytes as brotli, ${weigh((bytes) => gzipSync(bytes, { level: 9 })).join(', ')} as gzip`);
process.exit(brotli.length === 3 && brotli[2] <= most ? 0 : 1);
