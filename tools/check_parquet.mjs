// Reads the Parquet files of a data set with two readers that are not ours, DuckDB and hyparquet, and compares every row with the lines
// of JSON beside them.
//
//   node tools/check_parquet.mjs [FOLDER]      default: data/best_sample
//
// Brings both readers from npm into a temporary folder, so it needs a network. Ends with "N passed, N failed".
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

const readers = { '@duckdb/node-api': '1.5.6-r.1', hyparquet: '1.31.5' };
const folder = process.argv[2] ?? fileURLToPath(new URL('../data/best_sample', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'springtide-parquet-'));
let passed = 0;
let failed = 0;

/** Does a row of a Parquet file say what a line of JSON says? */
function same(row, line) {
    const winners = line.winners.reduce((bits, seat) => bits | (1 << seat), 0);
    return row !== undefined && Number(row.number) === line.number && row.record === line.record && Number(row.decisions) === line.decisions
        && Number(row.winners) === winners && line.points.every((points, seat) => Number(row[`points_${seat}`]) === points);
}

function check(title, rows, lines) {
    const alike = lines.filter((line, index) => same(rows[index], line)).length;
    const good = rows.length === lines.length && alike === lines.length && alike > 0;
    if (good) passed += 1;
    else failed += 1;
    console.log(`${good ? 'ok    ' : 'FAILED'}  ${title}: ${alike} of ${lines.length} games as in the lines of JSON, ${rows.length} rows`);
}

try {
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', place, ...Object.entries(readers).map(([name, version]) => `${name}@${version}`)]);
    const bring = async (name) => import(pathToFileURL(createRequire(join(place, 'any.js')).resolve(name)).href);
    const { DuckDBInstance } = await bring('@duckdb/node-api');
    const { asyncBufferFromFile, parquetReadObjects } = await bring('hyparquet');
    const database = await (await DuckDBInstance.create(':memory:')).connect();
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.parquet')).sort()) {
        const path = join(folder, name);
        const lines = gunzipSync(readFileSync(path.replace(/parquet$/, 'jsonl.gz'))).toString().trim().split('\n').map((line) => JSON.parse(line));
        check(`${name}, DuckDB`, (await database.runAndReadAll(`select * from '${path.replaceAll("'", "''")}' order by number`)).getRowObjectsJson(), lines);
        check(`${name}, hyparquet`, await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors: { GZIP: (bytes) => gunzipSync(bytes) } }), lines);
    }
} finally {
    rmSync(place, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
