// Runs the browser tests one after the other. Usage: node run.mjs [words of a test's name]
import * as around from './around.test.mjs';
import * as games from './games.test.mjs';
import { start } from './kit.mjs';
import * as online from './online.test.mjs';
import * as views from './views.test.mjs';

const wanted = process.argv[2] ?? '';
const kit = await start();
let passed = 0;
let failed = 0;
for (const [name, test] of Object.entries({ ...games.tests, ...around.tests, ...online.tests, ...views.tests })) {
    if (!name.includes(wanted)) continue;
    const started = Date.now();
    try {
        await test(kit);
        passed += 1;
        console.log(`ok      ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    } catch (error) {
        failed += 1;
        console.log(`FAILED  ${name}\n${error.stack}`);
    }
}
await kit.stop();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
