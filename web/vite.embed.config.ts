// Builds <springtide-board> into embed/dist; embed/README.md says how it is used.
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { aliases, licences } from './vite.config';

/** Of the page's texts only those of the boards, of what happens there, and of the few buttons here: no rooms, panels, hints or
 * reviews. tools/weigh_embed.mjs finds one that is left out and wanted. */
function fewerTexts(): Plugin {
    const others =
        /^\s*'(?!(seat|colour|beach|you|henn|tile|stage|view)\b|(tide|leiman)\.(?!(roundOver|roundEnded\w+|islandHead|next)'|why\.)|event\.(?!room\.)|review\.mark\.|(result\.again|play\.(hint|less)|status\.(over|thinking|yourTurn)|ways\.(left|right)Die|replay\.(start|first|back|next|moment|noRecord))')[\w.]+':.*,\s*$/gm;
    return {
        name: 'springtide-fewer-texts',
        enforce: 'pre',
        transform(code, id) {
            return /i18n\/\w+\/\w+\.ts$/.test(id) ? { code: code.replaceAll(others, ''), map: null } : undefined;
        },
    };
}

/** Of the boards nothing that only the page has: hints, reviews, and why something is not offered. */
function fewerParts(): Plugin {
    return {
        name: 'springtide-fewer-parts',
        enforce: 'pre',
        transform: (code, id) => (id.endsWith('.svelte') ? { code: code.replaceAll(/^\s*(?:<!--|\/\/) page only[^]*?(?:<!--|\/\/) all.*$/gm, '').replace(/<style>[^]*<\/style>/, (style) => style.replaceAll(/\/\*[^]*?\*\//g, '')), map: null } : undefined),
    };
}

export default defineConfig({
    base: './',
    publicDir: false,
    // The styles of a component go into the element that shows it, not into the page around it, under names that are short: they stand on every rule.
    plugins: [fewerTexts(), fewerParts(), svelte({ compilerOptions: { css: 'injected', cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}` } }), licences()],
    resolve: { alias: [...aliases, { find: /^.*\/sound$/, replacement: fileURLToPath(new URL('embed/silent.ts', import.meta.url)) }] },
    build: {
        outDir: 'embed/dist', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022', modulePreload: false, copyPublicDir: false,
        rollupOptions: {
            input: 'embed/element.ts',
            preserveEntrySignatures: 'strict',
            output: { entryFileNames: 'springtide-board.js', chunkFileNames: '[name]-[hash].js', assetFileNames: '[name]-[hash][extname]' },
        },
    },
    worker: { format: 'es', rollupOptions: { output: { entryFileNames: '[name]-[hash].js', assetFileNames: '[name]-[hash][extname]' } } },
});
