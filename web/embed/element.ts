// <springtide-board>: a board of a game on any page. README.md beside this file describes its features.
import { mount, unmount } from 'svelte';
import look from '../src/app.css?inline';
import { fallback, isLanguage } from '../src/shared/i18n/languages';
import { speak } from '../src/shared/i18n/text.svelte';
import Embedded from './Embedded.svelte';

const attributes = [
    'game',
    'view',
    'position',
    'src',
    'moment',
    'play',
    'level',
    'players',
    'seat',
    'language',
    'theme',
] as const;
export type Wishes = Partial<Record<(typeof attributes)[number], string>> & { record?: string };

// The page's own rules, for inside the element.
const inside =
    look
        .replaceAll(/:root(\[[^\]]+\])/g, ':host($1)')
        .replaceAll(':root', ':host')
        .replaceAll(/\bhtml\s*\{/g, ':host {') +
    // In a page that scrolls for its own sake nothing sticks to the window: it would lie over the board. A column may
    // be narrower than it.
    ':host { display: block; min-height: 0; contain: content; } .choose, .ask { position: static !important; } .stock ul { grid-template-columns: repeat(auto-fill, minmax(40px, auto)) !important; }' +
    // On a phone the boards reach over the margins of the page: here those are inside.
    '@media (max-width: 759px) { :host { padding: 0 16px; } }';

class SpringtideBoard extends HTMLElement {
    static readonly observedAttributes = attributes;
    private shown: Record<string, unknown> | undefined;
    private waiting = false;

    connectedCallback(): void {
        if (!this.shadowRoot) this.attachShadow({ mode: 'open' });
        this.later();
    }
    disconnectedCallback(): void {
        this.clear();
    }
    attributeChangedCallback(): void {
        if (this.isConnected) this.later();
    }

    /** Several attributes that change together are shown once. */
    private later(): void {
        if (this.waiting) return;
        this.waiting = true;
        queueMicrotask(() => {
            this.waiting = false;
            if (this.isConnected) void this.show();
        });
    }
    private clear(): void {
        if (this.shown) void unmount(this.shown);
        this.shown = undefined;
    }
    private async show(): Promise<void> {
        const root = this.shadowRoot!;
        const wishes: Wishes = {};
        for (const name of attributes) {
            const value = this.getAttribute(name);
            if (value !== null) wishes[name] = value;
        }
        const text = this.querySelector('script[type="text/plain"]')?.textContent?.trim();
        if (text) wishes.record = text;
        const language = wishes.language ?? document.documentElement.lang.slice(0, 2);
        await speak(isLanguage(language) ? language : fallback);
        const dark = wishes.theme ? wishes.theme === 'night' : matchMedia('(prefers-color-scheme: dark)').matches;
        this.dataset.theme = dark ? 'night' : 'noon';
        this.clear();
        const style = document.createElement('style');
        style.textContent = inside;
        root.replaceChildren(style);
        const tell = (name: string, detail: object) =>
            this.dispatchEvent(new CustomEvent(`springtide-${name}`, { detail, bubbles: true }));
        this.shown = mount(Embedded, { target: root, props: { wishes, tell } });
    }
}

if (!customElements.get('springtide-board')) customElements.define('springtide-board', SpringtideBoard);
