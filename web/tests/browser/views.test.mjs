// Every main view at three sizes in both themes: axe finds nothing, nothing overflows, a picture is kept.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { guest } from './gather.mjs';
import { host } from './host.mjs';
import { everySize, inspect, sizesAt } from './inspect.mjs';
import { visitor } from './kit.mjs';
import { addresses, visit, walk, ways } from './ways.mjs';

test.describe('every view', () => {
    for (const name of Object.keys(ways))
        test(`every view of ${name} at 360, 768 and 1440 px, in both lights`, async ({ kit }) => {
            await walk(await visitor(kit), [name], (page, view) => everySize(page, view, sizesAt('noon'), false));
        });
    test('every view in German on a phone by night', async ({ kit }) => {
        await walk(await visitor(kit, { size: 'phone', dark: true, language: 'de' }), Object.keys(ways), (page, view) =>
            inspect(page, `${view}-de`),
        );
    });
    test('every address that the page knows, with nothing there yet, in both lights', async ({ kit }) => {
        const server = await host();
        const { page, problems, close } = await guest(kit, server, { size: 'phone' });
        for (const address of addresses()) {
            await visit(page, address);
            await inspect(page, `address-${address.replace('/', '-')}`);
        }
        assert.deepEqual(
            problems.filter((problem) => !/status of 4\d\d/.test(problem)),
            [],
        );
        await close();
        await server.stop();
    });
});
