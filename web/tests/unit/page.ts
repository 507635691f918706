// What the page asks its browser when it starts, for tests without one. To be imported first.
const kept = new Map<string, string>();
const given: Record<string, unknown> = {
    navigator: { languages: ['en'] },
    localStorage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
    },
    matchMedia: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
};
for (const [name, value] of Object.entries(given))
    if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, configurable: true });
export {};
