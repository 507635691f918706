// The player's preferences for the page; kept on the device.
import { fallback, isLanguage, type Language } from './i18n/languages';
import { language, speak } from './i18n/text.svelte';

export type Theme = 'auto' | 'noon' | 'night';
export type Pace = 'calm' | 'normal' | 'quick' | 'instant';

interface Prefs {
    language: Language;
    theme: Theme;
    pace: Pace;
    sound: boolean;
    /** From 0 to 1. */
    volume: number;
    aid: boolean;
    /** Names of places on the boards. */
    coordinates: boolean;
    /** Moves may be typed. */
    typed: boolean;
    /** Whether the first game has asked about sound. */
    soundAsked: boolean;
}

const key = 'springtide-prefs';

function stored(): Partial<Prefs> {
    try {
        const { language, ...others } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Prefs>;
        return isLanguage(language) ? { ...others, language } : others;
    } catch {
        return {};
    }
}

function browserLanguage(): Language {
    return navigator.languages.map((wanted) => wanted.slice(0, 2)).find(isLanguage) ?? fallback;
}

export const prefs: Prefs = $state({
    language: browserLanguage(),
    theme: 'auto',
    pace: 'normal',
    sound: false,
    volume: 0.6,
    aid: false,
    // They lie over the pictures on the tiles: players who read notation switch them on.
    coordinates: false,
    typed: false,
    soundAsked: false,
    ...stored(),
});

export function setPref<K extends keyof Prefs>(name: K, value: Prefs[K]): void {
    prefs[name] = value;
    localStorage.setItem(key, JSON.stringify(prefs));
    applyTheme();
    if (name === 'language') void applyLanguage();
}

/** Puts the theme where CSS looks for it. */
export function applyTheme(): void {
    const dark =
        prefs.theme === 'night' || (prefs.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'night' : 'noon';
}

/**
 * Shows the language chosen, and informs assistive technology. False if it could not be loaded: the old one stays.
 */
export async function applyLanguage(): Promise<boolean> {
    const found = await speak(prefs.language).then(
        () => true,
        () => false,
    );
    document.documentElement.lang = language();
    return found;
}

export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Milliseconds a bot seems to think before its move; the move itself takes its time on the stage. */
export function beat(): number {
    return { calm: 700, normal: 350, quick: 120, instant: 0 }[prefs.pace];
}
