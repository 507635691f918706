// Screens that are kept short: a player reads few words before playing.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { host } from './host.mjs';
import { limits, tourOfWords } from './screens.mjs';

test.describe('the words of a screen', () => {
    test('home, account and Henn in play have no more words than their limits', async ({ kit }) => {
        const server = await host();
        const seen = [];
        const problems = await tourOfWords(kit, server, (screen, words) => {
            seen.push(screen);
            assert.ok(words.length > 20, `${screen} is there: ${words.join(' ')}`);
            assert.ok(words.length <= limits[screen], `${screen} has ${words.length} words: ${words.join(' ')}`);
        });
        assert.deepEqual(seen, Object.keys(limits));
        assert.deepEqual(problems, []);
        await server.stop();
    });
});
