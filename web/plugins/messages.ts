// Reads a text in ICU MessageFormat and writes it as JavaScript, so that the page needs no parser.
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** The elements of a text. Throws when it cannot be read, or when it holds something that the page does not fill in. */
export function parseMessage(text: string): MessageFormatElement[] {
    const elements = parse(text, { ignoreTag: true, requiresOtherClause: true });
    check(elements);
    return elements;
}

function check(elements: MessageFormatElement[]): void {
    for (const element of elements) {
        if (element.type === TYPE.plural || element.type === TYPE.select) {
            if (element.type === TYPE.plural && (element.offset !== 0 || element.pluralType !== 'cardinal'))
                throw new Error('plural may have no offset, and selectordinal is not known');
            for (const option of Object.values(element.options)) check(option.value);
        } else if (element.type === TYPE.number || element.type === TYPE.date || element.type === TYPE.time) {
            throw new Error(`{${element.value}} may have no format: the page writes numbers and dates itself`);
        }
    }
}

/** The names of the values that a text is filled with. */
export function valuesOf(elements: MessageFormatElement[]): Set<string> {
    const names = new Set<string>();
    for (const element of elements) {
        if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
        names.add(element.value);
        if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
        for (const option of Object.values(element.options)) for (const name of valuesOf(option.value)) names.add(name);
    }
    return names;
}

/** JavaScript that src/shared/i18n/message.ts fills in: a string with {blanks}, or for plurals and choices a function.
 *  */
export function compileMessage(elements: MessageFormatElement[]): string {
    const isPlain = elements.every(
        ({ type, ...element }) =>
            type === TYPE.argument || (type === TYPE.literal && !/[{}]/.test('value' in element ? element.value : '')),
    );
    if (isPlain)
        return JSON.stringify(
            elements
                .map((element) =>
                    element.type === TYPE.argument ? `{${element.value}}` : 'value' in element ? element.value : '',
                )
                .join(''),
        );
    return `(v,p,s)=>${template(elements)}`;
}

/** `number` is what stands for #. */
function template(elements: MessageFormatElement[], number = ''): string {
    const parts = elements.map((element) => {
        switch (element.type) {
            case TYPE.literal:
                return element.value.replace(/[`\\]|\$(?=\{)/g, '\\$&');
            case TYPE.argument:
                return `\${v.${element.value}}`;
            case TYPE.pound:
                return `\${v.${number}}`;
            case TYPE.plural:
            case TYPE.select: {
                const inner = element.type === TYPE.plural ? element.value : number;
                const forms = Object.entries(element.options).map(
                    ([name, { value }]) =>
                        `${/^\w+$/.test(name) ? name : JSON.stringify(name)}:${template(value, inner)}`,
                );
                return `\${${element.type === TYPE.plural ? 'p' : 's'}(v.${element.value},{${forms.join(',')}})}`;
            }
            default:
                throw new Error(`an element of type ${element.type} is not known`);
        }
    });
    const text = parts.join('');
    return /[$\\`\n"]/.test(text) ? `\`${text}\`` : `"${text}"`;
}

const accents: Record<string, string> = Object.fromEntries(
    [...'aáeéiíoóuúyýcçnñsšzžAÁEÉIÍOÓUÚYÝCÇNÑSŠZŽ'].flatMap((letter, at, all) =>
        at % 2 === 0 ? [[letter, all[at + 1]!]] : [],
    ),
);

/** A text of a language that does not exist: accented, a third longer, and in brackets. A text without brackets on the
 *  page was never translated; a bracket that is missing was cut off. */
export function pseudo(elements: MessageFormatElement[], isInside = false): MessageFormatElement[] {
    const changed = elements.map((element): MessageFormatElement => {
        if (element.type === TYPE.literal)
            return { ...element, value: element.value.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter) };
        if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
        const options = Object.fromEntries(
            Object.entries(element.options).map(([name, option]) => [
                name,
                { ...option, value: pseudo(option.value, true) },
            ]),
        );
        return { ...element, options } as MessageFormatElement;
    });
    if (isInside) return changed;
    const length = elements.reduce(
        (sum, element) => sum + (element.type === TYPE.literal ? element.value.length : 4),
        0,
    );
    const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });
    const longer = '·'.repeat(Math.ceil(length / 3)).replace(/.{8}(?=.)/g, '$& '); // as words, so that lines break
    return [literal('⟦'), ...changed, literal(`${longer}⟧`)];
}
