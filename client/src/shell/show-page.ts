import { mount } from 'svelte';
import type { Messages } from '../messages/en.ts';
import App from './App.svelte';
import { Page, type PageParts } from './page.svelte.ts';
import { Route } from '../navigation/route.svelte.ts';
import { Theme } from '../controls/theme.svelte.ts';
import { takeToken } from '../connection/token.ts';
import { Following } from '../workshop/following.svelte.ts';
import { Presenting } from '../workshop/presenting.svelte.ts';
import { WorkshopClock } from '../workshop/workshop-clock.svelte.ts';

/** Puts the page into the document, with these words, and connects it: to its own server, or to what stands for one. */
export function showPage(
  messages: Messages,
  { route = new Route(window), ...server }: Partial<Pick<PageParts, 'api' | 'socket' | 'route'>> = {},
): Page {
  const target = document.getElementById('page');
  if (!target) throw new Error('index.html has no element #page');
  const token = takeToken(location, history, sessionStorage);
  const presenting = new Presenting(document.documentElement, sessionStorage);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const page = new Page({
    messages,
    token,
    route,
    theme: new Theme(document.documentElement, localStorage, dark, presenting),
    presenting,
    following: new Following(route, sessionStorage, token !== null),
    clock: new WorkshopClock(sessionStorage),
    ...server,
  });
  target.replaceChildren();
  mount(App, { target, props: { page } });
  page.open();
  return page;
}
