// Fills a text in. plugins/messages.ts makes texts of this kind from ICU MessageFormat when the page is built.
export type Values = Record<string, string | number>;
type Forms = Record<string, string>;
/** The form of `forms` for a number or a name. */
type Choose = (value: string | number | undefined, forms: Forms) => string;
export type Message = string | ((values: Values, plural: Choose, select: Choose) => string);

const rules = new Map<string, Intl.PluralRules>();
function pluralRules(language: string): Intl.PluralRules {
    let found = rules.get(language);
    if (found === undefined) rules.set(language, (found = new Intl.PluralRules(language)));
    return found;
}

const select: Choose = (value, forms) => forms[value ?? ''] ?? forms.other ?? '';

export function fill(message: Message, values: Values, language: string): string {
    if (typeof message === 'string')
        return message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
    const plural: Choose = (value, forms) =>
        forms[`=${value}`] ?? select(pluralRules(language).select(Number(value)), forms);
    return message(values, plural, select);
}
