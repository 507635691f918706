// What a listener would get of the page's sounds, worked out and not played.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformWithEsbuild } from 'vite';

export const rate = 48000;

/** Brings the sounds of the page into any page of a browser; gives their names. */
export async function bringSounds(page) {
    const file = fileURLToPath(new URL('../src/shared/sound.ts', import.meta.url));
    const { code } = await transformWithEsbuild(
        (await readFile(file, 'utf8')).replace(/^import .*prefs.*$/m, 'const prefs = {};'),
        file,
        { format: 'iife', globalName: 'sounds' },
    );
    return page.evaluate(`${code}; globalThis.sounds = sounds; Object.keys(sounds.score)`);
}

/** Samples of sounds laid one after the other: `cues` are [name, second], all at one volume. */
export async function render(page, cues, seconds, volume = 1) {
    const text = await page.evaluate(
        async ([cues, length, hertz, volume]) => {
            const context = new OfflineAudioContext(1, Math.ceil(length * hertz), hertz);
            for (const [name, at] of cues) globalThis.sounds.perform(context, name, at, volume);
            const bytes = new Uint8Array((await context.startRendering()).getChannelData(0).buffer);
            let text = '';
            for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
            return btoa(text);
        },
        [cues, seconds, rate, volume],
    );
    const bytes = Buffer.from(text, 'base64');
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/** Where it is heard, how loud at its loudest and on average there, and how far it lies from the middle. */
export function measure(samples) {
    const heard = (x) => Math.abs(x) > 0.001;
    const [first, last] = [samples.findIndex(heard), samples.findLastIndex(heard)];
    const part = samples.subarray(first, last + 1);
    return {
        peak: samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0),
        mean: Math.sqrt(part.reduce((sum, x) => sum + x * x, 0) / Math.max(1, part.length)),
        begins: first / rate,
        ends: last / rate,
        drift: samples.reduce((sum, x) => sum + x, 0) / samples.length,
    };
}
