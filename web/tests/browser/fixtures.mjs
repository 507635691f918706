// The test of every browser test: a browser, the built page served from files, and nothing left open afterwards.
import { test as base } from '@playwright/test';
import { pageFolder } from './kit.mjs';
import { stopHosts } from './host.mjs';
import { serve } from './server.mjs';

export { expect } from '@playwright/test';

export const test = base.extend({
    /** Chromium and the address of the page; `visitor` and `gather` take it. Both last for many tests. */
    kit: [
        async ({ browser }, use) => {
            const server = await serve(pageFolder);
            await use({ browser, url: server.url });
            await server.stop();
        },
        { scope: 'worker' },
    ],
    /** Takes pictures of the pages that a failed test left open, then closes everything that any test left. */
    leave: [
        async ({ browser }, use, info) => {
            await use();
            const contexts = browser.contexts();
            if (info.status !== info.expectedStatus)
                for (const [i, page] of contexts.flatMap((context) => context.pages()).entries())
                    await page
                        .screenshot({ path: info.outputPath(`page-${i + 1}.png`), timeout: 10_000 })
                        .catch(() => {});
            for (const context of contexts) await context.close();
            stopHosts();
        },
        { auto: true },
    ],
});
