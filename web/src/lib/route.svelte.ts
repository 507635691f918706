// The page's own addresses live behind "#".

// A link to a table is a real path, so that it looks like a link; from here on it is one of ours.
if (location.pathname.startsWith('/t/')) history.replaceState(null, '', `/#${location.pathname}${location.search}`);

export const route = $state({ path: location.hash.slice(1) || '/' });

export function go(path: string): void {
    location.hash = path;
}

addEventListener('hashchange', () => {
    route.path = location.hash.slice(1) || '/';
    scrollTo(0, 0);
});
