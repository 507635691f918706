// The account: a passkey of Chromium's virtual authenticator from its creation to its end, and a page for each part.
import assert from 'node:assert/strict';
import { clean, guest } from './gather.mjs';
import { host } from './host.mjs';
import { everySize, inspect } from './inspect.mjs';
import { test } from './fixtures.mjs';

const refused = /40[03]/; // a browser counts a refusal as a broken line

/** A device that can keep passkeys; it answers by itself, unless it is locked. */
async function authenticator(page) {
    const debuggers = await page.context().newCDPSession(page);
    await debuggers.send('WebAuthn.enable');
    const { authenticatorId } = await debuggers.send('WebAuthn.addVirtualAuthenticator', {
        options: {
            protocol: 'ctap2',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
        },
    });
    return {
        kept: async () => (await debuggers.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
        unlocked: (isUserVerified) => debuggers.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
        take: (credential) => debuggers.send('WebAuthn.addCredential', { authenticatorId, credential }),
    };
}

/** Words of the part of the page between its header and its end. */
const wordsOf = (page) =>
    page.evaluate(() => document.querySelector('main').innerText.split(/\s+/).filter(Boolean).length);

test('passkey: an account without a password is created, logs in elsewhere, gets a password and is deleted', async ({
    kit,
}) => {
    const server = await host();
    const anna = await guest(kit, server);
    const { page } = anna;
    const device = await authenticator(page);
    await page.goto('/#/register');
    await page.fill('input[autocomplete="username"]', 'Anna');
    await everySize(page, 'account-register');
    await device.unlocked(false);
    await page.click('button.primary');
    await page.waitForFunction(() => document.querySelector('[role="alert"]').textContent !== '');
    assert.equal((await device.kept()).length, 0, 'whoever cannot unlock it makes no passkey');
    await device.unlocked(true);
    await page.click('button.primary');
    await page.waitForSelector('h1:has-text("Anna")');
    await inspect(page, 'account-profile');
    const [passkey] = await device.kept();
    assert.equal(passkey.rpId, new URL(server.url).hostname);
    // The same passkey on another device, as those that are synchronised.
    const phone = await guest(kit, server, { size: 'phone', touch: true });
    const other = await authenticator(phone.page);
    await phone.page.goto('/#/login');
    await phone.page.click('button.primary');
    await phone.page.waitForFunction(() => document.querySelector('[role="alert"]').textContent !== '');
    await other.take({ ...passkey, signCount: passkey.signCount + 10 });
    await phone.page.click('button.primary');
    await phone.page.waitForSelector('h1:has-text("Anna")');
    await phone.page.goto('/#/me/security');
    await phone.page.waitForSelector('li:has-text("Chrome")');
    await everySize(phone.page, 'account-passkey');
    // A password, by the passkey.
    const own = phone.page.locator('section:has(input[autocomplete="new-password"])');
    await own.locator('summary').click();
    await own.locator('input[autocomplete="new-password"]').fill('long enough');
    await own.locator('button').click();
    await phone.page.waitForSelector('input[autocomplete="current-password"]', { state: 'attached' });
    // The first device was logged out by that. It has the older count: a copy of a passkey is refused.
    await page.goto('/#/login');
    await page.reload();
    await page.click('button.primary');
    await page.waitForFunction(() => document.querySelector('[role="alert"]').textContent !== '');
    await page.fill('input[autocomplete="username"]', 'Anna');
    await page.fill('input[type="password"]', 'long enough');
    await page.click('form button');
    await page.waitForSelector('h1:has-text("Anna")');
    // Everything is deleted by the passkey.
    await phone.page.goto('/#/me/data');
    const leaving = phone.page.locator('details').last();
    await leaving.locator('summary').click();
    await leaving.locator('button').last().click();
    await phone.page.waitForSelector('h1:has-text("Guest")');
    await clean([anna, phone], refused);
    await server.stop();
});
test('account: each part has a page of few words, and a guest is told how to create one', async ({ kit }) => {
    const server = await host();
    const anna = await guest(kit, server);
    const { page } = anna;
    const look = async (path, name) => {
        await page.goto(`/#${path}`);
        await page.waitForSelector(`main a[aria-current="page"][href="#${path}"]`);
        assert.ok((await wordsOf(page)) <= 90, `${name} has ${await wordsOf(page)} words`);
        await inspect(page, name);
    };
    await look('/me', 'account-guest');
    await page.fill('input[autocomplete="nickname"]', 'Anna');
    await page.click('form button');
    await page.waitForSelector('h1:has-text("Anna")');
    await page.click('main a.button.primary');
    await page.waitForFunction(() => document.querySelector('input[autocomplete="username"]')?.value === 'Anna');
    await page.fill('input[type="password"]', 'long enough');
    await page.click('form button:not(.primary)');
    await page.waitForSelector('nav a[href="#/me/security"]');
    for (const part of ['', '/games', '/friends', '/notifications', '/security', '/data', '/bots'])
        await look(`/me${part}`, `account${part.replace('/', '-')}`);
    for (const path of ['/login', '/register']) {
        await page.goto(`/#${path}`);
        await page.waitForSelector('input[type="password"]');
        assert.ok((await wordsOf(page)) <= 90, path);
    }
    await clean([anna]);
    await server.stop();
});
