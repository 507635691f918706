// What Prettier does not see: mistakes, and lines that it cannot break.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const generated = ['src/shared/net/schema.ts', 'src/shared/events/records.ts'];

export default ts.config(
    { ignores: ['dist', 'embed/dist', ...generated] },
    js.configs.recommended,
    ...ts.configs.recommended,
    ...svelte.configs.recommended,
    {
        languageOptions: { globals: { ...globals.browser, ...globals.node } },
        linterOptions: { reportUnusedDisableDirectives: 'error' },
        rules: {
            // Strings and paths of drawings are left as they are; everything else has room in a line.
            'max-len': [
                'error',
                {
                    code: 120,
                    ignoreStrings: true,
                    ignoreTemplateLiterals: true,
                    ignoreRegExpLiterals: true,
                    ignorePattern: '^\\s*(d|points|style)=|https?://',
                },
            ],
            eqeqeq: ['error', 'always', { null: 'ignore' }],
            // Maps and dates here are made and used up in one place; what is drawn follows values that are replaced.
            'svelte/prefer-svelte-reactivity': 'off',
            'svelte/no-unused-svelte-ignore': 'off', // it does not know all warnings of the compiler
            '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
            '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
        },
    },
    { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
    { files: ['public/sw.js'], languageOptions: { globals: globals.serviceworker } },
);
