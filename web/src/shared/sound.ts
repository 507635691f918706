// Short, soft sounds made on the spot: filtered noise for sand, water, cloth and card, struck tones for wood and glass.
// Nothing is loaded, and nothing sounds unless the player wants it.
import { prefs } from './prefs.svelte';

export type Sound =
    | 'turn'
    | 'over'
    | 'card'
    | 'tide'
    | 'ring'
    | 'under'
    | 'dice'
    | 'step'
    | 'wave'
    | 'towel'
    | 'tile'
    | 'coin'
    | 'end';

interface Noise {
    kind: 'noise';
    at: number;
    long: number;
    /** The filter at the beginning and the end, in hertz. */
    from: number;
    to: number;
    filter: BiquadFilterType;
    loud: number;
    /** How long it takes to swell. */
    swell?: number;
}
interface Tone {
    kind: 'tone';
    at: number;
    long: number;
    from: number;
    to: number;
    wave: OscillatorType;
    loud: number;
}
export type Part = Noise | Tone;

const noise = (
    at: number,
    long: number,
    from: number,
    to: number,
    loud: number,
    filter: BiquadFilterType = 'bandpass',
    swell = 0.004,
): Noise => ({ kind: 'noise', at, long, from, to, filter, loud, swell });
const tone = (
    at: number,
    long: number,
    from: number,
    to: number,
    loud: number,
    wave: OscillatorType = 'sine',
): Tone => ({ kind: 'tone', at, long, from, to, wave, loud });
/** A small struck thing: a click of noise and a short body. */
const knock = (at: number, pitch: number, loud: number): Part[] => [
    noise(at, 0.025, pitch * 6, pitch * 3, loud * 0.6),
    tone(at, 0.09, pitch, pitch * 0.72, loud, 'triangle'),
];

/** The parts of each sound. */
export const score: Record<Sound, Part[]> = {
    card: [noise(0, 0.09, 3800, 1600, 0.35), noise(0.06, 0.05, 1500, 900, 0.25)],
    tide: [noise(0, 0.5, 500, 1100, 0.34, 'lowpass', 0.16), noise(0.12, 0.34, 1600, 700, 0.16, 'bandpass', 0.1)],
    ring: [noise(0, 0.12, 900, 300, 0.3, 'lowpass'), tone(0.02, 0.22, 330, 196, 0.16, 'triangle')],
    under: [
        noise(0, 0.8, 900, 160, 0.4, 'lowpass', 0.1),
        ...[0.2, 0.34, 0.46, 0.56].map((at, i) => tone(at, 0.09, 260 + 70 * i, 520 + 90 * i, 0.09)),
    ],
    dice: [0, 0.06, 0.11, 0.19, 0.24, 0.33, 0.44, 0.5].flatMap((at, i) =>
        knock(at, 520 + ((i * 137) % 260), 0.2 - i * 0.014),
    ),
    step: [noise(0, 0.07, 1400, 500, 0.3, 'lowpass'), noise(0.09, 0.06, 1200, 420, 0.22, 'lowpass')],
    wave: [noise(0, 1, 260, 1500, 0.42, 'lowpass', 0.4), noise(0.4, 0.7, 2600, 900, 0.16, 'bandpass', 0.16)],
    towel: [noise(0, 0.16, 700, 2400, 0.3, 'bandpass', 0.03), noise(0.14, 0.07, 600, 250, 0.34, 'lowpass')],
    tile: knock(0, 300, 0.34),
    coin: [tone(0, 0.3, 1980, 1980, 0.08), tone(0.05, 0.34, 2640, 2640, 0.07), noise(0, 0.02, 7000, 5000, 0.12)],
    turn: [tone(0, 0.5, 587, 587, 0.1), tone(0.12, 0.6, 880, 880, 0.09), noise(0, 0.03, 3000, 2000, 0.06)],
    end: [
        tone(0, 0.7, 392, 392, 0.1, 'triangle'),
        tone(0.02, 0.7, 294, 294, 0.08, 'triangle'),
        noise(0, 0.5, 600, 200, 0.14, 'lowpass', 0.1),
    ],
    over: [
        ...[523, 659, 784, 1047].map((pitch, i) => tone(i * 0.13, 0.6, pitch, pitch, 0.1, 'triangle')),
        noise(0.1, 0.9, 700, 2200, 0.08, 'bandpass', 0.3),
    ],
};

let audio: AudioContext | undefined;
let hiss: AudioBuffer | undefined;

/** A second of noise, made once. */
function hissOf(context: BaseAudioContext): AudioBuffer {
    const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0, seed = 1; i < data.length; i += 1) {
        seed = (seed * 16807) % 2147483647;
        data[i] = (seed / 2147483647) * 2 - 1;
    }
    return buffer;
}

function envelope(
    context: BaseAudioContext,
    start: number,
    { long, loud }: Part,
    swell: number,
    volume: number,
): GainNode {
    const gain = context.createGain();
    const most = Math.max(0.0002, loud * volume);
    gain.gain.setValueAtTime(0.0001, start);
    if (swell > 0.05) {
        // Water: heard from its first moment to its last. By powers of ten it would be a hiss in the middle.
        gain.gain.linearRampToValueAtTime(most, start + swell);
        gain.gain.exponentialRampToValueAtTime(most * 0.04, start + long);
        gain.gain.linearRampToValueAtTime(0, start + long + 0.02);
    } else {
        gain.gain.exponentialRampToValueAtTime(most, start + swell);
        gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
    }
    return gain;
}

export function play(sound: Sound): void {
    if (!prefs.sound || prefs.volume <= 0) return;
    audio ??= new AudioContext();
    perform(audio, sound, audio.currentTime + 0.01, prefs.volume);
}

/** Lays a sound into a context, to be played or drawn. */
export function perform(context: BaseAudioContext, sound: Sound, begin: number, volume: number): void {
    hiss ??= hissOf(context);
    for (const part of score[sound]) {
        const start = begin + part.at;
        if (part.kind === 'tone') {
            const source = context.createOscillator();
            source.type = part.wave;
            source.frequency.setValueAtTime(part.from, start);
            source.frequency.exponentialRampToValueAtTime(part.to, start + part.long);
            source.connect(envelope(context, start, part, 0.006, volume)).connect(context.destination);
            source.start(start);
            source.stop(start + part.long + 0.02);
        } else {
            const source = context.createBufferSource();
            source.buffer = hiss;
            source.loop = true;
            const filter = context.createBiquadFilter();
            filter.type = part.filter;
            filter.Q.value = part.filter === 'bandpass' ? 0.9 : 0.4;
            filter.frequency.setValueAtTime(part.from, start);
            filter.frequency.exponentialRampToValueAtTime(part.to, start + part.long);
            source
                .connect(filter)
                .connect(envelope(context, start, part, part.swell ?? 0.004, volume))
                .connect(context.destination);
            source.start(start);
            source.stop(start + part.long + 0.02);
        }
    }
}
