// Lints docs/api/openapi.yaml and asyncapi.yaml.   node tools/lint_api.mjs
// Prints every problem, and ends with the number of errors as its status (at most 1).
import { fileURLToPath } from 'node:url';
import { createConfig, formatProblems, lint } from '@redocly/openapi-core';

const config = await createConfig({
    extends: ['recommended'],
    rules: {
        'info-license': 'error',
        'operation-4xx-response': 'error',
        'no-unused-components': 'error',
        'no-server-example.com': 'off',
        'no-empty-servers': 'error',
        // The addresses of the server itself: a copy runs wherever somebody starts it.
        'no-invalid-media-type-examples': 'error',
        'no-ambiguous-paths': 'error',
    },
});
let errors = 0;
for (const name of ['openapi.yaml', 'asyncapi.yaml']) {
    const ref = fileURLToPath(new URL(`../../docs/api/${name}`, import.meta.url));
    const problems = await lint({ ref, config });
    formatProblems(problems, { format: 'codeframe', totals: { errors: 0, warnings: 0, ignored: 0 }, version: '' });
    const bad = problems.filter(({ severity }) => severity === 'error').length;
    console.log(`${name}: ${bad} errors, ${problems.length - bad} warnings`);
    errors += bad;
}
process.exit(errors === 0 ? 0 : 1);
