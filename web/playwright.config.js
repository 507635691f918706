// The browser tests: Debian's Chromium, two windows at a time, no test tried twice.
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { buildFolder, launchOptions } from './tests/browser/kit.mjs';

export default defineConfig({
    testDir: 'tests/browser',
    testMatch: '*.test.mjs',
    outputDir: join(buildFolder, 'web-browser'),
    fullyParallel: true,
    workers: Number(process.env.SPRINGTIDE_BROWSERS ?? 2), // most of them wait most of the time
    retries: 0,
    forbidOnly: true,
    timeout: 180_000, // the longest test takes a tenth of it on a quiet machine
    reporter: [['list'], ['json', { outputFile: join(buildFolder, 'web-browser.json') }]],
    use: { launchOptions },
});
