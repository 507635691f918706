// The rules as they stand in docs/rules, made into a page: headings, lists, tables, drawings, and an anchor for every
// clause. The texts are our own; still every character is made harmless.
const escape = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export interface Links {
    /** The address of a drawing. */
    picture: (file: string) => string;
    /** The address of a clause. */
    clause: (id: string) => string;
    /** The accessible name of a paragraph sign; without it the clause is shown by its id. */
    sign?: string;
}

function inline(text: string, links: Links, seen: Set<string>): string {
    return escape(text)
        .replace(
            /!\[([^\]]*)\]\(([^)]*)\)/g,
            (_, about: string, file: string) => `<img src="${links.picture(file)}" alt="${about}" />`,
        )
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/`([^`]*)`/g, '<code>$1</code>')
        .replace(/\*\*([^*]*)\*\*/g, '<strong>$1</strong>')
        .replace(/\*([^*]*)\*/g, '<em>$1</em>')
        .replace(/\b([LTH][A-Z]?\d{1,2})\b(?=[^()<]*\))/g, (id: string) => {
            const first = !seen.has(id);
            seen.add(id);
            return `<a class="clause" ${first ? `id="rule-${id}" ` : ''}href="${links.clause(id)}"${links.sign ? ` title="${id}" aria-label="${escape(links.sign)}">§` : `>${id}`}</a>`;
        })
        .replace(/\((<a class="clause"[^>]*>§<\/a>(?:, <a class="clause"[^>]*>§<\/a>)*)\)/g, (_, signs: string) =>
            signs.replaceAll(', ', '\u00a0'),
        );
}

const tableRow = (line: string) =>
    line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => cell.trim());

export function toHtml(source: string, links: Links): string {
    const seen = new Set<string>();
    const write = (text: string) => inline(text, links, seen);
    return source
        .trim()
        .split(/\n{2,}/)
        .flatMap((block) => {
            const lines = block.split('\n');
            const html: string[] = [];
            while (lines.length) {
                const line = lines[0]!;
                const heading = /^(#{1,3}) (.*)/.exec(line);
                if (heading) {
                    lines.shift();
                    html.push(`<h${heading[1]!.length}>${write(heading[2]!)}</h${heading[1]!.length}>`);
                } else if (line.startsWith('|')) {
                    const [head, , ...rows] = lines.splice(0).map(tableRow);
                    const cells = (row: string[], tag: string) =>
                        row
                            .map((cell) => (cell || tag === 'td' ? `<${tag}>${write(cell)}</${tag}>` : '<td></td>'))
                            .join('');
                    html.push(
                        `<div class="wide" tabindex="0"><table><thead><tr>${cells(head!, 'th')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table></div>`,
                    );
                } else if (/^(-|\d+\.) /.test(line)) {
                    const tag = line.startsWith('-') ? 'ul' : 'ol';
                    const items: string[] = [];
                    for (const item of lines.splice(0)) {
                        if (/^(-|\d+\.) /.test(item)) items.push(item.replace(/^(-|\d+\.) /, ''));
                        else items.push(`${items.pop() ?? ''} ${item.trim()}`);
                    }
                    html.push(`<${tag}>${items.map((item) => `<li>${write(item)}</li>`).join('')}</${tag}>`);
                } else {
                    const end = lines.findIndex((next, i) => i > 0 && /^(#|-|\||\d+\.) ?/.test(next));
                    html.push(`<p>${write(lines.splice(0, end < 0 ? lines.length : end).join(' '))}</p>`);
                }
            }
            return html;
        })
        .join('\n');
}

/** The rules as players read them: without ids, names of options and notations, which docs/rules has for programmers
 *  too. */
export function forPlayers(source: string): string {
    return source
        .replace(/^## (Options|How it is written)\n[\s\S]*?(?=^## |(?![\s\S]))/gm, '')
        .replace(/\s+Its id here is `[^`]*`\./g, '')
        .replace(/\s+(The ids in brackets|Die Kürzel in Klammern|Les sigles entre parenthèses)[^.]*\./g, '')
        .replace(/\((?:instead of|statt|au lieu de) (L13)\)/g, '($1)')
        .replace(/ Seat 0 is blue, seat 1 is pink\./g, '')
        .replace(/ The left-hand neighbour of seat 0 is\s+seat 1, and so on around the table\./g, '')
        .replace(/Option `\w+`\.\s+/g, '')
        .replace(/ \(`[a-z]`\)/g, '')
        .replace(/,? or the option `\w+` does \([^)]*\)/g, ', or you choose')
        .replace(/the option `setup` = `balanced`/g, 'balanced set-ups')
        .replace(/\s+\(option `[^`]*`[^)]*\)/g, '')
        .replace(/, option `\w+`/g, '')
        .replace(/options? `(\w+)`/g, '$1')
        .replace(/`([^`]*)`/g, (_, word: string) => word.replaceAll('_', ' '));
}
