import { mount } from 'svelte';
import '@fontsource/righteous/latin-400.css';
import './app.css';
import './large.css';
import App from './App.svelte';
import { fallback } from './shared/i18n/languages';
import { speak } from './shared/i18n/text.svelte';
import { applyLanguage, applyTheme } from './shared/prefs.svelte';

applyTheme();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
const app = document.getElementById('app')!;
void (async () => {
    try {
        if (!(await applyLanguage())) await speak(fallback);
        mount(App, { target: app });
    } catch {
        // Not even the fallback could be loaded: the line is gone.
        app.textContent = 'Springtide could not be loaded. Please check the connection and load the page again.';
    }
})();
