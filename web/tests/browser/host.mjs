// The real server with a data folder of its own; it can be stopped hard and started again at the same address.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFolder, pageFolder } from './kit.mjs';

const usualProgram = process.env.SPRINGTIDE_PROGRAM ?? join(buildFolder, 'release/springtide');

/** How to end those that run: a test that fails never comes to stop its own. */
const running = new Set();
export function stopHosts() {
    for (const end of running) end();
    running.clear();
}
process.on('exit', stopHosts);

/** `more`: further settings of the server; `program`, `page`: others than those of this build. */
export async function host(more = [], { program = usualProgram, page = pageFolder } = {}) {
    const data = await mkdtemp(join(tmpdir(), 'springtide-web-'));
    let child;
    let listen = '127.0.0.1:0';
    const start = () =>
        new Promise((resolve, reject) => {
            let said = '';
            child = spawn(
                program,
                ['serve', '--listen', listen, '--data', data, '--web', page, '--bot-milliseconds', '20', ...more],
                { stdio: ['ignore', 'pipe', 'pipe'] },
            );
            child.once('error', reject);
            child.once('exit', (status) => reject(new Error(`the server ended with ${status}: ${said}`)));
            child.stderr.on('data', (text) => (said += text));
            child.stdout.on('data', (text) => {
                said += text;
                const url = /https?:\/\/\S+/.exec(said)?.[0];
                if (!url) return;
                listen = new URL(url).host;
                resolve(url.replace(/\/$/, ''));
            });
        });
    const kill = () =>
        new Promise((resolve) => {
            child.removeAllListeners('exit');
            child.once('exit', resolve);
            child.kill('SIGKILL');
        });
    const end = () => {
        child.kill('SIGKILL');
        rmSync(data, { recursive: true, force: true });
    };
    running.add(end);
    const url = await start();
    return {
        url,
        restart: async () => {
            await kill();
            await start();
        },
        stop: async () => {
            running.delete(end);
            await kill();
            await rm(data, { recursive: true });
        },
    };
}
