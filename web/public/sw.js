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
