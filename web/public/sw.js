// Keeps every file of the page, so that it starts with no network. A new version replaces the old one as a whole.
const version = 'springtide-__VERSION__';
const files = ['__FILES__'];

self.addEventListener('install', (event) => {
    event.waitUntil(
        caches
            .open(version)
            .then((cache) => cache.addAll(files))
            .then(() => self.skipWaiting()),
    );
});

self.addEventListener('activate', (event) => {
    const clean = async () => {
        for (const name of await caches.keys())
            if (name.startsWith('springtide-') && name !== version) await caches.delete(name);
        await self.clients.claim();
    };
    event.waitUntil(clean());
});

self.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
    if (url.pathname.startsWith('/assets/') && url.pathname.endsWith('.bin')) {
        // kept when first needed; its name has its hash
        event.respondWith(
            caches.open(version).then(async (cache) => {
                const kept = await cache.match(url.pathname);
                if (kept) return kept;
                const answer = await fetch(event.request);
                if (answer.ok) await cache.put(url.pathname, answer.clone());
                return answer;
            }),
        );
        return;
    }
    const path = event.request.mode === 'navigate' && !url.pathname.startsWith('/api') ? '/' : url.pathname;
    if (!files.includes(path)) return;
    event.respondWith(caches.open(version).then(async (cache) => (await cache.match(path)) ?? fetch(event.request)));
});

// A notification: the page's build writes its texts here. Whoever looks at the table already needs none.
const texts = '__TEXTS__';

self.addEventListener('push', (event) => {
    const show = async () => {
        const call = event.data?.json() ?? {};
        const words = texts[self.navigator.language.slice(0, 2)] ?? texts.en;
        const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
        if (pages.some((page) => page.visibilityState === 'visible' && page.url.includes(call.table))) return;
        const game = words[`game.${call.game}.title`] ?? 'Springtide';
        const names = Array.isArray(call.with) ? call.with.join(', ') : '';
        const filled = { game, names };
        await self.registration.showNotification(words[`notification.${call.kind}`] ?? words['notification.turn'], {
            body: names ? words['notification.body'].replace(/\{(\w+)\}/g, (_, name) => filled[name]) : game,
            icon: '/icon.svg',
            tag: call.table, // one for each table
            data: { table: call.table },
        });
        if (self.navigator.setAppBadge) await self.navigator.setAppBadge();
    };
    event.waitUntil(show());
});

self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const path = `/#/t/${event.notification.data.table}`;
    const open = async () => {
        const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
        const page = pages.find((one) => one.url.includes(event.notification.data.table)) ?? pages[0];
        if (!page) return self.clients.openWindow(path);
        await page.focus();
        return page.navigate ? page.navigate(path) : self.clients.openWindow(path);
    };
    event.waitUntil(open());
});
