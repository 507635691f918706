// Every language with its texts as they stand in its files, for tests that look at all of them.
import { rawTexts } from '../../plugins/texts';
import { languageIds, type Key, type Language } from '../../src/shared/i18n/languages';

export const allTexts = Object.fromEntries(languageIds.map((id) => [id, Object.fromEntries(rawTexts(id))])) as Record<
    Language,
    Record<Key, string>
>;
