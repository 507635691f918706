// The page's own addresses live behind "#".

// A link to a table, a club night or duplicate tables is a real path, so that it looks like a link; from here on it is
// one of ours.
if (/^\/(t|club|duplicate)\//.test(location.pathname))
    history.replaceState(null, '', `/#${location.pathname}${location.search}`);

export const route = $state({ path: location.hash.slice(1) || '/' });

/** The parts of the address between its slashes, and the query. */
export const parts = (): string[] => new URL(route.path, 'http://page').pathname.split('/').slice(1);
export const query = (): URLSearchParams => new URL(route.path, 'http://page').searchParams;

export function go(path: string): void {
    location.hash = path;
}

/**
 * Writes a page's progress into the address. If the visitor has moved to another page by then, that one's address
 * stays: the address knows it before we do.
 */
export function noteAddress(hash: string): void {
    const pageOf = (address: string) => new URL(address.slice(1) || '/', 'http://page').pathname.split('/')[1];
    if (pageOf(hash) === pageOf(location.hash)) history.replaceState(null, '', hash);
}

addEventListener('hashchange', () => {
    route.path = location.hash.slice(1) || '/';
    scrollTo(0, 0);
});
