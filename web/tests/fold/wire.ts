// A server of our own, and the least of a WebSocket that a test needs to be its client.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Wire } from '../../src/shared/net/connection';

const build = process.env.SPRINGTIDE_BUILD ?? join(__dirname, '../../../build');
const unlimited = [
    'messages-per-second',
    'requests-per-second',
    'address-guests-per-hour',
    'address-tables-per-hour',
    'address-events-per-second',
    'address-kilobytes-per-second',
];

export interface TestServer {
    port: number;
    token(): Promise<string>;
    stop(): Promise<void>;
}

export async function startServer(): Promise<TestServer> {
    const data = mkdtempSync(join(tmpdir(), 'springtide-'));
    const program = spawn(
        join(build, 'release/springtide'),
        ['serve', '--listen', '127.0.0.1:0', '--data', data, ...unlimited.flatMap((name) => [`--${name}`, '1000000'])],
        { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const gone = new Promise<void>((resolve) => program.once('exit', () => resolve()));
    const port = await new Promise<number>((resolve, reject) => {
        program.stdout.once('data', (text: Buffer) =>
            resolve(Number(/:(\d+)/.exec(text.toString().replace('http:', ''))?.[1])),
        );
        program.once('error', reject);
        program.once('exit', () => reject(new Error('the server did not start')));
    });
    return {
        port,
        token: async () =>
            (
                (await (
                    await fetch(`http://127.0.0.1:${port}/api/token`, {
                        method: 'POST',
                        headers: { 'content-type': 'application/json' },
                        body: '{}',
                    })
                ).json()) as { token: string }
            ).token,
        async stop() {
            program.kill('SIGTERM');
            await gone;
            rmSync(data, { recursive: true });
        },
    };
}

/** Opens at once; what is received is handed over frame by frame. */
export function openWire(port: number, path: string, token: string): Wire {
    let socket: Socket | undefined;
    const wire: Wire = {
        onopen: null,
        onmessage: null,
        onclose: null,
        send: (text) => socket!.write(frame(1, Buffer.from(text))),
        close: () => socket?.destroy(),
    };
    const headers = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
        Authorization: `Bearer ${token}`,
    };
    const asked = request({ port, host: '127.0.0.1', path, headers });
    asked.on('upgrade', (_, opened: Socket, head) => {
        socket = opened;
        let read: Buffer = head;
        const take = (more: Buffer) => {
            read = Buffer.concat([read, more]);
            for (;;) {
                if (read.length < 2) return;
                const short = read[1]! & 127;
                const start = short === 126 ? 4 : short === 127 ? 10 : 2;
                if (read.length < start) return;
                const size =
                    short === 126 ? read.readUInt16BE(2) : short === 127 ? Number(read.readBigUInt64BE(2)) : short;
                if (read.length < start + size) return;
                const [opcode, payload] = [read[0]! & 15, read.subarray(start, start + size)];
                read = read.subarray(start + size);
                if (opcode === 9) opened.write(frame(10, payload));
                else if (opcode === 1) wire.onmessage?.({ data: payload.toString() });
            }
        };
        opened.on('data', take);
        opened.on('close', () => wire.onclose?.());
        opened.on('error', () => {});
        wire.onopen?.();
        take(Buffer.alloc(0));
    });
    asked.end();
    return wire;
}

function frame(opcode: number, payload: Buffer): Buffer {
    const mask = randomBytes(4);
    const head =
        payload.length < 126
            ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
            : Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 255]);
    return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i % 4]!)]);
}
