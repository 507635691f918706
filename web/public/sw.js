// Keeps every file of the page, so that it starts with no network. A new version replaces the old one as a whole.
const version = 'springtide-__VERSION__';
const files = ["__FILES__"];

self.addEventListener('install', (event) => {
    event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
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
    if (url.pathname.startsWith('/assets/') && url.pathname.endsWith('.bin')) {  // kept when first needed; its name has its hash
        event.respondWith(caches.open(version).then(async (cache) => {
            const kept = await cache.match(url.pathname);
            if (kept) return kept;
            const answer = await fetch(event.request);
            if (answer.ok) await cache.put(url.pathname, answer.clone());
            return answer;
        }));
        return;
    }
    const path = event.request.mode === 'navigate' && !url.pathname.startsWith('/api') ? '/' : url.pathname;
    if (!files.includes(path)) return;
    event.respondWith(caches.open(version).then(async (cache) => (await cache.match(path)) ?? fetch(event.request)));
});

// A call back to a table. Whoever looks at it already needs no notification.
const words = {
    en: { turn: 'Your turn', invitation: 'You are asked to play', with: 'with' },
    de: { turn: 'Du bist dran', invitation: 'Du wirst zum Spielen eingeladen', with: 'mit' },
    fr: { turn: 'À vous de jouer', invitation: 'On vous invite à jouer', with: 'avec' },
};
const titles = { turn_the_tide: 'Turn the Tide', high_tide_henn: 'High Tide (Henn)', high_tide_leiman: 'High Tide (Leiman)' };

self.addEventListener('push', (event) => {
    const show = async () => {
        const call = event.data?.json() ?? {};
        const word = words[self.navigator.language.slice(0, 2)] ?? words.en;
        const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
        if (pages.some((page) => page.visibilityState === 'visible' && page.url.includes(call.table))) return;
        const others = Array.isArray(call.with) && call.with.length ? `, ${word.with} ${call.with.join(', ')}` : '';
        await self.registration.showNotification(word[call.kind] ?? word.turn, {
            body: (titles[call.game] ?? 'Springtide') + others,
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
