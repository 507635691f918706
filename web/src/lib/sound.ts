// Short sounds made on the spot; off unless somebody wants them.
import { prefs } from './prefs.svelte';

export type Sound = 'move' | 'turn' | 'over' | 'card' | 'tide' | 'ring' | 'under' | 'dice' | 'step' | 'wave' | 'towel' | 'tile' | 'coin' | 'end';
const notes: Partial<Record<Sound, number[]>> = { move: [330], turn: [523, 659], over: [523, 659, 784, 1047] };
let audio: AudioContext | undefined;

export function play(sound: Sound): void {
    if (!prefs.sound) return;
    audio ??= new AudioContext();
    const start = audio.currentTime;
    (notes[sound] ?? []).forEach((frequency, i) => {
        const tone = audio!.createOscillator();
        const volume = audio!.createGain();
        tone.type = 'sine';
        tone.frequency.value = frequency;
        volume.gain.setValueAtTime(0.12, start + i * 0.12);
        volume.gain.exponentialRampToValueAtTime(0.001, start + i * 0.12 + 0.25);
        tone.connect(volume).connect(audio!.destination);
        tone.start(start + i * 0.12);
        tone.stop(start + i * 0.12 + 0.26);
    });
}
