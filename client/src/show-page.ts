import { mount } from 'svelte';
import App from './App.svelte';
import { Page } from './state/page.svelte.ts';
import { Route } from './state/route.svelte.ts';
import { Theme } from './state/theme.svelte.ts';
import { takeToken } from './state/token.ts';

/** Puts the page into the document and connects it. */
export function showPage(): void {
  const target = document.getElementById('page');
  if (!target) throw new Error('index.html has no element #page');
  const page = new Page({
    token: takeToken(location, history, sessionStorage),
    route: new Route(window),
    theme: new Theme(document.documentElement, localStorage, matchMedia('(prefers-color-scheme: dark)')),
  });
  mount(App, { target, props: { page } });
  page.open();
}
