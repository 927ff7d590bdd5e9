import '../client/src/shell/styles/all.css';
import './demo.css';
import { Api } from '../client/src/connection/api.ts';
import type { FeedSocket } from '../client/src/connection/feed.svelte.ts';
import { loadMessages } from '../client/src/messages/index.ts';
import { chosenLanguage } from '../client/src/messages/language.ts';
import { Route } from '../client/src/navigation/route.svelte.ts';
import { showPage } from '../client/src/shell/show-page.ts';
import { resultStart } from '../client/src/navigation/fragment.ts';
import { roomPaths } from '../shared/contract/enums.ts';
import { RecordedServer } from './recorded-server.ts';
import { readIndex } from './recording.ts';
import { demoWords } from './words.ts';

// The one file has no fonts beside it.
if (import.meta.env.MODE !== 'single') void import('../client/src/shell/face/face.css');
const language = chosenLanguage(localStorage, navigator.languages);
document.documentElement.lang = language;
const words = demoWords[language];
const notice = document.getElementById('demo-notice');
const say = (text: string) => {
  if (notice) notice.textContent = text;
};
/** A result in the address is no recording: of those is told in the rooms that replay them. */
const hideFor = (path: string) => notice?.toggleAttribute('hidden', path.startsWith(roomPaths.runs));
if (location.hash.startsWith(resultStart)) hideFor(roomPaths.runs);
try {
  const [messages, index] = await Promise.all([loadMessages(language), readIndex()]);
  const valuesOf = (field: 'rttMs' | 'pipeline') =>
    [...new Set(index.runs.map((run) => run[field]))].join(', ');
  const when = new Date(index.recordedAt).toLocaleDateString(language, { dateStyle: 'long' });
  say(words.notice(index, when, { rttMs: valuesOf('rttMs'), pipeline: valuesOf('pipeline') }));
  const server = new RecordedServer(index, words);
  showPage(messages, {
    api: new Api(null, messages.connection, server.fetch),
    socket: server.socket as unknown as FeedSocket,
    route: new Route(placeOf(window)),
  });
} catch (error) {
  say(words.notLoaded(error instanceof Error ? error.message : String(error)));
}

/** As much of a window as the page's rooms need. */
type RouteWindow = ConstructorParameters<typeof Route>[0];

/**
 * Rooms without addresses: a static host knows one page only, and a file has none. Back and Forward work: the browser's
 * history holds the path.
 */
function placeOf(real: Window): RouteWindow {
  const location = { pathname: '/', search: '', hash: '' };
  const go = (path: unknown) => {
    const [pathname = '/', search = ''] = typeof path === 'string' ? path.split('?') : [];
    Object.assign(location, { pathname, search: search && `?${search}` });
    hideFor(pathname);
  };
  return {
    location,
    history: {
      pushState: (_state: unknown, _title: string, path: string) => {
        real.history.pushState(path, '');
        go(path);
      },
      replaceState: (_state: unknown, _title: string, path: string) => {
        go(path);
      },
    },
    addEventListener: (type: string, listener: () => void) => {
      real.addEventListener(type, (event) => {
        go(event instanceof PopStateEvent ? (event.state as unknown) : null);
        listener();
      });
    },
    scrollTo: (x: number, y: number) => {
      real.scrollTo(x, y);
    },
  } as unknown as RouteWindow;
}
