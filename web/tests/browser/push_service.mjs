// A push service of our own for the browser tests, and a subscription that only this test can read.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

export async function pushService() {
    const key = createECDH('prime256v1');
    const point = key.generateKeys();
    const secret = randomBytes(16);
    const arrived = [];
    let heard = () => {};
    const read = (body) => {
        const [salt, sender, hidden] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
        const common = hkdfSync(
            'sha256',
            key.computeSecret(sender),
            secret,
            Buffer.concat([Buffer.from('WebPush: info\0'), point, sender]),
            32,
        );
        const derive = (info, size) =>
            Buffer.from(hkdfSync('sha256', Buffer.from(common), salt, `Content-Encoding: ${info}\0`, size));
        const open = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12)).setAuthTag(
            hidden.subarray(-16),
        );
        const plain = Buffer.concat([open.update(hidden.subarray(0, -16)), open.final()]);
        return plain.subarray(0, -1).toString(); // the last byte says that nothing follows
    };
    const server = createServer((request, response) => {
        const parts = [];
        request.on('data', (part) => parts.push(part));
        request.on('end', () => {
            arrived.push(read(Buffer.concat(parts)));
            response.writeHead(201).end();
            heard();
        });
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
        subscription: {
            endpoint: `http://127.0.0.1:${server.address().port}/browser`,
            p256dh: point.toString('base64url'),
            auth: secret.toString('base64url'),
        },
        arrived,
        /** The text of the n-th message, once it is there. */
        async message(n) {
            while (arrived.length < n)
                await new Promise((resolve) => {
                    heard = resolve;
                });
            return arrived[n - 1];
        },
        stop: () =>
            new Promise((done) => {
                server.closeAllConnections();
                server.close(done);
            }),
    };
}

/** Chromium without Google behind it subscribes nowhere: this is where it would. */
export const subscribeHere = ({ endpoint, p256dh, auth }) => {
    const one = {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => (localStorage.removeItem('subscribed'), true),
    };
    PushManager.prototype.subscribe = async () => (localStorage.setItem('subscribed', 'yes'), one);
    PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? one : null);
};

/** Hands a message to the service worker, as the browser does when its push service brings one. */
export async function deliver(page, text) {
    const session = await page.context().newCDPSession(page);
    const registered = new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error('no service worker')), 5000);
        session.on(
            'ServiceWorker.workerRegistrationUpdated',
            ({ registrations }) => registrations.length && resolve(registrations[0].registrationId),
        );
    });
    registered.catch(() => {}); // told below
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(page.url()).origin,
        registrationId: await registered,
        data: text,
    });
}
