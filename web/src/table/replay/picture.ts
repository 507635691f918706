// The screen as one SVG picture: drawings with their colours written out, text and plain surfaces. It needs no board of
// its own, so it cannot differ from the screen.
const drawn = [
    'fill',
    'fill-opacity',
    'stroke',
    'stroke-width',
    'stroke-opacity',
    'stroke-dasharray',
    'stroke-linecap',
    'stroke-linejoin',
    'opacity',
    'font-family',
    'font-size',
    'font-weight',
    'text-anchor',
    'transform',
] as const;
const name = 'http://www.w3.org/2000/svg';

function make(tag: string, attributes: Record<string, string | number>): SVGElement {
    const element = document.createElementNS(name, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    return element;
}

/** A copy of a drawing that needs no style sheet. */
function written(svg: SVGSVGElement): SVGSVGElement {
    const copy = svg.cloneNode(true) as SVGSVGElement;
    const originals = [svg, ...svg.querySelectorAll<SVGElement>('*')];
    [copy, ...copy.querySelectorAll<SVGElement>('*')].forEach((element, i) => {
        const style = getComputedStyle(originals[i]!);
        if (element !== copy)
            for (const property of drawn) {
                const value = style.getPropertyValue(property);
                if (
                    property === 'transform'
                        ? originals[i]!.style.transform
                        : (value && value !== 'none') || property === 'fill'
                )
                    element.setAttribute(property, value.replaceAll('px', ''));
            }
        for (const attribute of ['class', 'style', 'tabindex', 'role', 'aria-label', 'aria-pressed', 'aria-hidden'])
            element.removeAttribute(attribute);
    });
    return copy;
}

/** A text as it is broken into lines on the screen. */
function linesOf(node: Text): { words: string; box: DOMRect }[] {
    const lines: { words: string; box: DOMRect }[] = [];
    const range = document.createRange();
    for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const box = range.getBoundingClientRect();
        const last = lines.at(-1);
        if (last && Math.abs(last.box.y - box.y) < 2) last.words += ` ${word}`;
        else lines.push({ words: word, box });
    }
    return lines;
}

export function pictureOf(root: HTMLElement): SVGSVGElement {
    const frame = root.getBoundingClientRect();
    const picture = make('svg', {
        xmlns: name,
        viewBox: `0 0 ${Math.ceil(frame.width)} ${Math.ceil(frame.height)}`,
        width: Math.ceil(frame.width),
        height: Math.ceil(frame.height),
    }) as SVGSVGElement;
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    picture.append(make('rect', { width: '100%', height: '100%', fill: paper }));
    const defs = document.querySelector('svg defs');
    if (defs) picture.append(defs.cloneNode(true));
    const walk = (node: Node, into: SVGElement, frame: { x: number; y: number }) => {
        if (node instanceof SVGSVGElement) {
            const box = node.getBoundingClientRect();
            if (box.width === 0) return;
            const copy = written(node);
            for (const [key, value] of Object.entries({
                x: box.x - frame.x,
                y: box.y - frame.y,
                width: box.width,
                height: box.height,
            }))
                copy.setAttribute(key, String(value));
            into.append(copy);
            return;
        }
        if (node instanceof Text) {
            const style = getComputedStyle(node.parentElement!);
            if (style.visibility === 'hidden') return;
            for (const { words, box } of linesOf(node)) {
                if (box.width < 2) continue;
                const line = make('text', {
                    x: box.x - frame.x,
                    y: box.y - frame.y + box.height * 0.76,
                    fill: style.color,
                    'font-family': style.fontFamily,
                    'font-size': style.fontSize,
                    'font-weight': style.fontWeight,
                });
                line.textContent = words;
                into.append(line);
            }
            return;
        }
        if (!(node instanceof HTMLElement) || node.classList.contains('hidden') || node.matches('details, .look'))
            return;
        const box = node.getBoundingClientRect();
        const { backgroundColor, borderRadius, overflow } = getComputedStyle(node);
        const place = { x: box.x - frame.x, y: box.y - frame.y, width: box.width, height: box.height };
        if (box.width > 0 && backgroundColor !== 'rgba(0, 0, 0, 0)')
            into.append(
                make('rect', {
                    ...place,
                    rx: borderRadius.endsWith('%') ? box.width / 2 : Number.parseFloat(borderRadius) || 0,
                    fill: backgroundColor,
                }),
            );
        // Cuts content off at an edge that hides its overflow.
        const clips = overflow === 'hidden' && box.width > 0;
        const inner = clips ? make('svg', place) : into;
        if (clips) into.append(inner);
        for (const child of node.childNodes) walk(child, inner, clips ? box : frame);
    };
    for (const child of root.childNodes) walk(child, picture, frame);
    return picture;
}

export const svgText = (picture: SVGSVGElement): string => new XMLSerializer().serializeToString(picture);

/** The same picture in dots, twice as fine as it is drawn. */
export async function png(picture: SVGSVGElement): Promise<Blob> {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(picture))}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) =>
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    );
}
