// Sounds: none unless wanted, soft and short, never a bare tone, and as loud as the one volume says.
import './page';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { prefs } from '../../src/shared/prefs.svelte';
import { play, score, type Sound } from '../../src/shared/sound';

let started: string[] = [];
let peaks: number[] = [];
const param = () => ({
    value: 0,
    setValueAtTime: () => undefined,
    linearRampToValueAtTime: (value: number) => void peaks.push(value),
    exponentialRampToValueAtTime: (value: number) => void peaks.push(value),
});
const node = (kind: string) => ({
    type: '',
    loop: false,
    buffer: null,
    Q: param(),
    frequency: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    gain: param(),
    connect: (next: unknown) => next,
    start: () => void started.push(kind),
    stop: () => undefined,
});
let contexts = 0;
class FakeContext {
    currentTime = 0;
    sampleRate = 100;
    destination = {};
    constructor() {
        contexts += 1;
    }
    createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
    createOscillator = () => node('tone');
    createBufferSource = () => node('noise');
    createBiquadFilter = () => node('filter');
    createGain = () => node('gain');
}
const loudest = () => Math.max(...peaks);

describe('a sound', () => {
    beforeEach(() => {
        [started, peaks] = [[], []];
        vi.stubGlobal('AudioContext', FakeContext);
        [prefs.sound, prefs.volume] = [true, 0.6];
    });
    it('is off until somebody wants it: nothing is even made', () => {
        prefs.sound = false;
        play('wave');
        [prefs.sound, prefs.volume] = [true, 0];
        play('wave');
        expect([started, contexts]).toEqual([[], 0]);
    });
    it('plays all its parts, as loud as the volume says, and stops with one touch', () => {
        play('dice');
        expect(started.length).toBe(score.dice.length);
        const normal = loudest();
        peaks = [];
        prefs.volume = 0.3;
        play('dice');
        expect(loudest()).toBeCloseTo(normal / 2, 5);
        prefs.sound = false;
        started = [];
        play('dice');
        expect(started).toEqual([]);
        expect(contexts).toBe(1);
    });
    it('is there for everything that happens, short, soft, and never a bare tone', () => {
        const wanted: Sound[] = [
            'card',
            'tide',
            'ring',
            'under',
            'dice',
            'step',
            'wave',
            'towel',
            'tile',
            'coin',
            'turn',
            'end',
            'over',
        ];
        expect(Object.keys(score).sort()).toEqual([...wanted].sort());
        for (const name of wanted) {
            const parts = score[name];
            expect(
                parts.some(({ kind }) => kind === 'noise'),
                name,
            ).toBe(true);
            for (const { at, long, loud } of parts) {
                expect(at + long, name).toBeLessThanOrEqual(1.25);
                expect(loud, name).toBeLessThanOrEqual(0.45);
                expect(loud, name).toBeGreaterThan(0);
            }
        }
    });
});
