// The page's own addresses live behind "#".
export const route = $state({ path: location.hash.slice(1) || '/' });

export function go(path: string): void {
    location.hash = path;
}

addEventListener('hashchange', () => {
    route.path = location.hash.slice(1) || '/';
    scrollTo(0, 0);
});
