import { mount } from 'svelte';
import '@fontsource/righteous/latin-400.css';
import './app.css';
import App from './App.svelte';
import { applyPrefs } from './lib/prefs.svelte';

applyPrefs();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyPrefs);
mount(App, { target: document.getElementById('app')! });
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js');
