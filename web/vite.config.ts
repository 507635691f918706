import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { notificationTexts, texts } from './plugins/texts';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const here = fileURLToPath(new URL('.', import.meta.url));
const build = process.env.SPRINGTIDE_BUILD ?? join(here, '../build');
const outDir = join(here, 'dist');
const server = process.env.SPRINGTIDE_SERVER ?? 'http://127.0.0.1:8470';

function filesUnder(folder: string): string[] {
    return readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? filesUnder(path) : [path];
    });
}

/** Writes the list of all built files, but the networks and the largest column of Leiman's solution, which are only
 *  fetched when needed, into the service worker, under a version that changes with any of them. */
function precache(): Plugin {
    return {
        name: 'springtide-precache',
        apply: 'build',
        closeBundle() {
            const worker = join(outDir, 'sw.js');
            const version = createHash('sha256');
            const files = filesUnder(outDir)
                .filter(
                    (file) => file !== worker && !/(networks|round_value|first_move_margins)-[^/]*\.bin$/.test(file),
                )
                .sort();
            for (const file of files) version.update(relative(outDir, file)).update(readFileSync(file));
            const paths = files.map((file) => '/' + relative(outDir, file)).map((p) => (p === '/index.html' ? '/' : p));
            const text = readFileSync(worker, 'utf8')
                .replace(/\[['"]__FILES__['"]\]/, () => JSON.stringify(paths))
                .replace(/['"]__TEXTS__['"]/, () => JSON.stringify(notificationTexts()))
                .replace('__VERSION__', version.digest('hex').slice(0, 16));
            writeFileSync(worker, text);
        },
    };
}

let firstPage: Set<string> | undefined;
let game: Set<string> | undefined;
/** The way to a game without a server is one file and one sheet of styles: a dozen small ones would wait for each other
 *  on a slow line. */
function wayToAGame(
    id: string,
    { getModuleInfo }: { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null },
): string | undefined {
    const reach = (starts: string[]): Set<string> => {
        const seen = new Set<string>();
        for (const open = starts.map((file) => join(here, 'src', file)); open.length > 0; ) {
            const next = open.pop()!;
            if (seen.has(next)) continue;
            seen.add(next);
            open.push(...(getModuleInfo(next)?.importedIds ?? []));
        }
        return seen;
    };
    firstPage ??= reach(['main.ts']);
    game ??= reach(['home/Setup.svelte', 'table/Play.svelte']);
    // A chunk takes along whatever is in none: what the first page needs has one, too.
    return firstPage.has(id) ? 'index' : game.has(id) ? 'game' : undefined;
}
/** A script of one line, asked for before everything else: it fetches the texts of the reader's language beside the
 *  page and not after it,
 *  and the way to a game and the engine as soon as the page itself is there, unless somebody goes to a table online,
 *  which needs none, or saves data. A worker does not use what its page preloads, only what is in the cache: therefore
 *  the engine is fetched and not preloaded. */
function textsAtOnce(): Plugin {
    return {
        name: 'springtide-texts-at-once',
        apply: 'build',
        closeBundle() {
            const texts = Object.fromEntries(
                readdirSync(join(outDir, 'assets')).flatMap((name) => {
                    const language = /^(\w+)-texts-[^.]+\.js$/.exec(name)?.[1];
                    return language === undefined ? [] : [[language, `/assets/${name}`]];
                }),
            );
            const engine = readdirSync(join(outDir, 'assets')).find((name) => name.endsWith('.wasm'))!;
            const [play, look] = ['js', 'css'].map(
                (end) =>
                    readdirSync(join(outDir, 'assets')).find((name) => new RegExp(`^game-.*\\.${end}$`).test(name))!,
            );
            const script = `(()=>{const texts=${JSON.stringify(texts)};let kept;try{kept=JSON.parse(localStorage.getItem('springtide-prefs')??'{}').language}catch{}const link=document.createElement('link');link.rel='modulepreload';link.href=texts[[kept,...navigator.languages.map((one)=>one.slice(0,2)),'en'].find((one)=>Object.hasOwn(texts,one))];document.head.append(link);if(location.pathname.startsWith('/t/')||location.hash.startsWith('#/t/')||navigator.connection?.saveData)return;const ask=(what)=>document.head.append(Object.assign(document.createElement('link'),what));const engine=()=>{ask({rel:'modulepreload',fetchPriority:'low',href:'/assets/${play}'});ask({rel:'preload',as:'style',crossOrigin:'anonymous',fetchPriority:'low',href:'/assets/${look}'});fetch('/assets/${engine}',{priority:'low'}).then((one)=>one.arrayBuffer()).catch(()=>{})};if(document.readyState==='loading')addEventListener('DOMContentLoaded',engine);else engine()})()\n`;
            const name = `/assets/texts-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
            writeFileSync(join(outDir, name), script);
            const page = join(outDir, 'index.html');
            writeFileSync(
                page,
                readFileSync(page, 'utf8').replace(
                    '<script type="module"',
                    `<script async src="${name}"></script>\n        <script type="module"`,
                ),
            );
        },
    };
}

/** Compresses every file once, as brotli and gzip beside it, for a server that only has to send it. What hardly shrinks
 *  (fonts, pictures) stays as it is. */
function compressed(): Plugin {
    return {
        name: 'springtide-compressed',
        apply: 'build',
        closeBundle() {
            for (const file of filesUnder(outDir)) {
                const bytes = readFileSync(file);
                for (const [end, small] of [
                    ['.br', brotliCompressSync(bytes)],
                    ['.gz', gzipSync(bytes, { level: 9 })],
                ] as const)
                    if (small.length < 0.95 * bytes.length) writeFileSync(file + end, small);
            }
        },
    };
}

/** Writes licences.txt: our licence, what the engine is linked with, and the licence of every package that the bundle
 *  contains. */
export function licences(): Plugin {
    return {
        name: 'springtide-licences',
        apply: 'build',
        generateBundle(_, bundle) {
            const packages = new Set<string>();
            for (const file of Object.values(bundle)) {
                if (file.type !== 'chunk') continue;
                for (const id of Object.keys(file.modules)) {
                    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
                    if (name !== undefined) packages.add(name);
                }
            }
            const texts = ['../LICENSE', '../NOTICE.md'].map((name) => readFileSync(join(here, name), 'utf8'));
            for (const name of [...packages].sort()) {
                const folder = join(here, 'node_modules', name);
                const text = ['LICENSE', 'LICENSE.md', 'license'].map((file) => join(folder, file)).find(existsSync);
                if (text === undefined) this.error(`${name} is bundled and has no licence file`);
                texts.push(`${name}\n\n${readFileSync(text, 'utf8')}`);
            }
            this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join(`\n${'-'.repeat(72)}\n\n`) });
        },
    };
}

/** What the page is built with besides its sources. */
export const aliases = [
    { find: /^@engine\.wasm/, replacement: join(build, 'wasm/springtide.wasm') },
    { find: /^@networks\.bin/, replacement: join(here, '../data/turn_the_tide/networks.bin') },
    { find: /^@round_value\.bin/, replacement: join(here, '../data/high_tide_henn/round_value.bin') },
    { find: /^@leiman\//, replacement: join(here, '../data/high_tide_leiman/') },
];

/** The name of a chunk: a language's texts are found by theirs. */
export function textsChunk(facade: string | null): string {
    const language = /virtual:texts\/(\w+)$/.exec(facade ?? '')?.[1];
    return language === undefined ? '[name]' : `${language}-texts`;
}

export default defineConfig({
    plugins: [svelte(), texts(), licences(), textsAtOnce(), precache(), compressed()],
    resolve: { alias: aliases },
    build: {
        outDir,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        target: 'es2022',
        modulePreload: { polyfill: false },
        rollupOptions: {
            output: {
                manualChunks: wayToAGame,
                chunkFileNames: ({ facadeModuleId }) => `assets/${textsChunk(facadeModuleId)}-[hash].js`,
            },
        },
    },
    worker: { format: 'es' },
    // For npm run dev: engine and data are outside this folder, the server is another program.
    server: {
        fs: { allow: [here, build, join(here, '..')] },
        proxy: { '/api': server, '/ws': { target: server, ws: true } },
    },
    test: { include: ['tests/{unit,fold}/**/*.test.ts'], environment: 'node', testTimeout: 120_000 },
});
