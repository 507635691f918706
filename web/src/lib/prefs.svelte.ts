// What a person chose about the page itself; kept on the device.
import { fallback, isLanguage, type Language } from './i18n/languages';
import { language, speak } from './i18n/text.svelte';

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
    pace: 'calm',
    sound: false,
    aid: false,
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
    const dark = prefs.theme === 'night' || (prefs.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'night' : 'noon';
}

/** Shows the language chosen, and says so to assistive technology. False if it could not be loaded: what was shown stays. */
export async function applyLanguage(): Promise<boolean> {
    const found = await speak(prefs.language).then(() => true, () => false);
    document.documentElement.lang = language();
    return found;
}

export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Milliseconds a person gets to see one move before the next. */
export function beat(): number {
    return { calm: 900, quick: 250, instant: 0 }[prefs.pace];
}
