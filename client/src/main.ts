import { mount } from 'svelte';
import App from './App.svelte';
import { Lab } from './state/lab.svelte.ts';
import { Theme } from './state/theme.svelte.ts';
import { takeToken } from './state/token.ts';
import './styles/tokens.css';
import './styles/page.css';

const target = document.getElementById('page');
if (!target) throw new Error('index.html has no element #page');

const theme = new Theme(document.documentElement, localStorage, matchMedia('(prefers-color-scheme: dark)'));
const lab = new Lab(takeToken(location, history, sessionStorage));
mount(App, { target, props: { lab, theme } });
lab.open();
