// Serves the built page on loopback as a strict host would: content security policy, right types, nothing else.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const types = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml',
    '.txt': 'text/plain; charset=utf-8',
    '.woff': 'font/woff',
    '.woff2': 'font/woff2',
    '.webmanifest': 'application/manifest+json',
};
const policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
    "connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/** Resolves to the address and a way to stop. `rules`: another content security policy. */
export async function serve(folder, rules = policy) {
    const server = createServer(async (request, response) => {
        const path = normalize(new URL(request.url, 'http://localhost').pathname);
        const file = path === '/' ? '/index.html' : path;
        try {
            const body = await readFile(join(folder, file));
            response.writeHead(200, {
                'content-type': types[extname(file)] ?? 'application/octet-stream',
                'content-security-policy': rules,
                'x-content-type-options': 'nosniff',
                'cache-control': file.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
            });
            response.end(body);
        } catch {
            response.writeHead(404, { 'content-type': 'text/plain' });
            response.end('there is no such file');
        }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
        url: `http://127.0.0.1:${server.address().port}`,
        stop: () =>
            new Promise((done) => {
                server.closeAllConnections();
                server.close(done);
            }),
    };
}
