// What a person chose about the page itself; kept on the device.
import type { Language } from './i18n/languages';
import { isLanguage } from './i18n/languages';

export type Theme = 'auto' | 'noon' | 'night';
export type Pace = 'calm' | 'quick' | 'instant';

interface Prefs {
    language: Language;
    theme: Theme;
    pace: Pace;
    sound: boolean;
    aid: boolean;
}

const key = 'springtide-prefs';

function stored(): Partial<Prefs> {
    try {
        return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Prefs>;
    } catch {
        return {};
    }
}

function browserLanguage(): Language {
    const wanted = navigator.language.slice(0, 2);
    return isLanguage(wanted) ? wanted : 'en';
}

export const prefs: Prefs = $state({
    language: browserLanguage(),
    theme: 'auto',
    pace: 'calm',
    sound: false,
    aid: false,
    ...stored(),
});

export function setPref<K extends keyof Prefs>(name: K, value: Prefs[K]): void {
    prefs[name] = value;
    localStorage.setItem(key, JSON.stringify(prefs));
    applyPrefs();
}

/** Puts language and theme where CSS and assistive technology look for them. */
export function applyPrefs(): void {
    document.documentElement.lang = prefs.language;
    const dark = prefs.theme === 'night' || (prefs.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'night' : 'noon';
}

export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Milliseconds a person gets to see one move before the next. */
export function beat(): number {
    return { calm: 900, quick: 250, instant: 0 }[prefs.pace];
}
