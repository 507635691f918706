// Every language with its texts, for tests that look at all of them.
import { languageIds, languages, type Language, type Texts } from '../../src/shared/i18n/languages';

export const allTexts = Object.fromEntries(await Promise.all(languageIds.map(async (id) => [id, await languages[id].load()]))) as Record<Language, Texts>;
