import { io } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { Api } from '../../client/src/connection/api.ts';
import { Feed, shownBy, type FeedSocket } from '../../client/src/connection/feed.svelte.ts';
import { PageSession } from '../../client/src/connection/page-session.svelte.ts';
import { ViewerId } from '../../client/src/connection/viewer-id.ts';
import { en } from '../../client/src/messages/en.ts';
import { OwnGuesses } from '../../client/src/outcomes/lesson/own-guesses.svelte.ts';
import { PlanEditor } from '../../client/src/plan/plan-editor.svelte.ts';
import { BatchSearch } from '../../client/src/rooms/search/batch-search.svelte.ts';
import { Lessons } from '../../client/src/rooms/lessons/lessons.svelte.ts';
import { Activities } from '../../client/src/run/activities.ts';
import { ShownRun } from '../../client/src/run/shown-run.svelte.ts';
import type { TestServer } from './build-app.ts';
import { eventually } from './eventually.ts';

/** As a browser keeps it, for all its tabs. */
export function browserStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
}

/** The state of a page with this API and feed, without its address and its looks. */
export function pageState(
  api: Api,
  feed: Feed,
  { storage = browserStorage(), messages = en, follows = (): boolean => false } = {},
) {
  const session = new PageSession(api, feed, messages, follows);
  const activities = new Activities(session, api, messages);
  const shownRun = new ShownRun(session, activities);
  const editor = new PlanEditor(api, session, activities.run, shownRun, messages);
  const own = new OwnGuesses(storage);
  const lessons = new Lessons(api, feed, activities.lesson, own, messages);
  const search = new BatchSearch(api, feed, activities.search, shownRun, editor, messages);
  return { feed, session, activities, shownRun, editor, lessons, search };
}

export type PageState = ReturnType<typeof pageState>;

/** The state of a page that is open on this server, over real HTTP and a real socket. */
export async function openPage(
  { url }: TestServer,
  {
    token = null as string | null,
    storage = browserStorage(),
    messages = en,
    follows = (): boolean => false,
  } = {},
): Promise<PageState> {
  const viewer = new ViewerId(storage);
  const socket: FeedSocket = io(url, {
    autoConnect: false,
    forceNew: true,
    transports: ['websocket'],
    auth: shownBy(token, viewer),
    reconnectionDelay: 20,
    reconnectionDelayMax: 50,
  });
  const feed = new Feed(socket, messages.connection, viewer);
  const fetchHere = (path: string, init: RequestInit) => fetch(new URL(path, url), init);
  const api = new Api(token, messages.connection, fetchHere, () => feed.id);
  const page = pageState(api, feed, { storage, messages, follows });
  onTestFinished(() => page.feed.close());
  page.feed.open();
  await eventually('the page has learnt what the server offers', () => page.session.strategies.length > 0);
  page.lessons.want();
  await eventually('the page knows the lessons', () => page.lessons.list.length > 0);
  return page;
}
