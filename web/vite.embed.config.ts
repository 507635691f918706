// Builds <springtide-board> into embed/dist; embed/README.md says how it is used.
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { texts } from './plugins/texts';
import { aliases, licences, textsChunk } from './vite.config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Of the page's texts only those of the boards, of what happens there, and of the few buttons here: no rooms, panels,
 *  hints or reviews. tools/weigh_embed.mjs finds one that is left out and wanted. */
const groups = /^(seat|colour|beach|you|henn|tile|tide|leiman|stage|view|event|review\.mark)(\.|$)/;
const others = /^(tide|leiman)\.(roundOver|roundEnded\w+|islandHead|next|why\..*)$|^event\.room\./;
const single = new Set(
    [
        'result.again',
        'play.hint',
        'play.less',
        'status.over',
        'status.thinking',
        'status.yourTurn',
        'ways.leftDie',
        'ways.rightDie',
    ].concat(['start', 'first', 'back', 'next', 'moment', 'noRecord'].map((name) => `replay.${name}`)),
);
const wanted = (key: string): boolean => single.has(key) || (groups.test(key) && !others.test(key));

export default defineConfig({
    base: './',
    publicDir: false,
    // The styles of a component go into the element that shows it, not into the page around it, under names that are
    // short: they stand on every rule.
    plugins: [
        texts(wanted),
        svelte({ compilerOptions: { css: 'injected', cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}` } }),
        licences(),
    ],
    resolve: {
        alias: [
            ...aliases,
            { find: /^.*\/sound$/, replacement: here('embed/silent.ts') },
            { find: './all', replacement: here('embed/games.ts') },
        ],
    },
    build: {
        outDir: 'embed/dist',
        emptyOutDir: true,
        assetsInlineLimit: 0,
        target: 'es2022',
        modulePreload: false,
        copyPublicDir: false,
        rollupOptions: {
            input: 'embed/element.ts',
            preserveEntrySignatures: 'strict',
            output: {
                entryFileNames: 'springtide-board.js',
                chunkFileNames: ({ facadeModuleId }) => `${textsChunk(facadeModuleId)}-[hash].js`,
                assetFileNames: '[name]-[hash][extname]',
            },
        },
    },
    worker: {
        format: 'es',
        rollupOptions: { output: { entryFileNames: '[name]-[hash].js', assetFileNames: '[name]-[hash][extname]' } },
    },
});
