// Loads one of our WebAssembly modules: its functions, and a way to read and write texts in its memory.
import { readFile } from 'node:fs/promises';

export async function loadModule(file) {
    // The C library's streams are linked in but never used; reaching one would be a mistake.
    const unused = (name) => () => {
        throw new Error(`the module called ${name}`);
    };
    let memory = null;
    const wasi = {
        fd_close: unused('fd_close'),
        fd_seek: unused('fd_seek'),
        fd_write: unused('fd_write'),
        // The clock by which bots think: nanoseconds, written where the module wants them.
        clock_time_get: (_clock, _precision, at) => {
            new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        },
        // A bot's lots, where no seed is asked for.
        random_get: (at, size) => {
            crypto.getRandomValues(new Uint8Array(memory.buffer, at, size));
            return 0;
        },
    };
    const module = await WebAssembly.compile(await readFile(file));
    for (const { module: from, name } of WebAssembly.Module.imports(module))
        if (from === 'wasi_snapshot_preview1') wasi[name] ??= unused(name);
    const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
    memory = exports.memory;
    exports._initialize();
    const bytes = (at, size) => new Uint8Array(exports.memory.buffer, at, size);
    return {
        ...exports,
        read: (at, size) => new TextDecoder().decode(bytes(at, size)),
        write: (at, text) => bytes(at, text.length).set(text),
    };
}
