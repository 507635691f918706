// Prints how many words the screens with a limit have, and with --show the words themselves. Usage: node
// count_words.mjs [--show]
import { chromium } from 'playwright-core';
import { host } from '../tests/browser/host.mjs';
import { launchOptions } from '../tests/browser/kit.mjs';
import { limits, tourOfWords } from '../tests/browser/screens.mjs';

const browser = await chromium.launch(launchOptions);
const server = await host();
await tourOfWords({ browser }, server, (screen, words) => {
    console.log(`${screen}: ${words.length} words, at most ${limits[screen]}`);
    if (process.argv.includes('--show')) console.log(`  ${words.join(' ')}`);
});
await server.stop();
await browser.close();
