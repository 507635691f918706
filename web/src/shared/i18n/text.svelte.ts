// The texts in the language chosen; components that use them follow a change at once.
import { fallback, loadTexts, type Key, type Language, type Texts } from './languages';
import { fill, type Message, type Values } from './message';

let spoken = $state.raw<{ language: Language; texts: Partial<Texts> }>({ language: fallback, texts: {} });
let wanted: Language = fallback;
/** Names that only the engine knows, such as those of a game without texts here. */
let added = $state.raw<Record<string, string>>({});
export function addTexts(texts: Record<string, string>): void {
    added = { ...added, ...texts };
}

/** Loads a language and shows it; of two wishes the later one counts. */
export async function speak(language: Language): Promise<void> {
    wanted = language;
    const texts = await loadTexts(language);
    if (wanted === language) spoken = { language, texts };
}
/** The language that is shown. */
export const language = (): Language => spoken.language;

export function t(key: Key, values: Values = {}): string {
    return fill(spoken.texts[key] ?? added[key] ?? key, values, spoken.language);
}

/** For names that come from the engine and may be newer than this page. */
export function tOr(key: string, otherwise: string, values: Values = {}): string {
    const text = (spoken.texts as Record<string, Message>)[key] ?? added[key];
    return text === undefined ? otherwise : fill(text, values, spoken.language);
}
