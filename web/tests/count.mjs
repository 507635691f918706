// Ends a part of the tests: names what failed in the JSON reports of Vitest and Playwright and counts.
// Usage: node count.mjs REPORT [PASSED FAILED], the counts of the checks that came before.
import { readFileSync } from 'node:fs';

const [report, passedBefore = 0, failedBefore = 0] = process.argv.slice(2);
let passed = Number(passedBefore);
let failed = Number(failedBefore);

/** Each test of a report with whether it passed. */
function* testsIn({ testResults = [], suites = [] }, above = []) {
    for (const { assertionResults, status, name } of testResults) {
        if (assertionResults.length === 0) yield { name, ok: status === 'passed' }; // a file that cannot be read
        for (const { fullName, status } of assertionResults) yield { name: fullName, ok: status === 'passed' };
    }
    for (const suite of suites) {
        const names = [...above, suite.title];
        for (const { title, ok } of suite.specs ?? []) yield { name: [...names, title].join(' › '), ok };
        yield* testsIn(suite, names);
    }
}
try {
    const all = JSON.parse(readFileSync(report, 'utf8'));
    for (const { message } of all.errors ?? []) {
        failed += 1;
        console.log(`FAILED  ${message}`);
    }
    for (const { name, ok } of testsIn(all)) {
        if (ok) passed += 1;
        else {
            failed += 1;
            console.log(`FAILED  ${name}`);
        }
    }
} catch (error) {
    failed += 1;
    console.log(`FAILED  no report: ${error.message}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
