// Puts values into the blanks of a text, and chooses the form of a word that goes with a number.
const order: Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
const known = new Map<string, { rules: Intl.PluralRules; categories: Intl.LDMLPluralRule[] }>();

function pluralsOf(language: string): { rules: Intl.PluralRules; categories: Intl.LDMLPluralRule[] } {
    let plurals = known.get(language);
    if (!plurals) {
        const rules = new Intl.PluralRules(language);
        const { pluralCategories } = rules.resolvedOptions();
        plurals = { rules, categories: order.filter((category) => pluralCategories.includes(category)) };
        known.set(language, plurals);
    }
    return plurals;
}

/** The form for a number. Forms stand in the order zero, one, two, few, many, other, those a language has; the last
 *  one serves for all that are left. */
function form(forms: string[], number: number, language: string): string {
    const { rules, categories } = pluralsOf(language);
    const at = categories.indexOf(rules.select(Math.abs(number)));
    return forms[Math.min(at, forms.length - 1)] ?? '';
}

/** Fills "{name}"; "{n?point:points}" is the form that goes with n in this language. */
export function fill(text: string, values: Record<string, string | number>, language: string): string {
    return text.replace(/\{(\w+)(?:\?([^}]*))?\}/g, (_, name: string, forms?: string) => {
        const value = values[name] ?? '';
        return forms === undefined ? String(value) : form(forms.split(':'), Number(value), language);
    });
}
